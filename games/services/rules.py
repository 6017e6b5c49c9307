"""When the rules change: a game goes on under those it began with, or is carried over.

`play` refuses a game of another version. Whoever raises engine.RULES_VERSION writes the step from
the version before into STEPS, with a test, and `manage.py carry_over_rules` takes the games along.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from games import engine, errors
from games.models import Feed, Game, Move
from games.services import telling

# From a version to the next one: the text of a state under the old rules to one under the new.
STEPS: dict[int, Callable[[str], str]] = {}


@transaction.atomic
def carry_over(*, game_key: str) -> bool:
    """Bring a running game to the present rules; False if it is there. OlderRules if no step is.

    The log tells of it in a row of its own, so that replaying does the same at the same place.
    """
    game = Game.objects.select_for_update(no_key=True).get(key=game_key)
    if game.status != Game.Status.RUNNING or game.rules_version == engine.RULES_VERSION:
        return False
    began = game.rules_version or 0
    text = game.state or ""
    for version in range(began, engine.RULES_VERSION):
        if version not in STEPS:
            raise errors.OlderRules(rules_version=began)
        text = STEPS[version](text)
    state = engine.State.from_json(text)
    game.seq += 1
    game.state = state.to_json()
    game.to_move = engine.to_move(state)
    game.rules_version = engine.RULES_VERSION
    game.save(update_fields=["seq", "state", "to_move", "rules_version"])
    now = timezone.now()
    Move.objects.bulk_create(
        [
            Move(
                game=game,
                seq=game.seq,
                door="engine",
                at=now,
                move=f"rules {began} {engine.RULES_VERSION}",
                events="[]",
            )
        ]
    )
    telling.changed(game, Feed.Kind.MOVED, at=now)
    return True
