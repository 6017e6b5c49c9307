"""A worker that plays a phase until it is killed: python -m tests.games.phase_worker KEY"""

import sys

import django

django.setup()

from games import services  # noqa: E402
from games.models import Game  # noqa: E402
from tests import bounded  # noqa: E402


def main(key: str) -> None:
    Game.objects.get(key=key)  # connected
    sys.stdout.write("on\n")
    sys.stdout.flush()
    bound = bounded(10_000)
    while next(bound) and Game.objects.get(key=key).seq < 3:
        services.sweep()
        services.call(game_key=key)


if __name__ == "__main__":
    main(sys.argv[1])
