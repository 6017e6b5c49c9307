"""One table as a viewer may see it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.secret import Secret
from games import clock, engine, errors, pace
from games.engine import words
from games.models import Game, Invitation
from games.models.position import read_position
from games.models.table import Chair, Table, find_table, is_apart
from games.pace import Pace
from games.selectors import people
from games.selectors.times import to_the_minute

View = dict[str, Any]


@dataclass(repr=False)
class Found:
    """A table that the viewer may know of, parsed and seen once, however many ask. Its state
    holds secrets: render it."""

    table: Table
    state_text: Secret[str] | None
    viewer: int | None

    @cached_property
    def state(self) -> engine.State | None:
        return read_state(self.table, self.state_text)

    @cached_property
    def seen(self) -> View:
        """The engine's view of it."""
        return _seen(self.table, self.state, self.table.seat_of(self.viewer))

    def view(self, lang: str) -> View:
        return assemble(self.table, self.seen, self.viewer, lang)

    def by_anybody(self) -> "Found":
        """The same as who does not sit there sees it."""
        found = Found(self.table, self.state_text, None)
        found.state = self.state
        return found


def find_game(key: str, viewer: User | None) -> Found:
    """One query. NotFound alike for a table that is not there and one that is none of theirs."""
    person = viewer.pk if viewer else None
    found = find_table(key, person)
    if found is None:
        raise errors.NotFound
    return Found(*found, person)


def find_by_link(token: str, viewer: User | None) -> Found:
    """The gathering table that a link opens, for whoever holds the link."""
    game = Game.objects.filter(link=token).exclude(join="invitation").first()
    if game is None:
        invitation = (
            Invitation.objects.select_related("game")
            .filter(token=token, state="open", person=None)
            .first()
        )
        game = invitation.game if invitation else None
    if game is None or game.status != Game.Status.GATHERING:
        raise errors.NotFound
    if viewer is not None and is_apart(game.key, viewer.pk):
        # As one who holds the link finds it who sits there: only their own seat leads there.
        find_game(game.key, viewer)
    # Seen with its creator's eyes to be found, and rendered for who holds the link.
    found = find_table(game.key, game.creator_id)
    assert found is not None
    return Found(*found, viewer.pk if viewer else None)


def read_state(table: Table, text: Secret[str] | None) -> engine.State | None:
    return None if text is None else read_position(table.key, text)


def table_view(table: Table, state: engine.State | None, viewer: int | None, lang: str) -> View:
    """Everything that a client draws a table from. Its keys are always the same."""
    return assemble(table, _seen(table, state, table.seat_of(viewer)), viewer, lang)


def _seen(table: Table, state: engine.State | None, seat: int | None) -> View:
    if state is None:
        return dict.fromkeys(_GAME)
    if table.is_over:
        return open_view(state, seat) | {"question": None}
    return engine.view(state, seat)


# What the engine's view tells of a game, and nobody knows before its start.
_GAME = (*("round", "rounds", "phase", "cursor", "first", "row", "verdicts", "yours", "question"),)
# … and of a seat.
_OF_SEAT = (
    *("seat", "influence", "hand", "aside", "discard", "kept", "twin_waiting", "bribe_token"),
    *("hand_cards", "aside_cards"),
)
_NOBODY = dict.fromkeys(_OF_SEAT)


def assemble(table: Table, seen: View, viewer: int | None, lang: str) -> View:
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
        "deck": seen.get("deck", table.deck),
        "direction": table.direction or None,
        "seats_wanted": table.seats,
        "join": table.join,
        "link": table.link.reveal() if waits and at_table and table.join != "invitation" else None,
        "language": table.language,
        "talk": table.talk,
        "anonymous": table.anonymous,
        "rated": table.rated,
        "pace": {**pace.write(terms), "rests": terms.rests},
        "paused": table.paused_at and {"since": table.paused_at, "until": table.wakes_at},
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
        "seats": _seats(table, seen.get("seats"), viewer),
        **{key: seen[key] for key in _GAME if key != "question"},
        "question": _question(table, seen, lang, chair),
        "deal": {
            "commitment": table.commitment,
            "scheme": table.deal_scheme or 1,
            "seed": table.seed.reveal().hex() if table.is_over else None,
        },
        "result": table.result,
    }


def _seats(table: Table, seen: list[View] | None, viewer: int | None) -> list[View]:
    return [
        {
            **(seen[index] if seen else _NOBODY),
            "family": words.FAMILIES[index] if seen else None,
            "player": people.player(table, chair, viewer),
            "stand_in": chair.stand_in,
            "clock": {"bank": chair.bank, "misses": chair.misses, "absent": chair.absent}
            if seen
            else None,
            "offered": chair.offered,
            "offered_by": chair.offered_by,
            "agrees_to_pause": chair.agrees_to_pause,
            "agrees_to_end": chair.agrees_to_end,
        }
        for index, chair in enumerate(table.chairs)
    ]


def _estimated_end(table: Table, terms: Pace, seen: View) -> datetime | None:
    """By what everybody sees of how far the game is, from its last change on."""
    if table.status != "running" or table.to_move is None:
        return None
    placed = (table.to_move - seen["first"]) % table.seats if seen["phase"] == "planning" else None
    row = len(seen["row"] or ())
    resolved = (seen["cursor"] - 1) / row if seen["cursor"] and row else 0.0
    left = clock.decisions_left(table.seats, seen["round"], placed=placed, resolved=resolved)
    # Exact it would give away the moment of the last move; and more would be made up.
    end = to_the_minute(clock.estimate(terms, table.changed_at, left))
    return end.replace(minute=0) if terms.rests else end


def _question(table: Table, seen: View, lang: str, viewer: Chair | None) -> View | None:
    question = seen["question"]
    if question is None:
        return None
    names = people.names(table)
    moves = question["moves"]
    deadline = people.deadline(table, viewer.person if viewer else None)
    zone = ZoneInfo(viewer.zone) if viewer and viewer.zone else UTC
    return {
        **question,
        "asks": words.ask(question, lang, seen["you"], names),
        "deadline": deadline and deadline.astimezone(zone),
        "moves": moves
        and [{"move": move, "says": words.say_move(move, seen, lang, names)} for move in moves],
    }


def open_view(state: engine.State, seat: int | None) -> View:
    """A moment of a game that is over, with everything open: what each seat knew, put together."""
    seen = engine.view(state, seat)
    for other in range(state.seats):
        known = engine.view(state, other)
        seen["seats"][other]["hand_cards"] = known["yours"]["hand"]
        seen["seats"][other]["aside_cards"] = known["yours"]["aside"]
        for slot, theirs in zip(seen["row"], known["row"], strict=True):
            pairs = zip(
                [*slot["covered"], slot["top"]], [*theirs["covered"], theirs["top"]], strict=True
            )
            for card, knows in pairs:
                card["card"] = card["card"] or knows["card"]
    return seen
