"""Take a running game along when the rules have changed (games.carrying says how)."""

from django.db import transaction

from accounts import moment
from games import carrying, engine, errors
from games.models import Feed, Game, Move
from games.services import clocks, telling


@transaction.atomic
def carry_over(*, game_key: str) -> bool:
    """Bring a running game to the present rules; False if it is there. OlderRules if no step is.

    The log tells of it in a row of its own, so that replaying does the same at the same place.
    """
    game = Game.objects.select_for_update(no_key=True).get(key=game_key)
    if game.status != Game.Status.RUNNING or game.rules_version == engine.RULES_VERSION:
        return False
    began = game.rules_version or 0
    try:
        state = engine.State.from_json(carrying.carry(game.state or "", began))
    except carrying.NoStep as missing:
        raise errors.OlderRules(rules_version=began) from missing
    game.seq += 1
    game.state = state.to_json()
    game.to_move = engine.to_move(state)
    game.rules_version = engine.RULES_VERSION
    game.save(update_fields=["seq", "state", "to_move", "rules_version"])
    now = moment.now()
    Move.objects.bulk_create(
        [
            Move(
                game=game,
                seq=game.seq,
                door=Move.Door.ENGINE,
                at=now,
                move=carrying.write(began),
                events="[]",
            )
        ]
    )
    # Nobody could decide in the meantime, so nobody has spent any of it.
    clocks.restart(game, now)
    telling.changed(game, Feed.Kind.MOVED, at=now)
    return True
