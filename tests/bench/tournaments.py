"""Whole tournaments through Celery: people of different strength, some absent, some dropping, some
late, tables that drag on; a worker and its beat do all the rest.

    python -m tests.bench.tournaments --people 8 31 64 500 --played 4 --kills 2

Of each round so many tables are played move by move; the others get a result that is drawn from
their people's strength. So often in each round worker, beat and clock are killed at a moment drawn
at random, once all results are there, and started anew: while the round is closed, the next one
drawn and begun. Prints how long each draw took and how good it is beside what is possible,
and proves the whole at the end.
"""

import argparse
import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from oriflamme_site.local.children import Child
from tests.bench.stage import BIN, Stage, stage

FORMATS: dict[str, list[dict[str, Any]]] = {
    "swiss": [{"format": "swiss", "sets": ["oriflamme"], "rounds": 5}],
    "robin": [{"format": "robin", "sets": ["oriflamme"], "rounds": 4}],
    "knockout": [{"format": "knockout", "sets": ["oriflamme"], "through": 2}],
    "league": [
        {"format": "league", "sets": ["oriflamme"], "rounds": 2, "divisions": 4, "moving": 3},
        {"format": "league", "sets": ["oriflamme"], "rounds": 2, "divisions": 4, "moving": 3},
    ],
    "cut and final": [
        {"format": "swiss", "sets": ["oriflamme"], "rounds": 3},
        {"format": "final", "sets": ["ablaze"], "rounds": 2, "takes": 4},
    ],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, nargs="+", default=[64, 500])
    parser.add_argument("--formats", nargs="+", default=list(FORMATS), choices=list(FORMATS))
    parser.add_argument("--played", type=int, default=4, help="tables of a round, move by move")
    parser.add_argument("--kills", type=int, default=0, help="of worker and clock, each round")
    chosen = parser.parse_args()
    with stage() as standing:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        workers = Workers(standing)
        for people in chosen.people:
            for name in chosen.formats:
                _run(name, people, chosen.played, workers, chosen.kills)


class Workers:
    """What does the rest; it may die at any moment."""

    def __init__(self, standing: Stage) -> None:
        self.standing = standing
        self.schedule = str(Path(tempfile.mkdtemp(prefix="oriflamme-beat-")) / "beat")
        self.start()

    def start(self) -> None:
        from oriflamme_site import commands

        env = {**self.standing.env, "DATABASE_WITHOUT_POOL": "1"}
        self.children = [
            self.standing._keep(Child("worker", [str(BIN / name), *rest], env=env, log=print))
            for name, *rest in (commands.small_worker(self.schedule), commands.small_clock())
        ]

    def kill(self) -> None:
        for child in self.children:
            os.killpg(child.process.pid, signal.SIGKILL)
            child.process.wait()
            # Its number may be another's by the end.
            self.standing._children.remove(child)
        self.start()


def _people(count: int) -> list[Any]:
    from accounts.models import User

    here = list(User.objects.filter(handle__startswith="bench").order_by("pk")[:count])
    more = [User(handle=f"bench{number:04}") for number in range(len(here), count)]
    return here + User.objects.bulk_create(more)


def _run(name: str, count: int, played: int, workers: Workers, kills: int) -> None:
    from django.utils import timezone

    from accounts.models import User
    from games.tournaments import services
    from games.tournaments.models import Entry, Round, Tournament
    from tests.tournaments.soundness import must_be_sound, must_be_whole

    rng = random.Random(count)
    boss, _ = User.objects.get_or_create(handle="boss", defaults={"is_staff": True})
    people = _people(count + 3)
    strength = {person.pk: rng.gauss(0, 1) for person in people}
    began = time.monotonic()
    cup = services.announce(
        person=boss,
        title=f"{name} of {count}",
        capacity=count,
        stages=FORMATS[name],
        start="full",
        confirm_for=3600,
        round_for=86_400,
        first_break_for=0,
        late_until=2,
    )
    for person in people[: count + 1]:
        _patiently(lambda person=person: services.enter_tournament(key=cup.key, person=person))
    _wait(lambda: Tournament.objects.get(pk=cup.pk).status == "confirming")
    # One in fifty is never seen again, and the last of those who have a place.
    here = list(Entry.objects.filter(tournament=cup).select_related("person").order_by("number"))
    for entry in here:
        if entry.number % 50 and entry.number != count:
            _patiently(lambda e=entry: services.confirm(key=cup.key, person=e.person))
    now = timezone.now()
    Tournament.objects.filter(pk=cup.pk).update(confirm_until=now, due_at=now)
    seen = 0
    for each in _rounds(cup):
        must_be_whole(cup)
        seen += 1
        _tell(each)
        _between(cup, seen, people, boss, rng)
        _play(cup, each, strength, played, rng)
        for _time in range(kills):
            time.sleep(rng.uniform(0, 3))
            workers.kill()
            must_be_whole(cup)
        _wait(lambda each=each: Round.objects.get(pk=each.pk).status == "over")
    cup.refresh_from_db()
    assert cup.status == "over", cup.status
    must_be_sound(cup)
    print(
        f"{name:<14}{count:>5} people: {seen} rounds in {time.monotonic() - began:.0f} s, sound\n"
    )


