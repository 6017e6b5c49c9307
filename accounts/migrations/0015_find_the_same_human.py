"""Whose accounts were one human's is found by an index, which is made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0014_address_undone")]
    operations = [
        AddIndexConcurrently(
            "user", models.Index(fields=["same_human_as"], name="accounts_same_human")
        )
    ]
