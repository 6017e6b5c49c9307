from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("ratings", "0002_settled")]

    operations = [
        AddIndexConcurrently(
            "rating", models.Index(fields=["list", "last_at"], name="rating_lately")
        )
    ]
