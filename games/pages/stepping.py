"""What happened, step by step, as a page shows it: the row after each step, and the words for it.

Every slot that differs is written once, as the page writes it, and each step names those that lie
in its row; so a game of two hundred steps weighs little more than the cards that were in it. A
script puts them in place (`steps.js`); without one the server shows one step a page.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypedDict, cast

from games.engine import words
from games.engine.types import Board, Slot
from games.faces import unfolding
from games.faces.steps import Step, steps
from games.faces.text import what_lies
from games.faces.unfolding import View
from games.pages import board, row
from games.selectors.course import Course
from games.types import Game

# Of more than so many moves a page tells in words alone.
MOST = 120
# Of these a second line says what the card does.
_WITH_EFFECT = {"gain", "lose", "steal", "strike", "token", "nothing"}


class Frame(TypedDict):
    """How the table looks: its slots by number and by what is written of them."""

    row: list[list[int]]
    cloth: str
    two: bool
    seats: list[list[int]]


def frames(course: Course, lang: str, names: Sequence[str]) -> dict[str, object]:
    """All steps, for the script; `first` is how it was before them."""
    return _frames(course, lambda view, place: _slot(view, place, lang, names), lang)


def readable(course: Course, lang: str, names: Sequence[str]) -> dict[str, object]:
    """The same with cards that can be read and stacks that can be looked through, for whoever has
    time: `large` is every card that is known in a step."""
    known_: set[tuple[str, int]] = set()

    def slot(view: View, place: Slot) -> str:
        known_.update(board.known_cards([place]))
        if not row.to_read(place):
            return _slot(view, place, lang, names)
        return board.readable(cast(Game, view), place, _says(place, lang, names), lang, names)

    told = _frames(course, slot, lang)
    return {**told, "large": board.large(known_, lang)}


def _frames(course: Course, write: Callable[[View, Slot], str], lang: str) -> dict[str, object]:
    written: dict[str, int] = {}
    view = course.before

    def shown(seen: View) -> Frame:
        slots = seen["row"]
        return {
            "row": [
                [place["id"], written.setdefault(write(seen, place), len(written))]
                for place in slots
            ],
            "cloth": row.cloth(len(slots)),
            "two": row.has_two_lines(len(slots)),
            "seats": [[seat["influence"], seat["hand"]] for seat in seen["seats"]],
        }

    first = before = shown(view)
    told = []
    for step, seen in _each(course):
        now = shown(seen)
        lie = {place for place, _n in now["row"]}
        told.append(
            {
                "sort": step.sort,
                "seq": step.seq,
                "says": step.says,
                "more": more(step, lang),
                **now,
                "at": step.at,
                "gone": [place for place, _n in before["row"] if place not in lie],
                "change": sorted(step.change.items()),
            }
        )
        before = now
    return {"first": {**first, "change": []}, "slots": list(written), "steps": told}


def dense(told: dict[str, object]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Shown:
    """One step of several, and the table as it stands then."""

    says: str
    more: str
    number: int
    count: int
    view: Game


def step_at(course: Course, number: int, lang: str) -> Shown | None:
    shown: tuple[Step, View] | None = None
    count = 0
    for step, seen in _each(course):
        count += 1
        if count == number:
            shown = step, _as_it_stands(seen, step.at)
    if shown is None:
        return None
    step, view = shown
    return Shown(step.says, more(step, lang), number, count, cast(Game, view))


def _as_it_stands(view: View, at: int | None) -> View:
    """A copy, for it is carried on; the slot where something happened is marked as if asked of."""
    row = [
        {**place, "top": dict(place["top"]), "covered": [dict(one) for one in place["covered"]]}
        for place in view["row"]
    ]
    slot = next((place["slot"] for place in row if place["id"] == at), None)
    return {
        **view,
        "row": row,
        "seats": [{**seat, "discard": list(seat["discard"])} for seat in view["seats"]],
        "question": {"seat": -1, "kind": "", "slot": slot, "moves": None},
    }


def more(step: Step, lang: str) -> str:
    """What follows, or else why: what the card does."""
    if step.more:
        return " ".join(step.more)
    if step.card and step.sort in _WITH_EFFECT:
        return f"{words.name(step.card, lang)}: {words.effect(step.card, lang)}"
    return ""


def _each(course: Course) -> Iterator[tuple[Step, View]]:
    view = course.before
    for step, groups in steps(course.entries):
        step.at = _id(view, step.slot) if step.sort in {"strike", "leave"} else None
        for events in groups:
            unfolding.happen(view, events)
        step.at = step.at or _id(view, step.slot)
        yield step, view


def _id(view: View, slot: int | None) -> int | None:
    if slot is None or slot > len(view["row"]):
        return None
    found: int = view["row"][slot - 1]["id"]
    return found


def _slot(view: View, place: Slot, lang: str, names: Sequence[str]) -> str:
    says = escape(_says(place, lang, names))
    inner = f'<span class="vh">{says}</span>{row.lying(cast(Board, view), place, lang)}'
    return inner + (row.badge(place["covered"]) if place["covered"] else "")


def _says(place: Slot, lang: str, names: Sequence[str]) -> str:
    return f"{place['slot']}. {names[place['controller']]}: {what_lies(place, lang)}"
