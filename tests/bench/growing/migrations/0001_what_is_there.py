"""Two of our tables, by the columns that this is about; nothing is made."""

from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    "Move",
                    [
                        ("game_id", models.BigIntegerField(primary_key=True)),
                        ("seq", models.IntegerField()),
                        ("at", models.DateTimeField()),
                    ],
                    options={"db_table": "games_move"},
                ),
                migrations.CreateModel(
                    "Game",
                    [
                        ("id", models.BigAutoField(primary_key=True)),
                        ("seq", models.IntegerField()),
                    ],
                    options={"db_table": "games_game"},
                ),
            ]
        )
    ]
