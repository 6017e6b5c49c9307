"""Then looked for in all that is there."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("growing", "0004_constraint")]
    operations = [ValidateConstraint("move", "growing_move_counts")]
