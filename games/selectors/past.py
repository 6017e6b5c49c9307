"""What somebody's finished games tell: the cards that they won with, and whom they met."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import connection

from accounts.secret import Secret
from games import engine
from games.engine.types import Board
from games.models.position import read_position
from games.types import GameSummary

# What happened less often tells nothing, and so many are named.
_LEAST_TURNED, _LEAST_MET = 3, 2
_CARDS, _PEOPLE = 6, 4

_LAST_POSITIONS = """
SELECT key, state FROM games_game
WHERE key = ANY(%s) AND status = 'over' AND rules_version = ANY(%s)"""


class WonWith(NamedTuple):
    """`share`: of the games in which it was turned over, in per cent."""

    card: str
    family: int
    games: int
    share: int


class Met(NamedTuple):
    handle: str
    name: str
    games: int
    ahead: int
    behind: int


class Past(NamedTuple):
    """`usual`: the share that anybody would have won, in per cent."""

    cards: list[WonWith]
    usual: int
    met: list[Met]


def past(handle: str, tables: Sequence[GameSummary]) -> Past:
    """Of tables that are over, as whoever looks may see them; one query."""
    sat = [(table, seat) for table in tables if (seat := _seat(handle, table)) is not None]
    ranked = [(table, seat) for table, seat in sat if _ranks(table)]
    usual = sum(100 / len(table["players"]) for table, _seat in ranked) / max(1, len(ranked))
    return Past(_cards(ranked), round(usual), _met(ranked))


def _seat(handle: str, table: GameSummary) -> int | None:
    names = [player and player["handle"] for player in table["players"]]
    return names.index(handle) if handle in names else None


def _ranks(table: GameSummary) -> list[int]:
    return (table["result"] and table["result"]["ranks"]) or []


def _cards(sat: Sequence[tuple[GameSummary, int]]) -> list[WonWith]:
    if not sat:
        return []
    with connection.cursor() as cursor:
        keys = [table["id"] for table, _seat in sat]
        cursor.execute(_LAST_POSITIONS, [keys, [*engine.VERSIONS]])
        texts = dict(cursor.fetchall())
    turned: Counter[str] = Counter()
    won: Counter[str] = Counter()
    families: Counter[int] = Counter()
    for table, seat in sat:
        if table["id"] in texts:
            view = engine.view(read_position(table["id"], Secret(texts[table["id"]])), None)
            families[seat] += 1
            for card in {*_turned_over(view, seat)}:
                turned[card] += 1
                won[card] += _ranks(table)[seat] == 1
    family = families.most_common(1)[0][0] if families else 0
    told = [
        WonWith(card, family, games, round(100 * won[card] / games))
        for card, games in turned.items()
        if games >= _LEAST_TURNED
    ]
    return sorted(told, key=lambda one: (-one.share, -one.games, one.card))[:_CARDS]


def _turned_over(view: Board, family: int) -> Iterator[str]:
    yield from view["seats"][family]["discard"]
    for place in view["row"]:
        for one in (place["top"], *place["covered"]):
            if one["family"] == family and one["open"] and one["card"]:
                yield one["card"]


def _met(sat: Sequence[tuple[GameSummary, int]]) -> list[Met]:
    games: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    names: dict[str, str] = {}
    for table, seat in sat:
        ranks = _ranks(table)
        for other, player in enumerate(table["players"]):
            if other != seat and player and player["handle"] and not player["bot"]:
                who = player["handle"]
                names.setdefault(who, player["name"])
                games[who] += 1
                ahead[who] += ranks[seat] < ranks[other]
                behind[who] += ranks[seat] > ranks[other]
    return [
        Met(who, names[who], met, ahead[who], behind[who])
        for who, met in games.most_common(_PEOPLE)
        if met >= _LEAST_MET
    ]
