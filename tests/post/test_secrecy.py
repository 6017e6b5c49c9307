"""Nobody reads hidden cards off the post: they are dealt anew, and no letter, no answer and no
page may change by a byte. (Time stands still, as times and ids are in every letter.)"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import translation

from accounts.models import User
from games import engine, post
from games.faces import painting
from games.models import Game, Move, Seat
from games.models.packing import pack
from games.post import addresses, tokens
from notifications import registry
from notifications.channels import push
from notifications.models import Notification
from notifications.registry import Letter
from tests.engine.worlds import LeakError, another_world, everything_open, random_game
from tests.post.posting import reply, sent

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
# Nobody can make these moves, so nothing comes to light by them.
TRIES = ("take that", "eliminate 77", "swap prince", "status")
LANGUAGES = ("uk", "en", "it", "ru", "en")
# Every kind of letter, by what of a game may be in it.
OF_WHO_DECIDES = {"your turn", "reminder"}
OF_A_TABLE = OF_WHO_DECIDES | {
    *("game began", "time is up", "absent"),
    *("seat taken over", "seat passed on", "seat in doubt", "table closed", "invitation"),
    *("evening proposed", "evening agreed"),
}
# The answers to mails, which are asked for below; and the end, when all is open.
OTHERWISE = {"receipt", "done", "no more letters", "game over"}
# What has no cards in it, and what is no letter.
OF_NO_TABLE = {"account", "account, passing", "at table", "in tournament", "ping"}
OF_NO_TABLE |= {"test mail", "welcome"}
# What people have reported, and what came of it, in words of people.
OF_NO_TABLE |= {"moderation appeal answered", "moderation decision", "moderation report seen"}


@pytest.fixture
def seats(person: Any) -> list[User]:
    people = [person(name) for name in ("alice", "bob", "carol")]
    for one, lang in zip(people, LANGUAGES, strict=False):
        one.language = lang
        one.save()
    return people


class Undone(Exception):
    pass


@contextmanager
def stored(game: Any, seats: list[User]) -> Iterator[Game]:
    """A game of the engine as a table of ours, gone when the block ends."""
    state = engine.new_game(**game.deal)
    log: list[tuple[int | None, str, list[engine.Event]]] = [(None, "", engine.opening(state))]
    log += [(seat, move, engine.play(state, move, seat)) for seat, move in game.moves]
    try:
        with transaction.atomic():
            row = Game.objects.create(
                id=1_000_000,
                key="2" * 16,
                name="Friday table",
                set=game.deal["set"],
                edition=game.deal["edition"],
                deck=game.deal["deck"],
                seats=len(seats),
                direction="left_to_right",
                pace="daily",
                closes_at=NOW,
                changed_at=NOW,
                creator=seats[0],
                status="running",
                rules_version=engine.RULES_VERSION,
                state=engine.dump(state),
                to_move=engine.to_move(state),
                seq=len(game.moves),
                deadline=NOW + timedelta(hours=40),
            )
            for number, one in enumerate(seats):
                Seat.objects.create(game=row, number=number, person=one)
            Move.objects.bulk_create(
                Move(
                    game=row,
                    seq=seq,
                    seat=seat,
                    move=move,
                    door="api" if seat is not None else "engine",
                    at=NOW - timedelta(hours=1),
                    events=pack(events),
                )
                for seq, (seat, move, events) in enumerate(log)
            )
            yield row
            raise Undone
    except Undone:
        pass


def told(game: Any, seats: list[User], seat: int) -> list[str]:
    """Everything that the post tells a seat of a position."""
    with stored(game, seats) as row:
        person = seats[seat]
        context = {"game": row.key, "name": row.name, "seq": row.seq, "seat": "1"}
        context["at"] = (NOW + timedelta(days=1)).isoformat()
        said = []
        kept = set() if row.to_move == seat else OF_WHO_DECIDES
        for name in sorted((OF_A_TABLE | {"game over"}) - kept):
            notification = Notification(person=person, kind=name, context=context)
            with translation.override(person.language):
                letter = notification.what.letter()
                said.append(str(astuple(notification.what.brief())))
            pushed = push.words(notification)
            assert pushed["text"] == letter.subject
            said += [_bytes(letter), str(pushed)]
        token = tokens.make(row.key, person.pk, row.seq)
        page = Client().get(addresses.page(token).removeprefix("https://testserver"), secure=True)
        said.append(page.content.decode())
        for number, text in enumerate(TRIES):
            post.receive(reply(row, person, text, message_id=f"<{number}@example.test>"))
            answer = sent("receipt")
            assert answer is not None
            # Pictures are called by the letter's Message-ID, which is a number by chance.
            html = str(answer.alternatives).replace(answer.extra_headers["Message-ID"][1:-1], "")
            said.append(f"{answer.subject}\n{answer.body}\n{html}")
            said.append(str(sorted(answer.extra_headers.items())).partition("Message-ID")[0])
    return said


def _bytes(letter: Letter) -> str:
    pictures = letter.pictures
    return "\n".join(
        [letter.subject, letter.text, letter.html, str(letter.headers)]
        + [picture.content.hex() for picture in pictures]
    )


def look_for_leaks(set_: str, seats: list[User], moments: int) -> int:
    rng = random.Random(set_)
    different = 0
    played = list(enumerate(_copies(random_game(rng, set_, len(seats)))))
    for _number, (game, position, witness) in rng.sample(played, moments):
        for seat in range(len(seats)):
            other, renamed = another_world(game, position, witness, seat, rng)
            different += bool(renamed)
            for here, there in zip(told(game, seats, seat), told(other, seats, seat), strict=True):
                if here != there:
                    raise LeakError(f"seat {seat}:\n{here}\n{there}")
    return different


def _copies(played: Any) -> Iterator[tuple[Any, Any, Any]]:
    """random_game goes on with what it has given: keep each moment as it was."""
    from copy import deepcopy

    for game, position, witness, _last in played:
        if position["phase"] != "over":
            yield deepcopy(game), position, deepcopy(witness)


@pytest.fixture
def named_not_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is made of the names of its tiles alone, and names are compared faster."""
    monkeypatch.setattr(
        "games.faces.pictures", lambda view, lang: 2 * (repr(painting.placed(view, lang)).encode(),)
    )


@pytest.mark.usefixtures("named_not_painted")
@pytest.mark.parametrize("set_", engine.SETS)
def test_nobody_reads_hidden_cards_off_the_post(seats: list[User], set_: str) -> None:
    with time_machine.travel(NOW, tick=False):
        assert look_for_leaks(set_, seats, moments=3) > 6


@pytest.mark.usefixtures("named_not_painted")
def test_a_leak_into_a_letter_is_caught(seats: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "view", everything_open)
    with time_machine.travel(NOW, tick=False), pytest.raises(LeakError):
        look_for_leaks("alliance", seats, moments=8)


def test_every_kind_of_letter_is_looked_at() -> None:
    """A new kind needs a place above."""
    # Letters of a tournament tell of people and tables, and know no cards.
    registered = {kind.name for kind in registry.kinds() if not kind.name.startswith("tournament")}
    assert registered == OF_A_TABLE | OTHERWISE | OF_NO_TABLE