def _patiently(act: Any) -> None:
    """On a busy machine the worker may hold the tournament for longer than anybody is let wait: as
    people do who read that the site is busy, try again."""
    from django.db import OperationalError

    for _ in range(20):
        try:
            act()
        except OperationalError as busy:
            print(f"  asked again: {str(busy).splitlines()[0]}")
        else:
            return
    raise TimeoutError("the tournament is never free")


def _wait(ready: Any, seconds: float = 240) -> None:
    until = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > until:
            raise TimeoutError("nothing happens")
        time.sleep(0.1)


def _rounds(cup: Any) -> Iterator[Any]:
    """Each round as soon as the worker has begun it."""
    from games.tournaments.models import Round, Tournament

    seen = 0

    def comes() -> bool:
        if Tournament.objects.get(pk=cup.pk).status in {"over", "cancelled"}:
            return True
        return Round.objects.filter(tournament=cup, ordinal=seen + 1, status="running").exists()

    while True:
        _wait(comes)
        each = Round.objects.filter(tournament=cup, ordinal=seen + 1).first()
        if each is None:
            return
        seen += 1
        yield each


def _tell(each: Any) -> None:
    from games.tournaments import drawing
    from games.tournaments.models.book import Book

    book = Book(each.tournament)
    stage = next(stage for stage in book.stages if stage.pk == each.stage_id)
    cpu = time.process_time()
    drawing.draw(book, stage, each.ordinal, again=1_000)
    cpu = time.process_time() - cpu
    for division, facts in each.quality.items():
        print(
            f"  round {each.ordinal} division {division}: {cpu:5.2f} s of one core to draw; "
            f"repeats {facts['repeats']} (least {facts['least_repeats']}), "
            f"spread {facts['spread'] // 216_000} (least {facts['least_spread'] // 216_000}), "
            f"widest {facts['widest'] / 60:.0f}, lean {facts['lean']}"
        )


def _between(cup: Any, seen: int, people: list[Any], boss: Any, rng: random.Random) -> None:
    """One in a hundred drops, and somebody in the first two rounds; somebody comes late; the desk
    does something."""
    from games.errors import Refusal
    from games.tournaments import services
    from games.tournaments.models import Entry

    here = list(Entry.objects.filter(tournament=cup, state="entered").select_related("person"))
    for entry in rng.sample(here, max(len(here) // 100, int(seen < 3))):
        _patiently(lambda e=entry: services.withdraw(key=cup.key, person=e.person))

    def step(name: str, **wish: Any) -> None:
        _patiently(lambda: services.take_step(key=cup.key, person=boss, step=name, **wish))

    if seen == 1:
        try:
            step("add", handle=people[-1].handle)
        except Refusal as refusal:
            print(f"  nobody comes late: {refusal}")
        step("nudge", table=1)
    if seen == 2:
        step("announce", words="Well played!")
        step("decide", table=1, how="stand_ins", reason="Too slow")


def _play(cup: Any, each: Any, strength: dict[int, float], played: int, rng: random.Random) -> None:
    """Some tables move by move, one drags on to the deadline, the rest as strength has it."""
    from django.utils import timezone

    from games.models import Game
    from games.tournaments.models import Round, Tournament
    from tests.tournaments.playing import running_games

    games = running_games(cup)
    drags = games.pop() if len(games) > 2 else None
    for game in games[:played]:
        _play_out(game)
    for game in games[played:]:
        _end_by_strength(game, strength, rng)
    if drags is not None:
        # A day goes by.
        now = timezone.now()
        Round.objects.filter(pk=each.pk, status="running").update(deadline=now)
        Tournament.objects.filter(pk=cup.pk, status="running").update(due_at=now)
    assert not Game.objects.filter(
        tournament=cup.key, status="running", pk__in=[game.pk for game in games]
    ).exists()


def _play_out(game: Any) -> None:
    """Bots decide for people; for stand-ins the worker does, and may be faster."""
    from games.errors import Refusal
    from tests.tournaments.playing import play_out

    while game.status == "running":
        try:
            play_out(game, seed=game.pk)
        except Refusal:
            game.refresh_from_db()


def _end_by_strength(game: Any, strength: dict[int, float], rng: random.Random) -> None:
    from django.utils import timezone

    from games.models import Game

    chairs = list(game.chairs.order_by("number"))
    scores = [max(0, round(14 + 4 * (strength[c.person_id] + rng.gauss(0, 1)))) for c in chairs]
    ranks = [1 + sum(other > mine for other in scores) for mine in scores]
    result = {"reason": "played", "scores": scores, "row_cards": [0] * len(scores), "ranks": ranks}
    Game.objects.filter(pk=game.pk, status="running").update(
        status="over", result=result, to_move=None, ended_at=timezone.now()
    )
    game.chairs.update(live=False)


if __name__ == "__main__":
    main()
