"""Who can read along by an app is kept from now on, and of the keys that there are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

THERE_ARE = """
INSERT INTO accounts_appreader (maker_id, person_id, until)
SELECT a.user_id, t.user_id, max(t.expires) + interval '90 days'
FROM oauth2_provider_accesstoken t JOIN oauth2_provider_application a ON a.id = t.application_id
WHERE a.user_id <> t.user_id GROUP BY 1, 2"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_people_by_letters"),
        ("oauth2_provider", "0001_initial"),
    ]
    operations = [
        migrations.CreateModel(
            name="AppReader",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.DateTimeField(db_index=True)),
                (
                    "maker",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("maker", "person"), name="one_reader_of_a_person"
                    )
                ],
            },
        ),
        migrations.RunSQL(THERE_ARE, migrations.RunSQL.noop, elidable=True),
    ]
