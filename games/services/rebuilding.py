"""A snapshot made anew from its log, where the two have parted."""

from django.db import transaction

from accounts import moment
from accounts.secret import Secret
from games import engine, errors
from games.models import Game
from games.models.packing import unpack
from games.models.position import forget_damage
from games.models.replaying import ended_early, log_of, read_whole, replay, same
from games.services import clocks, telling


@transaction.atomic
def rebuild(*, game_key: str) -> list[str]:
    """Make anew what a table keeps of its log: position, number, who decides, the result. Returns
    the columns that were different; where none was, nothing is written.

    The log and the deal are the truth. Where they contradict each other, or whether the game is
    over, that is a `Fault`, and nothing is done.
    """
    game = Game.objects.select_for_update(no_key=True).filter(key=game_key).first()
    if game is None or game.started_at is None:
        raise errors.NotFound
    whole = read_whole(game.pk)
    state, last = replay(whole), log_of(whole)[-1]
    to_move = engine.to_move(state)
    facts: dict[str, object] = {
        "seq": last[0],
        "state": Secret(engine.dump(state)),
        "to_move": to_move,
    }
    if ended_early(whole):
        facts["to_move"] = None
    else:
        same("whether it is over", game.status == Game.Status.OVER, to_move is None)
        if to_move is None:
            end = unpack(last[3])[-1]
            scored = {key: end[key] for key in ("scores", "row_cards", "ranks")}
            facts["result"] = {"reason": "played", **scored}
    wrong = [column for column, value in facts.items() if getattr(game, column) != value]
    if not wrong:
        return []
    now = moment.now()
    for column in wrong:
        setattr(game, column, facts[column])
    game.revision += 1
    game.changed_at = now
    game.save(update_fields=[*wrong, "revision", "changed_at"])
    give_time_anew(game)  # until now nobody could decide well
    forget_damage(game.key)
    telling.wake_readers(game.key)
    return wrong


def give_time_anew(game: Game) -> None:
    """Whoever decides has a whole new time; bots are asked again. The game is locked."""
    if game.status == Game.Status.RUNNING and game.paused_at is None:
        clocks.restart(game, moment.now())
        telling.wake_bots(game.key)
