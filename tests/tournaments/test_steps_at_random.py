"""Steps of the desk in situations of every format, drawn at random: what is foretold is what comes
of them, and what is taken back is as it was.

    STEPS=10000 SEED=1 pytest -s tests/tournaments/test_steps_at_random.py

tries so many, of one in ten also the preview; without it a few in a situation of each format.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games import errors
from games.tournaments import services as tournaments
from games.tournaments.importing import Row
from games.tournaments.models import Entry, Round, Tournament, TournamentTable, undoable_now
from games.tournaments.models.rows import Rows, difference, photograph
from games.tournaments.services.desk import FOR_GOOD, KINDS, effects
from notifications.models import Notification
from tests import bounded
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_at_once, end_round, running_games
from tests.tournaments.soundness import must_be_whole

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0 if "STEPS" in os.environ else 300)]

# Situations are made anew after so many steps.
FROM_ONE = 50
FORMATS: dict[str, list[dict[str, Any]]] = {
    "swiss": [
        {"format": "swiss", "sets": ["oriflamme"], "rounds": 3},
        {"format": "final", "sets": ["ablaze"], "rounds": 1, "takes": 4},
    ],
    "robin": [{"format": "robin", "sets": ["oriflamme"], "rounds": 3}],
    "knockout": [{"format": "knockout", "sets": ["oriflamme"]}],
    "league": [{"format": "league", "sets": ["oriflamme"], "rounds": 2, "divisions": 2}] * 2,
    "final": [{"format": "final", "sets": ["oriflamme"], "rounds": 2}],
}
PHASES = ("open", "drawn", "playing", "some over", "between")
AT_LENGTH = "STEPS" in os.environ
SITUATIONS = [(form, phase) for form in FORMATS for phase in PHASES]
# In short a situation of each format, and each phase.
SITUATIONS = SITUATIONS if AT_LENGTH else [*zip(FORMATS, PHASES, strict=True)]
EACH = -(-int(os.environ["STEPS"]) // len(SITUATIONS)) if AT_LENGTH else 5


@pytest.fixture
def situation(announce: Announce, organiser: User, person: Cast) -> Callable[..., Tournament]:
    def make(form: str, phase: str, rng: random.Random) -> Tournament:
        people = 7 if form == "final" else rng.randrange(8, 15)
        cup = announce(
            capacity=people - 2,
            stages=FORMATS[form],
            team_counts=2 if form == "swiss" else 0,
            break_for=86_400,
            first_break_for=86_400,
            late_until=2,
            admission="approval" if phase == "open" else "open",
        )
        for one in crowd(people):
            tournaments.enter_tournament(key=cup.key, person=one)
        if phase == "open":
            for entry in Entry.objects.filter(tournament=cup, number__lte=5):
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
            game = running_games(cup)[0]
            end_at_once(game)
            tournaments.advance(key=cup.key)
            one = game.chairs.order_by("pk")[rng.randrange(3)].person
            assert one is not None
            table = TournamentTable.objects.get(game=game).number
            tournaments.object_to(key=cup.key, person=one, round=1, table=table, text="I was first")
        if phase == "between":
            end_round(cup)
            tournaments.advance(key=cup.key)
        cup.refresh_from_db()
        return cup

    def take(cup: Tournament, step: str, **wish: Any) -> None:
        tournaments.take_step(key=cup.key, person=organiser, step=step, **wish)

    return make


@dataclass
class Scene:
    """Whom and what a step can be about; all that is tried here is taken back."""

    entered: list[str]
    strangers: list[str]
    rounds: int
    # Round, number, and who sits there.
    tables: list[tuple[int, int, list[str]]]


def look_at(cup: Tournament, strangers: list[str]) -> Scene:
    tables = TournamentTable.objects.filter(round__tournament=cup).order_by("pk")
    return Scene(
        entered=[
            *Entry.objects.filter(tournament=cup)
            .order_by("number")
            .values_list("person__handle", flat=True)
        ],
        strangers=strangers,
        rounds=Round.objects.filter(tournament=cup).count(),
        tables=[
            (
                table.round.ordinal,
                table.number,
                [*table.sittings.values_list("entry__person__handle", flat=True)],
            )
            for table in tables.select_related("round")
        ],
    )


def wishes(scene: Scene, rng: random.Random) -> dict[str, Any]:
    """Whatever a step could ask for, some of it nonsense."""
    ordinal, number, seats = rng.choice(scene.tables or [(scene.rounds, 1, [])])
    ranks = [rng.randrange(1, 6) for _ in range(5)]
    handle = rng.choice(scene.entered)
    return {
        "handle": handle,
        "other": rng.choice([one for one in scene.entered if one != handle]),
        "stranger": rng.choice(scene.strangers),
        "round": ordinal,
        "table": number,
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


def a_step(scene: Scene, rng: random.Random, without: set[str]) -> tuple[str, dict[str, Any]]:
    """A step and what it is told."""
    can = wishes(scene, rng)
    # Going on, and taking back, are tried behind the step itself.
    name = rng.choice([each for each in KINDS if each not in {"resume", "undo", *without}])
    if name == "import":
        handles = [can["stranger"], can["handle"], "nobody"]
        return name, {"rows": [Row(one, can["seed"] or None, can["team"]) for one in handles]}
    if name == "answer":
        how = {"how": rng.choice(["uphold", "refuse"]), "public": rng.random() < 0.5}
        return name, {"objection": 1, "reason": can["reason"], **how}
    if name in {"add", "add_organiser"}:
        return name, {"handle": can["stranger"]}
    if name == "remove_organiser":
        return name, {"handle": can["handle"]}
    if name == "replace":
        return name, {"handle": can["handle"], "other": can["stranger"], "reason": "Ill"}
    if name == "seat":
        at = {"table": rng.choice([1, 1, 2, 3]), "place": rng.choice([1, 2, 5])}
        wanted = rng.choice([("table", "place"), ("table",), ("place",), ()])
        return name, {"handle": can["handle"], **{field: at[field] for field in wanted}}
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
    """As many pairs as are asked for; of the steps one in ten is foretold too, in short all."""
    if AT_LENGTH:  # it may be stopped meanwhile, so that others can measure
        connection.cursor().execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    strangers = [person(name).handle for name in ("ivan", "judy", "mallory")]
    rng = random.Random(f"{form} {phase} {os.environ.get('SEED', '1')}")
    pairs, previews = Counter[str](), Counter[str]()
    bound = bounded()
    while pairs.total() < EACH and next(bound):
        with taken_back():
            from_one(situation(form, phase, rng), organiser, rng, strangers, pairs, previews)
    if AT_LENGTH:
        print(f"\n{form}, {phase}: {pairs.total()} pairs, {previews.total()} previews")


def from_one(
    cup: Tournament,
    organiser: User,
    rng: random.Random,
    strangers: list[str],
    pairs: Counter[str],
    previews: Counter[str],
) -> None:
    cup.refresh_from_db()
    before, scene = photograph(cup), look_at(cup, strangers)
    # What is refused again and again is not of this moment.
    refused = Counter[str]()
    for _ in range(FROM_ONE * 2):
        if pairs.total() >= EACH:
            return
        name, wish = a_step(scene, rng, without={n for n in refused if refused[n] > 2})
        foretell = not AT_LENGTH or rng.random() < 0.1
        if name in FOR_GOOD and not foretell:
            continue
        try:
            with taken_back():
                if foretell:
                    foretold(cup, organiser, name, wish, before)
                if name not in FOR_GOOD:
                    undone(cup, organiser, name, wish, before, foretell=foretell)
                    if foretell:
                        late(cup, organiser, name, wish)
        except errors.Refusal:
            refused[name] += 1
            continue
        refused[name] -= 3
        previews[name] += foretell
        pairs[name] += name not in FOR_GOOD


def foretold(
    cup: Tournament, organiser: User, name: str, wish: dict[str, Any], before: Rows
) -> None:
    """What a dry run says is what the step says, and what has come of it when all is done; no
    letter goes out that it has not named."""
    stood, letters = effects.look(cup), Notification.objects.count()
    dry = take(cup, organiser, name, dry_run=True, **wish)
    assert photograph(cup) == before, name
    with taken_back():
        done = take(cup, organiser, name, **wish)
        assert dry["effects"] == done["effects"], (name, wish)
        tournaments.advance(key=cup.key)
        cup.refresh_from_db()
        assert effects.compare(stood, effects.look(cup)) == done["effects"], (name, wish)
        sent = Notification.objects.count() - letters
        assert sent == done["effects"]["letters"], (name, wish)
        assert sent == sum(len(one["handles"]) for one in done["effects"]["letters_to"])
    cup.refresh_from_db()


def undone(
    cup: Tournament,
    organiser: User,
    name: str,
    wish: dict[str, Any],
    before: Rows,
    *,
    foretell: bool,
) -> None:
    """No seat is another but those that the step has named; and taken back, every row is as it
    was; seats, places and points among them."""
    done = take(cup, organiser, name, **wish)
    named = {(one["round"], one["table"]) for one in done["effects"]["tables"]}
    stands = photograph(cup)
    was, now = seats_of(before), seats_of(stands)
    assert {at for at in {*was, *now} if was.get(at) != now.get(at)} <= named, (name, wish)
    if not done["can_be_undone"]:
        assert stands == before, (name, wish)
        return
    assert undoable_now(cup), (name, wish)
    for back in ("undo", "resume") if foretell else ():
        if back == "undo" or name == "pause":
            foretold(cup, organiser, back, {}, stands)
    take(cup, organiser, "undo")
    if name in {"pause", "resume"}:  # all times are later by as long as it was paused
        return
    assert difference(before, photograph(cup)) == {}, (name, wish)


def late(cup: Tournament, organiser: User, name: str, wish: dict[str, Any]) -> None:
    """What is drawn begins, and a game ends, before the step is taken back: that is refused and
    nothing is another, or every round is whole and no result is lost."""
    with taken_back():
        take(cup, organiser, name, **wish)
        Round.objects.filter(tournament=cup, status="drawn").update(begins_at=timezone.now())
        Tournament.objects.filter(pk=cup.pk).update(due_at=timezone.now())
        tournaments.advance(key=cup.key)
        for game in running_games(cup)[:1]:
            end_at_once(game)
        tournaments.advance(key=cup.key)
        cup.refresh_from_db()
        stood = photograph(cup)
        playing, offered = games_of(stood), undoable_now(cup)
        try:
            with transaction.atomic():
                take(cup, organiser, "undo")
        except errors.Refusal:
            assert offered is None, (name, wish)
            assert difference(stood, photograph(cup)) == {}, (name, wish)
        else:
            assert offered is not None, (name, wish)
            assert games_of(photograph(cup)) == playing, (name, wish)
            must_be_whole(cup)
    cup.refresh_from_db()


def games_of(rows: Rows) -> dict[object, list[object]]:
    """Who sits in each game, by what the desk keeps."""
    seated: dict[object, list[object]] = {}
    for sat in sorted(rows["Sitting"].values(), key=lambda row: str(row["id"])):
        if sat["table_id"] is not None:
            game = rows["TournamentTable"][str(sat["table_id"])]["game_id"]
            if game is not None:
                seated.setdefault(game, []).append((sat["entry_id"], sat["seat"]))
    return seated


Seats = dict[tuple[object, object], list[object]]


def seats_of(rows: Rows) -> Seats:
    """Who sits at which table of which round, in turn order."""
    found: Seats = {}
    for sat in sorted(rows["Sitting"].values(), key=lambda row: str(row["position"])):
        if sat["table_id"] is not None:
            table = rows["TournamentTable"][str(sat["table_id"])]
            ordinal = rows["Round"][str(table["round_id"])]["ordinal"]
            found.setdefault((ordinal, table["number"]), []).append(sat["entry_id"])
    return found


def take(cup: Tournament, organiser: User, name: str, **wish: Any) -> Any:
    here = {"key": cup.key, "person": organiser, **wish}
    taken: Any
    if name == "import":
        taken = tournaments.import_entries(**here)
    else:
        taken = tournaments.take_step(step=name, **here)
    cup.refresh_from_db()
    return taken
