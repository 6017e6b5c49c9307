from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody reads or writes the column any more. It stays for a release, with a value that the
    database gives it, so that processes of the one before go on while this one comes."""

    dependencies = [("tournaments", "0017_asked_at_once")]

    operations = [
        migrations.AlterField(
            "round", "deadline_met", models.BooleanField(default=False, db_default=False)
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("round", "deadline_met")]
        ),
    ]
