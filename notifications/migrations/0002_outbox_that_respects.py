import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FILL_IN = """
UPDATE notifications_delivery d SET person_id = n.person_id
FROM notifications_notification n WHERE n.id = d.notification_id;
SET CONSTRAINTS ALL IMMEDIATE;
"""


def person(**null):
    return models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        to=settings.AUTH_USER_MODEL,
        **null,
    )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("notifications", "0001_initial"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(fields=["subject"], name="notification_subject"),
        ),
        migrations.AddField(model_name="delivery", name="person", field=person(null=True)),
        migrations.RunSQL(FILL_IN, migrations.RunSQL.noop),
        migrations.AlterField(model_name="delivery", name="person", field=person()),
        migrations.AlterField(
            model_name="delivery",
            name="state",
            field=models.CharField(
                choices=[
                    ("queued", "on its way"),
                    ("held", "held back"),
                    ("sent", "sent"),
                    ("failed", "failed"),
                    ("bounced", "came back"),
                    ("suppressed", "not sent"),
                    ("outdated", "no longer true"),
                ],
                default="queued",
                max_length=10,
            ),
        ),
        migrations.RemoveIndex(model_name="delivery", name="delivery_due"),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "held"])),
                fields=["due_at"],
                name="delivery_due",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "held")), fields=["person"], name="delivery_held"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["person", "-id"], name="delivery_of_person"),
        ),
        migrations.CreateModel(
            name="MailTrouble",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("refused_at", models.DateTimeField(blank=True, null=True)),
                ("said", models.CharField(blank=True, max_length=200)),
                ("days", models.PositiveSmallIntegerField(default=0)),
                ("last_day", models.DateField(blank=True, null=True)),
            ],
        ),
    ]
