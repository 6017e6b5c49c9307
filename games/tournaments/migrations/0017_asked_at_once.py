from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_fixed_seats")]

    operations = [
        migrations.AddField(
            "tournament", "together", models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            "tournament", "blind", models.BooleanField(db_default=False, default=False)
        ),
    ]
