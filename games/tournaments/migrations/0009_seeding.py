from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_kept_apart")]

    operations = [
        migrations.AddField("entry", "seed_place", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            "tournament",
            "seeding",
            models.CharField(
                choices=[
                    ("lot", "by lot"),
                    ("rating", "by rating"),
                    ("earlier", "by the places of an earlier tournament"),
                ],
                db_default="lot",
                default="lot",
                max_length=7,
            ),
        ),
        migrations.AddField(
            "tournament",
            "seeded_from",
            models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
    ]
