"""One table as a viewer may see it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TypeVar, cast
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.secret import Secret
from games import clock, engine, errors, pace
from games.engine import words
from games.engine.move_data import as_data
from games.engine.types import Holdings, Progress, known
from games.models import Game as Stored
from games.models import Invitation
from games.models.position import read_position
from games.models.table import Chair, Table, find_table, is_apart
from games.pace import Pace
from games.selectors import people
from games.selectors.feed import Cursor
from games.selectors.times import to_the_minute
from games.types import AsksAll, Game, Question, Seat, SeatClock


@dataclass(repr=False)
class Found:
    """A table that the viewer may know of, parsed and seen once, however many ask. Its state
    holds secrets: render it."""

    table: Table
    state_text: Secret[str] | None
    viewer: int | None
    settled: int = 0
    stays: bool = False

    @cached_property
    def state(self) -> engine.State | None:
        return read_state(self.table, self.state_text)

    @cached_property
    def seen(self) -> engine.View:
        """The engine's view of it."""
        return _seen(self.table, self.state, self.table.seat_of(self.viewer))

    def view(self, lang: str, *, in_short: bool = False) -> Game:
        """`in_short`: what a card brings about by its place alone is not worded."""
        return assemble(self.table, self.seen, self.viewer, lang, in_short=in_short)

    @property
    def place(self) -> Cursor:
        """In the feed, behind all that was read with the table: a stream from there on misses
        nothing."""
        return Cursor.behind(self.settled)

    def by_anybody(self) -> "Found":
        """The same as who does not sit there sees it."""
        found = Found(self.table, self.state_text, None, self.settled)
        found.state = self.state
        return found


def find_game(key: str, viewer: User | None) -> Found:
    """One query. NotFound alike for a table that is not there and one that is none of theirs."""
    person = viewer.pk if viewer else None
    found = find_table(key, person)
    if found is None:
        raise errors.NotFound
    return Found(found.table, found.state_text, person, found.settled, found.stays)


def find_by_link(token: str, viewer: User | None) -> Found:
    """The gathering table that a link opens, for whoever holds the link."""
    game = Stored.objects.filter(link=token).exclude(join="invitation").first()
    if game is None:
        invitation = (
            Invitation.objects.select_related("game")
            .filter(Invitation.OF_LINK, token=token, state="open")
            .first()
        )
        game = invitation.game if invitation else None
    if game is None or game.status != Stored.Status.GATHERING:
        raise errors.NotFound
    if viewer is not None and is_apart(game.key, viewer.pk):
        # As one who holds the link finds it who sits there: only their own seat leads there.
        find_game(game.key, viewer)
    # Seen with its creator's eyes to be found, and rendered for who holds the link.
    found = find_table(game.key, game.creator_id)
    assert found is not None
    return Found(found.table, found.state_text, viewer.pk if viewer else None, found.settled)


def read_state(table: Table, text: Secret[str] | None) -> engine.State | None:
    return None if text is None else read_position(table.key, text)


def table_view(table: Table, state: engine.State | None, viewer: int | None, lang: str) -> Game:
    """Everything that a client draws a table from. Its keys are always the same."""
    return assemble(table, _seen(table, state, table.seat_of(viewer)), viewer, lang)


def _seen(table: Table, state: engine.State | None, seat: int | None) -> engine.View:
    if state is None:
        return _NOTHING.copy()
    if table.is_over:
        return {**open_view(state, seat), "question": None}
    return engine.view(state, seat)


_One = TypeVar("_One")
# Moves by which a card comes to lie somewhere: there can be two hundred.
_PLACING = ("place ", "move ")
# What nobody knows before the deal: the fields are there, and null.
_NOTHING = cast(engine.View, dict.fromkeys(engine.View.__annotations__))
_NOBODY = cast(Holdings, dict.fromkeys(Holdings.__annotations__))


def assemble(
    table: Table, seen: engine.View, viewer: int | None, lang: str, *, in_short: bool = False
) -> Game:
    """The engine's view of a moment, with the table around it."""
    chair = table.chair_of(viewer)
    at_table = chair is not None and not chair.resigned
    waits = table.status == "gathering"
    terms = pace.of(table.pace, table.own_pace)
    return {
        "id": table.key,
        "name": table.name,
        "status": table.status,
        "seq": table.seq,
        "revision": table.revision,
        "set": table.set,
        "edition": table.edition,
        "deck": _from_the_deal(seen["deck"] or table.deck),
        "direction": _from_the_deal(table.direction or None),
        "seats_wanted": table.seats,
        "join": table.join,
        "link": table.link.reveal() if waits and at_table and table.join != "invitation" else None,
        "language": table.language,
        "talk": table.talk,
        "anonymous": table.anonymous,
        "rated": table.rated,
        "pace": {**pace.write(terms), "rests": terms.rests},
        "paused": {"since": table.paused_at, "until": known(table.wakes_at)}
        if table.paused_at
        else None,
        "together": table.together,
        "blind": table.blind,
        "stand_in": table.stand_in,
        "min_conduct": table.min_conduct,
        "estimated_end": _estimated_end(table, terms, seen),
        "start": table.start,
        "starts_at": table.starts_at,
        "closes_at": table.closes_at if waits else None,
        "fill_with_bots": table.fill_with_bots,
        "fill_with": table.fill_with if table.fill_with_bots else None,
        "spectators": table.spectators,
        "creator": people.creator(table, viewer),
        "tournament": table.tournament or None,
        "created_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": to_the_minute(table.ended_at),
        "changed_at": to_the_minute(table.changed_at),
        "you": table.seat_of(viewer),
        "at_table": at_table,
        "seats": _seats(table, seen["seats"], viewer),
        **_progress(seen),
        "question": _question(table, seen, lang, chair, in_short=in_short),
        "asks_all": _asks_all(table, chair),
        "deal": {
            "commitment": table.commitment,
            "scheme": table.deal_scheme or 1,
            "seed": table.seed.reveal().hex() if table.is_over else None,
        },
        "result": table.result,
    }


