from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_tournament_of_series")]

    operations = [
        migrations.AddField(
            "tournament",
            "team_counts",
            models.PositiveSmallIntegerField(default=0, db_default=0),
        ),
        migrations.AddField(
            "entry",
            "team",
            models.CharField(blank=True, default="", db_default="", max_length=40),
        ),
    ]
