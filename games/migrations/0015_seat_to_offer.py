"""Which seats are to be offered is found by an index, which is made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0014_asked_back")]
    operations = [
        AddIndexConcurrently(
            model_name="seat",
            index=models.Index(
                condition=models.Q(
                    ("live", True), ("offered", False), ("offered_from__isnull", False)
                ),
                fields=["offered_from"],
                name="seat_to_offer",
            ),
        )
    ]
