"""Said of new rows first."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("growing", "0003_index")]
    operations = [
        AddConstraintNotValid(
            "move", models.CheckConstraint(condition=Q(seq__gte=0), name="growing_move_counts")
        ),
    ]
