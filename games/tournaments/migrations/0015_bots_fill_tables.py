from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_teams")]

    operations = [
        migrations.AddField(
            "tournament",
            "fill_with",
            models.CharField(blank=True, default="", db_default="", max_length=12),
        ),
    ]
