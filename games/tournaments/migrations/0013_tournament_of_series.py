from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0012_series")]

    operations = [
        AddIndexConcurrently(
            "tournament",
            models.Index(
                condition=~models.Q(series=""), fields=["series", "id"], name="tournament_of_series"
            ),
        ),
    ]
