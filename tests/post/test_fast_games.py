"""A fast game by mail alone: five seats, three of them bots, and few letters for everybody.

People answer some minutes after each question, with one of the moves that it offers and with what
it says they may say of later. Time is simulated; what workers and sweeps do is done when it would
be: nobody takes so long that a clock decides. More of them, told of:

    FAST_GAMES=24 pytest -s tests/post/test_fast_games.py
"""

import os
import random
import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
import time_machine
from django.db.models import Min
from django.utils import timezone

from accounts.models import User
from games import post, services
from games.models import Game, Move, OrderList
from games.selectors.verifying import verify_games
from notifications import services as outbox
from notifications.models import Delivery
from tests import address_of, bounded
from tests.games.conftest import OpenTable
from tests.post.mail_player import CARDS, ahead, answer, offers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]

GAMES = int(os.environ.get("FAST_GAMES", "1"))
SETS = ("mixed", "oriflamme", "ablaze", "alliance")
PACE = "evening"
PEOPLE, BOTS = ("alice", "alicia"), ("alison", "alissa", "alix")
MOST_LETTERS = 15
BEGIN = datetime(2026, 3, 2, 18, tzinfo=UTC)


class Evening:
    """One game, and what its two people are written."""

    def __init__(self, game: Game, rng: random.Random, mailbox: list[Any]) -> None:
        self.game, self.rng, self.mailbox = game, rng, mailbox
        seats = list(game.chairs.select_related("person").order_by("number"))
        self.people = [seat.person for seat in seats if not seat.bot and seat.person]
        self.letters: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.due: dict[User, tuple[datetime, Any]] = {}
        self.read = 0

    def play(self, travel: Callable[[datetime], None]) -> None:
        bound = bounded(3000)
        while next(bound):
            self._work()
            self._look()
            if not self._is_running():
                break
            travel(self._next_moment())
            for person, (at, letter) in list(self.due.items()):
                if at <= timezone.now():
                    del self.due[person]
                    self._answer(person, letter)
        travel(timezone.now() + timedelta(hours=1))
        self._work()
        self._look()

    def _is_running(self) -> bool:
        return Game.objects.filter(pk=self.game.pk, status="running").exists()

    def _work(self) -> None:
        seq = -1
        bound = bounded()
        while next(bound) and seq != self.game.seq:
            seq = self.game.seq
            services.let_bots_move(game_key=self.game.key)
            services.call(game_key=self.game.key)
            self.game.refresh_from_db(fields=["seq"])
        for pk in outbox.due_deliveries():
            outbox.deliver(pk)

    def _look(self) -> None:
        for mail in self.mailbox[self.read :]:
            letter = message_from_bytes(mail.message().as_bytes(), policy=policy.default)
            person = next((one for one in self.people if address_of(one) in mail.to), None)
            if person is None:
                continue  # who sat where a bot sits now
            self.letters[person.handle or ""] += 1
            sent = Delivery.objects.filter(message_id=mail.extra_headers["Message-ID"])
            kinds = sorted(sent.values_list("notification__kind", flat=True))
            self.kinds[" + ".join(kinds)] += 1
            if offers(letter):
                right = post.tokens.read(re.findall(r"/turn/(\w+)", mail.body)[0])
                self.asked[f"{person.pk} {right.seq}"] += 1
                self.due[person] = (timezone.now() + self._thought(), letter)
        self.read = len(self.mailbox)

    def _thought(self) -> timedelta:
        return timedelta(minutes=self.rng.uniform(0.5, 5))

    def _next_moment(self) -> datetime:
        """When something is to be done again."""
        held = Delivery.objects.filter(state__in=Delivery.OPEN).aggregate(at=Min("due_at"))["at"]
        order = OrderList.objects.filter(game=self.game).aggregate(at=Min("due_at"))["at"]
        moments = [held, order, *(at for at, _letter in self.due.values())]
        soonest = min(at for at in moments if at is not None)
        return max(soonest, timezone.now() + timedelta(seconds=1))

    def _answer(self, person: User, letter: Any) -> None:
        move = self.rng.choice(offers(letter))
        later = ahead(letter)
        played = next((card for card in CARDS if move.startswith(f"{card} ")), None)
        if played and later:
            # The last is an example, to be said of the card that is played now.
            later[-1] = [re.sub(r"^(\w+(?: with)?) \w+", rf"\1 {played}", way) for way in later[-1]]
        lines = [move, *(self.rng.choice(ways) for ways in later)]
        text = "\n".join(dict.fromkeys(lines))
        post.receive(answer(letter, text, person.language, self.rng).as_bytes())


@pytest.mark.parametrize("number", range(GAMES))
def test_a_fast_game_with_three_bots_is_few_letters_and_asks_nothing_twice(
    number: int, tables: OpenTable, mailoutbox: list[Any]
) -> None:
    with time_machine.travel(BEGIN, tick=False) as machine:
        game = tables(*PEOPLE, *BOTS, set=SETS[number % 4], pace=PACE)
        game.chairs.filter(person__handle__in=BOTS).update(bot="careful")
        mailoutbox.clear()
        evening = Evening(game, random.Random(number), mailoutbox)
        evening.play(machine.move_to)
    print(dict(evening.letters), dict(evening.kinds))
    assert max(evening.letters.values()) <= MOST_LETTERS, evening.kinds
    assert set(evening.asked.values()) == {1}
    doors = set(Move.objects.filter(game=game, seat__isnull=False).values_list("door", flat=True))
    assert doors <= {"mail_reply", "order", "bot"}
    assert list(verify_games([game.key])) == [(game.key, [])]
    assert not Delivery.objects.filter(state__in=Delivery.OPEN).exists()
