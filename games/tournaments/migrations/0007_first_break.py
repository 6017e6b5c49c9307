from django.db import migrations, models


class Migration(migrations.Migration):
    """What was announced before begins as it was announced: at once."""

    dependencies = [("tournaments", "0006_remove_tournamenttable_over_at")]

    operations = [
        migrations.AddField(
            "tournament",
            "first_break_for",
            models.PositiveIntegerField(db_default=0, default=3600),
        )
    ]
