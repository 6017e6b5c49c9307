"""A worker that sweeps until nothing is due: python -m tests.clock.sweeper

Says "on" when it has begun to decide, and at its end how many decisions it made.
"""

import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402

from games import services  # noqa: E402
from games.models import Game  # noqa: E402
from tests import bounded  # noqa: E402


def main() -> None:
    made = 0
    bound = bounded(100_000)
    while next(bound) and Game.objects.filter(deadline__lte=timezone.now()).exists():
        # The first word comes soon, so that there is something left to be killed in the middle of.
        made += services.sweep(seconds=2.0 if made else 0.05)
        sys.stdout.write("on\n")
        sys.stdout.flush()
    sys.stdout.write(f"{made}\n")


if __name__ == "__main__":
    main()
