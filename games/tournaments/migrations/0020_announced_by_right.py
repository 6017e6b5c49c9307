from django.db import migrations, models


class Migration(migrations.Migration):
    """Of those that were announced before nobody knows any more: their desks stay as they were."""

    dependencies = [("tournaments", "0019_what_decided_a_table")]

    operations = [
        migrations.AddField(
            "tournament", "by_right", models.BooleanField(default=True, db_default=True)
        ),
    ]