def _progress(seen: engine.View) -> Progress:
    # A view has all of it, by the same names.
    return cast(Progress, {field: seen.get(field) for field in Progress.__annotations__})


def _seats(table: Table, seen: list[Holdings], viewer: int | None) -> list[Seat]:
    return [
        {
            **(seen[index] if seen else _NOBODY),
            "family": _from_the_deal(words.FAMILIES[index] if seen else None),
            "player": people.player(table, chair, viewer),
            "stand_in": chair.stand_in,
            "clock": _from_the_deal(_clock(chair) if seen else None),
            "offered": chair.offered,
            "offered_by": chair.offered_by,
            "agrees_to_pause": chair.agrees_to_pause,
            "agrees_to_end": chair.agrees_to_end,
        }
        for index, chair in enumerate(table.chairs)
    ]


def _clock(chair: Chair) -> SeatClock:
    return {"bank": chair.bank, "misses": chair.misses, "absent": chair.absent}


def _from_the_deal(one: _One | None) -> _One:
    """What is null before it, as its field is marked to be."""
    return cast(_One, one)


def _estimated_end(table: Table, terms: Pace, seen: engine.View) -> datetime | None:
    """By what everybody sees of how far the game is, from its last change on."""
    if table.status != "running" or table.to_move is None:
        return None
    placed = (table.to_move - seen["first"]) % table.seats if seen["phase"] == "planning" else None
    row = len(seen["row"] or ())
    resolved = (seen["cursor"] - 1) / row if seen["cursor"] and row else 0.0
    left = clock.decisions_left(table.seats, seen["round"], placed=placed, resolved=resolved)
    if table.together:
        left = clock.decisions_worth(seen["round"], planning=seen["phase"] == "planning")
    # Exact it would give away the moment of the last move; and more would be made up.
    end = to_the_minute(clock.estimate(terms, table.changed_at, left))
    return end.replace(minute=0) if terms.rests else end


def _question(
    table: Table, seen: engine.View, lang: str, viewer: Chair | None, *, in_short: bool
) -> Question | None:
    question = seen["question"]
    if question is None or table.asks_all:
        return None
    names = people.names(table)
    moves = question["moves"]
    unsaid = _PLACING if in_short else ()
    asked: dict[str, object] = {
        "seat": question["seat"],
        "kind": question["kind"],
        "slot": question["slot"],
        "card": question["card"],
        "acts_as": question["acts_as"],
        "tokens": question["tokens"],
        "moves": None
        if moves is None
        else [
            {
                "move": move,
                "data": as_data(move),
                "says": "" if move.startswith(unsaid) else words.say_move(move, seen, lang, names),
            }
            for move in moves
        ],
        "asks": words.ask(question, lang, seen["you"], names),
        "deadline": _until(table, viewer),
    }
    return cast(Question, asked)  # the engine knows what goes with each kind


def _asks_all(table: Table, viewer: Chair | None) -> AsksAll | None:
    if not table.asks_all:
        return None
    return {"seq": known(table.asked_seq), "until": _until(table, viewer)}


def _until(table: Table, viewer: Chair | None) -> datetime | None:
    deadline = people.deadline(table, viewer.person if viewer else None)
    zone = ZoneInfo(viewer.zone) if viewer and viewer.zone else UTC
    return deadline and deadline.astimezone(zone)


def open_view(state: engine.State, seat: int | None) -> engine.View:
    """A moment of a game that is over, with everything open: what each seat knew, put together."""
    seen = engine.view(state, seat)
    for other in range(state.seats):
        their = engine.view(state, other)
        yours = known(their["yours"])
        seen["seats"][other]["hand_cards"] = yours["hand"]
        seen["seats"][other]["aside_cards"] = yours["aside"]
        for slot, theirs in zip(seen["row"], their["row"], strict=True):
            pairs = zip(
                [*slot["covered"], slot["top"]], [*theirs["covered"], theirs["top"]], strict=True
            )
            for card, knows in pairs:
                card["card"] = card["card"] or knows["card"]
    return seen
