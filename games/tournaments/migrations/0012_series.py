import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.keys


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_objections"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "Series",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=games.models.keys.game_key,
                        editable=False,
                        max_length=16,
                        unique=True,
                    ),
                ),
                ("title", models.CharField(max_length=80)),
                ("counts", models.PositiveSmallIntegerField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "creator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "series",
                "indexes": [models.Index(fields=["-id"], name="series_newest_first")],
            },
        ),
        migrations.AddField(
            "tournament",
            "series",
            models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
    ]
