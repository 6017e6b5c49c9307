"""What a deal was made of, as far as a viewer may know it yet: all that it takes to check it."""

from typing import NamedTuple

from accounts.models import User
from games import engine
from games.engine.types import known
from games.models import Game, Move, Seat
from games.models.dealing import by_place, contribution_of
from games.models.packing import unpack
from games.models.table import Table
from games.selectors.tables import Found, find_game
from games.types import Contribution, DealPaper, Dealt, RoundOfDeal

# Open to everybody from the start: what they decide is seen by all.
_OF_ALL = ("first", "direction", "deck")

_OF_GAME = ("left_to_chance", "tournament", "round_number", "round_table", "round_key")
_READ = (
    *("place", "number", "person", "contribution", "joined_at"),
    *(f"game__{name}" for name in _OF_GAME),
)


class _Viewer(NamedTuple):
    """Who looks: their number, and the seat whose cards they know."""

    person: int | None
    seat: int | None


def deal_of(*, key: str, viewer: User | None) -> DealPaper:
    return deal_view(find_game(key, viewer))


def deal_view(found: Found) -> DealPaper:
    """Two queries, and at a tournament's table that is over a third. Its keys are always the
    same; null or missing is what is not open yet."""
    table = found.table
    viewer = _Viewer(found.viewer, table.seat_of(found.viewer))
    scheme, seed = table.deal_scheme or 1, table.seed.reveal()
    begun = table.started_at is not None
    together = scheme > 1
    seats = by_place(Seat.objects.filter(game_id=table.id).select_related("game").only(*_READ))
    return {
        "scheme": scheme,
        "commitment": table.commitment,
        "marks": {name: mark.hex() for name, mark in engine.marks(seed).items()}
        if together
        else {},
        "contributions": [_contribution(table, seat, seed, viewer) for seat in seats]
        if together
        else [],
        "keys": {name: engine.key(seed, name).hex() for name in _open(table, viewer)}
        if together
        else {},
        "seed": seed.hex() if table.is_over else None,
        "round": _round(table, seats[0].game) if seats else None,
        "drawn": _drawn(table, seats[0]) if together and begun else [],
        "dealt": _dealt(table, viewer) if begun else None,
    }


def _contribution(table: Table, seat: Seat, seed: bytes, viewer: _Viewer) -> Contribution:
    """What a seat added. Before the deal only its mark is told, so that who comes later cannot
    choose by it; at an anonymous table not even that, since it might change with what its player
    does. Who sits where there, and for whom the site drew, is told after the end."""
    begun, hidden = table.started_at, table.hides_players()
    yours = (
        viewer.person is not None
        and seat.person_id == viewer.person
        and (begun is None or seat.joined_at <= begun)
    )
    value = contribution_of(seat, seed)
    return {
        "place": seat.place,
        "mark": engine.mark(value).hex() if begun or yours or not hidden else None,
        "value": value.hex() if begun or yours else None,
        "by_site": seat.contribution is None if yours or (begun and not hidden) else None,
        "seat": seat.number if not hidden or yours else None,
        "yours": yours,
    }


def _open(table: Table, viewer: _Viewer) -> list[str]:
    """The keys that are open to a viewer by now."""
    if table.started_at is None:
        return []
    if table.is_over:
        return list(engine.PURPOSES)
    seating = [] if table.hides_players() else ["seating"]
    own = [] if viewer.seat is None else [f"hand {viewer.seat}"]
    return [*seating, *_OF_ALL, *own]


def _drawn(table: Table, seat: Seat) -> list[str]:
    """What was left to chance, beside the hands."""
    seating = [] if table.tournament else ["seating"]
    return [*seating, "first", *(seat.game.left_to_chance or ())]


def _round(table: Table, game: Game) -> RoundOfDeal | None:
    """Where a tournament's table has its seed from. With the key of a round those of all earlier
    ones follow, so it is told when none of their games is played any more; and all games of a
    round are made together."""
    if game.round_key is None:
        return None
    key, number = game.round_key.reveal(), known(game.round_number)
    others = Game.objects.filter(tournament=game.tournament, status=Game.Status.RUNNING)
    is_open = table.is_over and not others.filter(round_number__lte=number).exists()
    return {
        "tournament": game.tournament,
        "number": number,
        "table": known(game.round_table),
        "commitment": engine.rounds_commitment(key, number),
        "key": key.hex() if is_open else None,
    }


def _dealt(table: Table, viewer: _Viewer) -> Dealt:
    """What it came to, by the first line of the log as the viewer may read it."""
    opening = Move.objects.values_list("events", flat=True).get(game_id=table.id, seq=0)
    began, *others = engine.redact(unpack(opening), viewer.seat, over=table.is_over)
    hands = [event for event in others if event["kind"] == "dealt"]
    return {
        "set": began["set"],
        "rules_version": known(table.rules_version),
        "deck": began["deck"],
        "first": began["first"],
        "direction": began["direction"],
        "hands": [
            {"hand": hand["hand"], "aside": hand["aside"] or []} if hand["hand"] else None
            for hand in hands
        ],
    }
