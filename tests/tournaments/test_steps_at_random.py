"""Steps of the desk in situations of every format, drawn at random: what is foretold is what comes
of them, and what is taken back is as it was.

    STEPS=10000 pytest tests/tournaments/test_steps_at_random.py

tries so many; without it a few in a situation of each format.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import errors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Round, Tournament, TournamentTable
from games.tournaments.services.desk import FOR_GOOD, STEPS, effects, recording
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_at_once, end_round, running_games

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0 if "STEPS" in os.environ else 300)]

FORMATS: dict[str, list[dict[str, Any]]] = {
    "swiss": [
        {"format": "swiss", "sets": ["oriflamme"], "rounds": 3},
        {"format": "final", "sets": ["ablaze"], "rounds": 1, "takes": 4},
    ],
    "robin": [{"format": "robin", "sets": ["oriflamme"], "rounds": 3}],
    "knockout": [{"format": "knockout", "sets": ["oriflamme"]}],
    "league": [{"format": "league", "sets": ["oriflamme"], "rounds": 2, "divisions": 2}] * 2,
}
PHASES = ("open", "drawn", "playing", "some over", "between")
AT_LENGTH = "STEPS" in os.environ
SITUATIONS = [(form, phase) for form in FORMATS for phase in PHASES]
# In short a situation of each format, and each phase but one.
SITUATIONS = SITUATIONS if AT_LENGTH else [*zip(FORMATS, PHASES[1:], strict=True)]
EACH = int(os.environ["STEPS"]) // len(SITUATIONS) if AT_LENGTH else 6
PEOPLE = 11


@pytest.fixture
def situation(announce: Announce, organiser: User, person: Cast) -> Callable[..., Tournament]:
    def make(form: str, phase: str) -> Tournament:
        cup = announce(
            capacity=PEOPLE - 2,
            stages=FORMATS[form],
            break_for=86_400,
            first_break_for=86_400,
            late_until=2,
            admission="approval" if phase == "open" else "open",
        )
        for one in crowd(PEOPLE):
            tournaments.enter_tournament(key=cup.key, person=one)
        if phase == "open":
            for entry in Entry.objects.filter(tournament=cup, number__lte=6):
                take(cup, "admit", handle=entry.person.handle)
            return cup
        take(cup, "start")
        tournaments.advance(key=cup.key)
        if phase != "drawn":
            Round.objects.filter(tournament=cup).update(begins_at=timezone.now())
            Tournament.objects.filter(pk=cup.pk).update(due_at=timezone.now())
            tournaments.advance(key=cup.key)
            assert running_games(cup)
        if phase == "some over":
            end_at_once(running_games(cup)[0])
            tournaments.advance(key=cup.key)
        if phase == "between":
            end_round(cup)
            tournaments.advance(key=cup.key)
        cup.refresh_from_db()
        return cup

    def take(cup: Tournament, step: str, **wish: Any) -> None:
        tournaments.take_step(key=cup.key, person=organiser, step=step, **wish)

    return make


def wishes(cup: Tournament, rng: random.Random, strangers: list[str]) -> dict[str, Any]:
    """Whatever a step could ask for, some of it nonsense."""
    entered = list(Entry.objects.filter(tournament=cup).values_list("person__handle", flat=True))
    rounds = list(Round.objects.filter(tournament=cup).order_by("ordinal"))
    table = rng.choice(list(TournamentTable.objects.filter(round__tournament=cup)) or [None])
    ranks = [rng.randrange(1, 6) for _ in range(5)]
    seats = list(table.sittings.values_list("entry__person__handle", flat=True)) if table else []
    handle = rng.choice(entered)
    return {
        "handle": handle,
        "other": rng.choice([one for one in entered if one != handle]),
        "stranger": rng.choice(strangers),
        "round": table.round.ordinal if table else len(rounds),
        "table": table.number if table else 1,
        "hours": rng.randrange(1, 50),
        "points": rng.choice([-3, 2.5, 12]),
        "how": rng.choice(["adjudicate", "stand_ins"]),
        "reason": "So it is.",
        "words": "Hello.",
        "seed": rng.randrange(0, 9),
        "team": rng.choice(["Owls", "Ravens", ""]),
        "results": [{"handle": one, "rank": rank} for one, rank in zip(seats, ranks, strict=False)],
        "settings": rng.choice(
            [{"capacity": 30}, {"pace": "live"}, {"stages": FORMATS["swiss"][:1]}, {"title": "x"}]
        ),
    }


ASKS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("admit", "refuse"), ("handle",)),
    **dict.fromkeys(("drop", "disqualify"), ("handle", "reason")),
    **dict.fromkeys(("keep_apart", "let_meet"), ("handle", "other")),
    "adjust": ("handle", "points", "reason"),
    "seed": ("handle", "seed"),
    "team": ("handle", "team"),
    "extend": ("table", "hours"),
    "fix": ("round", "table", "results", "reason"),
    "decide": ("round", "table", "how", "reason"),
    "change": ("settings",),
    "announce": ("words",),
    "nudge": ("table",),
    "pause": ("reason",),
    "call_off": ("reason",),
}


def a_step(cup: Tournament, rng: random.Random, strangers: list[str]) -> tuple[str, dict[str, Any]]:
    """A step and what it is told."""
    can = wishes(cup, rng, strangers)
    # An objection is a thing of its own; nothing has been taken back yet.
    name = rng.choice([name for name in STEPS if name != "answer"])
    if name in {"add", "add_organiser"}:
        return name, {"handle": can["stranger"]}
    if name == "remove_organiser":
        return name, {"handle": can["handle"]}
    if name == "replace":
        return name, {"handle": can["handle"], "other": can["stranger"], "reason": "Ill"}
    if name == "move":
        to = rng.choice(["table", "other"])
        return name, {"handle": can["handle"], to: can[to]}
    return name, {field: can[field] for field in ASKS.get(name, ())}


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize(("form", "phase"), SITUATIONS)
def test_steps(
    situation: Callable[..., Tournament], organiser: User, person: Cast, form: str, phase: str
) -> None:
    cup = situation(form, phase)
    strangers = [person(name).handle for name in ("ivan", "judy", "mallory")]
    rng = random.Random(f"{form} {phase} {os.environ.get('SEED', '1')}")
    taken: Counter[str] = Counter()
    for _ in range(EACH * 8):
        if taken.total() >= EACH:
            break
        name, wish = a_step(cup, rng, strangers)
        try:
            with taken_back():
                foretold(cup, organiser, name, wish)
            if name not in FOR_GOOD:
                with taken_back():
                    undone(cup, organiser, name, wish)
        except errors.Refusal:
            continue
        taken[name] += 1
    assert taken.total() >= EACH, taken


def foretold(cup: Tournament, organiser: User, name: str, wish: dict[str, Any]) -> None:
    """What a dry run says is what the step says, and what has come of it when all is done."""
    stood = effects.look(cup)
    dry = take(cup, organiser, name, dry_run=True, **wish)
    assert effects.look(cup) == stood, name
    done = take(cup, organiser, name, **wish)
    assert dry["effects"] == done["effects"], (name, wish)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    assert effects.compare(cup, stood, effects.look(cup)) == done["effects"], (name, wish)


def undone(cup: Tournament, organiser: User, name: str, wish: dict[str, Any]) -> None:
    """Taken back, every row is as it was; seats, places and points among them."""
    before = recording.photograph(cup)
    done = take(cup, organiser, name, **wish)
    if not done["can_be_undone"]:
        assert recording.photograph(cup) == before, (name, wish)
        return
    take(cup, organiser, "undo")
    after = recording.photograph(cup)
    if name in {"pause", "resume"}:  # all times are later by as long as it was paused
        return
    assert recording.difference(before, after) == {}, (name, wish)


def take(cup: Tournament, organiser: User, name: str, **wish: Any) -> Any:
    taken = tournaments.take_step(key=cup.key, person=organiser, step=name, **wish)
    cup.refresh_from_db()
    return taken
