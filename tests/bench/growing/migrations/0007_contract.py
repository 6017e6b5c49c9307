"""What no code asks for any more goes: an index without waiting, then columns."""

from django.contrib.postgres.operations import RemoveIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("growing", "0006_backfill")]
    operations = [RemoveIndexConcurrently("move", "growing_move_at")]
