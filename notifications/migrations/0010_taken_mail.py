import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0009_reports")]
    operations = [
        migrations.CreateModel(
            name="TakenMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.BinaryField(max_length=32)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "came_to",
                    models.CharField(
                        choices=[
                            ("answered", "an answer, which was answered"),
                            ("nothing left", "an answer that was read before, or of who has left"),
                            ("no right", "a mail without a right of ours"),
                            ("automatic", "a mail of a program"),
                            ("report", "a report about a letter of ours"),
                            ("no report", "a report about no letter that we know"),
                            ("kept", "kept aside, since we fell over it"),
                        ],
                        max_length=12,
                    ),
                ),
                ("size", models.PositiveIntegerField()),
            ],
            options={
                "verbose_name": "mail taken in",
                "verbose_name_plural": "mails taken in",
                "ordering": ["-pk"],
            },
        ),
    ]
