from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("care", "0003_trials_of_backups")]

    operations = [
        migrations.AlterField(
            "hint",
            "kind",
            models.CharField(
                choices=[
                    ("together", "sit together more often than others"),
                    ("spares", "the first spares the second"),
                    ("feeds", "the first gives to the second"),
                    ("accounts", "sit together and share addresses"),
                    ("invited", "the first always beats the second, by invitation"),
                    ("new", "the first beats new accounts, most often the second"),
                    ("rhythm", "move at the same times"),
                ],
                max_length=8,
                verbose_name="kind",
            ),
        )
    ]
