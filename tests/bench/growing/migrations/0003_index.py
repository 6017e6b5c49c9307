"""An index of the whole log, made while the site goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("growing", "0002_columns")]
    operations = [
        AddIndexConcurrently("move", models.Index(fields=["at"], name="growing_move_at")),
    ]
