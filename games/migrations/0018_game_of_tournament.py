"""Whether a game of a round is still played is found by an index, which is made while the site
goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0017_seeds_of_rounds")]
    operations = [
        AddIndexConcurrently(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "running"), models.Q(("tournament", ""), _negated=True)),
                fields=["tournament"],
                name="game_of_tournament",
            ),
        )
    ]
