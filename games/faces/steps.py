"""What happened, as steps to be shown one after the other: one thing moves in each.

One pure function makes them, of the moves' events as their reader is told them (with `says`); the
page of a table, its replay and its end all show these. What belongs together is one step: an
elimination and what it pays, a card's turn and what comes of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Event = Mapping[str, Any]
Entry = Mapping[str, Any]

# How each kind of event moves; those that are missing move nothing.
SORTS = {
    "played": "lay",
    "entered": "lay",
    "waited": "token",
    "tokens_put": "token",
    "tokens_returned": "token",
    "marked": "token",
    "revealed": "turn",
    "turned_down": "turn",
    "gained": "gain",
    "lost": "lose",
    "stole": "steal",
    "eliminated": "strike",
    "discarded": "leave",
    "kept": "leave",
    "moved": "move",
    "swapped": "swap",
    "bribed": "bribe",
    "round_ended": "round",
    "round_began": "round",
    "game_over": "end",
}
# They are said with what comes of them.
_OPENINGS = {"acts", "events_began"}
# Nobody needs to be told that there was nothing to choose, or of the deal.
_UNTOLD = {"forced", "dealt", "game_began"}


@dataclass(slots=True)
class Step:
    """`says` is the sentence, `more` what follows from it. `slot`: where it is done. `card`: whose
    effect it is. `change`: what each seat gained or lost. `at`: the id of that slot, for whoever
    carries the steps out."""

    sort: str
    seq: int
    says: str
    more: list[str] = field(default_factory=list)
    slot: int | None = None
    card: str | None = None
    change: dict[int, int] = field(default_factory=dict)
    at: int | None = None

    def add(self, event: Event) -> None:
        """What somebody gained or lost."""
        seat, amount = event["seat"], event.get("amount", 0)
        if event["kind"] == "lost":
            amount = -amount
        if event["kind"] == "stole":
            self.change[event["victim"]] = self.change.get(event["victim"], 0) - amount
        self.change[seat] = self.change.get(seat, 0) + amount


def steps(entries: Sequence[Entry]) -> Iterator[tuple[Step, list[list[Event]]]]:
    """Each with the events that happen in it, to be carried out together group by group."""
    for entry in entries:
        if entry["nothing"]:
            yield Step("nothing", entry["seq"], entry["nothing"]), []
        yield from _of_move(entry)


def groups(events: Sequence[Event]) -> list[list[Event]]:
    """What is carried out together, where nobody wants to see the steps."""
    together: list[list[Event]] = []
    for event in events:
        _carry_out(together, event)
    return together


def _of_move(entry: Entry) -> Iterator[tuple[Step, list[list[Event]]]]:
    step: Step | None = None
    groups: list[list[Event]] = []
    opening: Event | None = None
    for event in entry["events"]:
        kind = event["kind"]
        if step is not None and not _belongs(event, step):
            yield step, groups
            step, groups = None, []
        _carry_out(groups, event)
        if kind in _UNTOLD:
            continue
        if step is not None:
            _join(step, event)
        elif kind in _OPENINGS and "nothing" not in event:
            if opening is not None and opening["kind"] == "acts":
                yield _begin(entry, opening), []
            opening = event
        else:
            step = _begin(entry, event)
            if opening is not None and opening["kind"] == "acts":
                if step.card != opening["card"]:
                    step.more.insert(0, opening["says"])
                step.card = step.card or opening["card"]
                step.slot = step.slot or opening["slot"]
            opening = None
    if step is not None:
        yield step, groups
    elif opening is not None:
        yield _begin(entry, opening), groups
    elif groups:
        yield Step("begin", entry["seq"], entry["events"][0]["says"]), groups


def _begin(entry: Entry, event: Event) -> Step:
    kind = event["kind"]
    step = Step(SORTS.get(kind, "act"), entry["seq"], event["says"], card=_actor(event))
    if "nothing" in event and step.sort == "act":
        step.sort = "nothing"
    step.slot = event.get("to") or event.get("slot")
    if kind in {"gained", "lost", "stole"}:
        step.add(event)
    if kind in {"eliminated", "discarded", "kept"}:
        step.slot = event.get("by_slot", event["slot"])
    return step


def _actor(event: Event) -> str | None:
    kind = event["kind"]
    if kind in {"eliminated", "tokens_put", "marked", "entered"}:
        return str(event["by"])
    if kind in {"gained", "stole", "lost", "acts", "revealed", "copied", "used", "no_target"}:
        return str(event["card"])
    return None


# Of an event (and its `why`, where it has one), the steps that it is told in.
_TOGETHER: dict[tuple[str, str | None], set[str]] = {
    ("events_began", None): {"lay"},
    ("round_began", None): {"round"},
    ("eliminated", None): {"strike"},
    ("gained", "elimination"): {"strike"},
    ("gained", "bonus"): {"strike"},
    ("gained", "tokens"): {"turn"},
    ("tokens_returned", "reveal"): {"turn"},
    ("tokens_returned", "cost"): {"turn"},
    # An intrigue that has done its work leaves with it.
    ("discarded", "done"): {*SORTS.values(), "act", "nothing"} - {"round", "turn"},
}


def _belongs(event: Event, step: Step) -> bool:
    """Whether it is told in the same step as what came before."""
    kind = event["kind"]
    return kind in _UNTOLD or step.sort in _TOGETHER.get((kind, event.get("why")), ())


def _join(step: Step, event: Event) -> None:
    step.more.append(event["says"])
    if event["kind"] == "gained":
        step.add(event)


def _carry_out(groups: list[list[Event]], event: Event) -> None:
    if event["kind"] == "eliminated" and groups and groups[-1][-1]["kind"] == "eliminated":
        groups[-1].append(event)
    else:
        groups.append([event])
