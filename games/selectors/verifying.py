"""Whether the snapshots are what the logs say."""

from collections.abc import Iterable, Iterator

import orjson

from accounts.secret import Secret
from games import engine, ranks
from games.models import Game
from games.models.packing import unpack
from games.models.replaying import Fault, Whole, ended_early, log_of, read_whole, replay, same


def verify_games(keys: Iterable[str] = ()) -> Iterator[tuple[str, list[str]]]:
    """Each game that began (or those asked for) with what is wrong with it. Changes nothing."""
    began = Game.objects.filter(state__isnull=False).order_by("id")
    if keys:
        began = began.filter(key__in=keys)
    for pk, key in began.values_list("pk", "key").iterator():
        try:
            _verify(read_whole(pk))
        except Fault as fault:
            yield key, [str(fault)]
        else:
            yield key, []


def _verify(game: Whole) -> None:
    rows = log_of(game)
    same("the numbers of the log", [row[0] for row in rows], list(range(game.seq + 1)))
    state = replay(game)
    same("the snapshot", game.state, Secret(engine.dump(state)))
    _same_end(game, state, unpack(rows[-1][3]))


def _same_end(game: Whole, state: engine.State, last: list[engine.Event]) -> None:
    result: dict[str, object] = orjson.loads(game.result) if game.result else {}
    if ended_early(game):
        same("who decides", game.to_move, None)
        same("the scores", result["scores"], state.influence)
        if result["ranks"] is not None:
            same("the ranks", result["ranks"], ranks.by_influence(state.influence))
        return
    same("who decides", game.to_move, engine.to_move(state))
    same("whether it is over", game.status == "over", engine.to_move(state) is None)
    if game.status == "over":
        end = last[-1]
        scored = {key: end[key] for key in ("scores", "row_cards", "ranks")}
        same("the result", result, {"reason": "played", **scored})
