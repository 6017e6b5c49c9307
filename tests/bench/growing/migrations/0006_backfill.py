"""A new column is filled in portions, each committed by itself; the log itself never changes."""

from typing import Any

from django.db import migrations
from django.db.models import F

PORTION = 2000


def fill(apps: Any, _editor: Any) -> None:
    games = apps.get_model("growing", "Game").objects
    last = 0
    while numbers := list(
        games.filter(id__gt=last).order_by("id").values_list("id", flat=True)[:PORTION]
    ):
        last = numbers[-1]
        games.filter(id__in=numbers, moves=None).update(moves=F("seq"))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("growing", "0005_constraint_of_all")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
