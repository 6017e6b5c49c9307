"""A first game to learn by: three rounds against two bots, always from the same deal.

It lies in nobody's database: all of it follows from the moves that the learner has made so far,
which the page carries along. The bots are the ones of every table, and each decides as it did
before, so the same moves lead to the same game.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, cast

from games import bots, engine
from games.bots import STAND_IN
from games.engine import words
from games.engine.move_data import as_data
from games.faces import unfolding
from games.faces.steps import groups
from games.selectors.course import Course
from games.types import Event, Game, Told

YOU, ROUNDS = 2, 3
# More than anybody decides in three rounds.
MOST_MOVES = 40
_HANDS = (
    "ambush archer assassination conspiracy lord shapeshifter spy",
    "archer conspiracy heir lord royal_decree soldier spy",
    "ambush archer conspiracy heir lord soldier spy",
)
# With this a learner meets most of what there is; from then on a careful player's choice is lit.
_FIRST = "place soldier end"
_KINDS = frozenset(engine.kinds_of("oriflamme"))


class Lesson(NamedTuple):
    """Where the learner is. `made`: their moves that counted; `number`: of this decision."""

    view: Game
    made: list[str]
    # What happened since the last of them, from how it was then.
    course: Course
    # What a careful player would do now; "" when the three rounds are over.
    suggested: str
    # How many decisions are still to come, this one too, for whoever follows what is suggested.
    left: int

    @property
    def is_over(self) -> bool:
        return not self.suggested


def lesson(moves: Sequence[str], lang: str, names: Sequence[str]) -> Lesson:
    """After these moves; the first one that cannot be ends them."""
    state = engine.new_game(
        set="oriflamme",
        seats=3,
        first=0,
        hands=[hand.split() for hand in _HANDS],
        aside=[_KINDS - {*hand.split()} for hand in _HANDS],
    )
    opening = engine.redact(engine.opening(state), YOU)
    before = unfolding.begin(_at_a_table(engine.view(state, YOU)), opening)
    entries = [_answers(state)]
    made: list[str] = []
    for move in moves[:MOST_MOVES]:
        if _is_over(state) or move not in engine.legal_moves(state):
            break
        for entry in entries:
            _carry_on(before, entry)
        entries = [_entry(move, engine.play(state, move, seat=YOU)), _answers(state)]
        made.append(move)
    over = _is_over(state)
    seen = engine.view(state, YOU)
    return Lesson(
        view=_worded(seen, lang, names, over=over),
        made=made,
        course=Course(before, [_said(entry, lang, names) for entry in entries]),
        suggested="" if over else _suggested(seen, made),
        left=_left(state, made),
    )


def _left(state: engine.State, made: Sequence[str]) -> int:
    ahead, so_far = state.copy(), list(made)
    while not _is_over(ahead) and len(so_far) < MOST_MOVES:
        move = _suggested(engine.view(ahead, YOU), so_far)
        engine.play(ahead, move, seat=YOU)
        _answers(ahead)
        so_far.append(move)
    return len(so_far) - len(made)


def _suggested(view: engine.View, made: Sequence[str]) -> str:
    return bots.choose(STAND_IN, view, Random(len(made))) if made else _FIRST


def _is_over(state: engine.State) -> bool:
    return state.round > ROUNDS or state.phase == "over"


Happened = tuple[str, list[engine.Event]]


def _entry(move: str, events: list[engine.Event]) -> Happened:
    return move, [
        event
        for event in engine.redact(events, YOU)
        if not (event["kind"] == "round_began" and event["round"] > ROUNDS)
    ]


def _answers(state: engine.State) -> Happened:
    """What the bots do until the learner is asked."""
    events: list[engine.Event] = []
    while not _is_over(state) and (seat := engine.to_move(state)) != YOU and seat is not None:
        rng = Random(f"{state.round} {len(state.row)} {state.cursor} {seat}")
        events += engine.play(state, bots.choose(STAND_IN, engine.view(state, seat), rng))
    return _entry("", events)


def _carry_on(view: unfolding.View, told: Happened) -> None:
    for group in groups(told[1]):
        unfolding.happen(view, group)


def _said(told: Happened, lang: str, names: Sequence[str]) -> Told:
    move, events = told
    return {
        "seq": 0,
        "seat": None,
        "nothing": words.nothing("informant", lang) if words.is_in_vain(move, events) else None,
        "events": [
            cast(Event, {**event, "says": words.say(event, lang, YOU, names)})
            for event in words.explain(events)
        ],
    }


def _at_a_table(view: engine.View) -> dict[str, object]:
    """With what a table puts around the engine's view, as far as a board shows it."""
    return {**view, "seats": [{**seat, "stand_in": False} for seat in view["seats"]]}


def _worded(view: engine.View, lang: str, names: Sequence[str], *, over: bool) -> Game:
    question, seen = view["question"], {**_at_a_table(view), "rounds": ROUNDS}
    if over or question is None:
        return cast(Game, {**seen, "round": min(view["round"], ROUNDS), "question": None})
    said = [
        {"move": move, "data": as_data(move), "says": words.say_move(move, view, lang, names)}
        for move in question["moves"] or ()
    ]
    asks = words.ask(question, lang, YOU, names)
    return cast(Game, {**seen, "question": {**question, "moves": said, "asks": asks}})
