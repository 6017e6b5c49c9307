"""Why nothing came of it: no event tells of what did not happen.

By the events of a move alone, as whoever reads them may know them: a card's turn that brought
nothing, and a deed that did not pay, get `nothing`, the reason. `sentences.say` puts it into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.engine.events import Event

# With these a card begins to act, by its own rule or by another's.
_BEGINS = {"acts", "revealed", "copied", "used"}
# With these the game goes on to something else.
_GOES_ON = _BEGINS | {"waited", "events_began", "round_ended", "round_began", "game_over"}

# What each card does that may do nothing and asks nobody: the event that there would be.
_DOES = {
    "heir": ("gained", "effect"),
    "criminal": ("lost", None),
    "conspiracy": ("gained", "tokens"),
    "informant": ("gained", "effect"),
    "infiltration": ("tokens_put", None),
    "uprising": ("eliminated", None),
}
# Whoever eliminates one of these feels it, but for its own player.
_STRIKES_BACK = {"ambush", "trap", "extortion"}


def explain(events: Iterable[Event]) -> list[Event]:
    """The events of one move, or of several; those that need it with a reason more."""
    told = list(events)
    for begin, end in _turns(told):
        part = told[begin:end]
        reason = _of_turn(part)
        if reason:
            told[begin] = {**told[begin], "nothing": reason}
        for at, why in _of_deeds(part):
            told[begin + at] = {**part[at], "nothing": why}
    return told


def is_in_vain(move: str, events: Sequence[Event]) -> bool:
    """Whether a move was to collect where nothing lay: then no event tells of it at all."""
    first = events[: next(_turns(events), (0, 0))[1]]
    begun = bool(first) and first[0]["kind"] in _BEGINS
    return move == "gain" and (begun or not _has(first, "gained", "effect"))


def _turns(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """From where a card begins to act, or an answer is carried out, to what comes after."""
    starts = [0, *(at for at, event in enumerate(events) if at and event["kind"] in _GOES_ON)]
    return iter(zip(starts, [*starts[1:], len(events)], strict=True)) if events else iter(())


def _of_turn(part: Sequence[Event]) -> str:
    begins = part[0]
    if begins["kind"] not in _BEGINS:
        return ""
    rule = begins["card"] or ""
    if begins["kind"] == "copied" and rule == "shapeshifter":
        return "shapeshifter"
    if rule == "informant" and not any(event["kind"] == "forced" for event in part):
        return ""  # somebody is asked
    kind, why = _DOES.get(rule, ("", None))
    return rule if kind and not _has(part, kind, why) else ""


def _of_deeds(part: Sequence[Event]) -> Iterable[tuple[int, str]]:
    fallen = [(at, event) for at, event in enumerate(part) if event["kind"] == "eliminated"]
    if not fallen:
        return
    at, last = fallen[-1]
    if last["by"] == "substitution" and not _has(part, "entered"):
        yield at, "substitution"
    elif not _has(part, "gained", "elimination"):
        yield at, "cutthroat"
    elif (
        last["card"] in _STRIKES_BACK
        and last["controller"] == last["seat"]
        and not _has(part, "gained", "reaction")
    ):
        yield at, "own"


def _has(part: Sequence[Event], kind: str, why: str | None = None) -> bool:
    return any(event["kind"] == kind and why in {None, event.get("why")} for event in part)
