"""People who play through the balancer: by programs, and by answering letters."""

import contextlib
import queue
import random
import smtplib
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

import requests
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests import address_of

URL = "http://127.0.0.1:8000/api/v1/games/{key}"
# Where answers by mail are taken in.
POST = ("127.0.0.1", 2525)
# Seconds until somebody asks again who has got no answer.
WITHIN = 4.0


@dataclass
class Table:
    """A game, who plays it, and how it will go on: worked out ahead."""

    key: str
    tokens: list[str]
    addresses: list[str]
    future: list[tuple[int, str]]
    at: int = 0
    # Numbers of the moves that were acknowledged, and when each first was.
    told: dict[int, float] = field(default_factory=dict)


@dataclass
class Seen:
    """What came of it all."""

    acknowledged: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    refused: int = 0
    # Of those, how often what was the reason.
    why: Counter[str] = field(default_factory=Counter)
    # Answers that no repetition explains.
    wrong: list[str] = field(default_factory=list)
    # Message-IDs, as often as they came.
    letters: list[str] = field(default_factory=list)
    replies: int = 0


class Load:
    def __init__(
        self,
        tables: list[Table],
        by_mail: list[Table],
        *,
        per_second: float,
        sink: tuple[str, int] = ("0.0.0.0", 2500),
        thinks: float = 0,
    ) -> None:
        """`thinks`: seconds from one answer by mail at a table to the next."""
        self.tables, self.by_mail, self.thinks = tables, by_mail, thinks
        self.seen = Seen()
        self._stops = threading.Event()
        self._turns: queue.Queue[Table] = queue.Queue()
        self._boxes: dict[str, queue.Queue[EmailMessage]] = {}
        for table in by_mail:
            for address in table.addresses:
                self._boxes.setdefault(address, queue.Queue())
        self._pace = 1 / per_second
        for table in tables:
            self._turns.put(table)
        self._lock = threading.Lock()
        self._due = time.monotonic()
        self._threads = [threading.Thread(target=self._play) for _ in range(min(32, len(tables)))]
        self._threads += [threading.Thread(target=self._answer, args=[one]) for one in by_mail]
        self._sink = Controller(self, hostname=sink[0], port=sink[1])

    def start(self) -> None:
        self._sink.start()
        for one in self._threads:
            one.start()

    def stop(self) -> None:
        self._stops.set()
        for one in self._threads:
            one.join(120)

    def close(self) -> None:
        self._sink.stop()

    def is_over(self) -> bool:
        """Whether no move is left to be made by programs."""
        return all(table.at >= len(table.future) for table in self.tables)

    # --- by programs -----------------------------------------------------------------------

    def _play(self) -> None:
        session = requests.Session()
        while not self._stops.is_set():
            try:
                table = self._turns.get(timeout=1)
            except queue.Empty:
                continue
            with self._lock:  # so many a second over all tables
                self._due = max(self._due + self._pace, time.monotonic() - 1)
                wait = self._due - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            if self._one(session, table):
                self._turns.put(table)

    def _one(self, session: requests.Session, table: Table) -> bool:
        """Ask until it is answered; False when the game is over."""
        seat, move = table.future[table.at]
        began, repeated = time.monotonic(), False
        while not self._stops.is_set():
            try:
                answer = session.post(
                    URL.format(key=table.key) + "/moves",
                    json={"seq": table.at, "moves": [move]},
                    headers={
                        "Authorization": f"Bearer {table.tokens[seat]}",
                        # Half of the programs do not know of it.
                        **({"Idempotency-Key": f"{table.key}-{table.at}"} if table.at % 2 else {}),
                    },
                    timeout=WITHIN,
                )
            except requests.RequestException as error:
                self.seen.why[type(error).__name__] += 1
                repeated, self.seen.refused = True, self.seen.refused + 1
                time.sleep(0.2)
                continue
            is_stale = answer.status_code == 409 and repeated  # the first try was committed
            if answer.status_code < 300 or is_stale:
                now = time.monotonic()
                table.at += 1
                table.told[table.at] = now
                self.seen.acknowledged.append(now)
                self.seen.waits.append(now - began)
                return table.at < len(table.future)
            if answer.status_code < 500:
                self.seen.wrong.append(f"{table.key}/{table.at}: {answer.text[:200]}")
                return False
            self.seen.why[str(answer.status_code)] += 1
            repeated, self.seen.refused = True, self.seen.refused + 1
            time.sleep(0.2)
        return False

    # --- by mail ---------------------------------------------------------------------------

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=policy.default)
        self.seen.letters.append(str(letter["Message-ID"]).strip())
        for address in envelope.rcpt_tos:
            if address in self._boxes:
                self._boxes[address].put(letter)
        return "250 kept"

    def _answer(self, table: Table) -> None:
        while not self._stops.is_set() and table.at < len(table.future):
            seat, move = table.future[table.at]
            with contextlib.suppress(queue.Empty):
                letter = self._boxes[table.addresses[seat]].get(timeout=1)
                # One that is about something else carries no right to decide.
                if "turn+" in str(letter["Reply-To"]):
                    self._stops.wait(self.thinks)
                    self._send(table.addresses[seat], letter, move)
            self._look(table)

    def _send(self, address: str, letter: EmailMessage, move: str) -> None:
        answer = EmailMessage()
        answer["From"], answer["To"] = address, str(letter["Reply-To"])
        answer["Subject"] = f"Re: {letter['Subject']}"
        answer["Message-ID"] = f"<{random.getrandbits(64):x}@example.test>"
        answer["In-Reply-To"] = str(letter["Message-ID"])
        answer.set_content(move)
        while not self._stops.is_set():  # as every mail server does
            with contextlib.suppress(OSError, smtplib.SMTPException):
                with smtplib.SMTP(*POST, timeout=WITHIN) as server:
                    server.send_message(answer)
                self.seen.replies += 1
                return
            time.sleep(0.5)

    def _look(self, table: Table) -> None:
        headers = {"Authorization": f"Bearer {table.tokens[0]}"}
        with contextlib.suppress(requests.RequestException, ValueError, KeyError):
            told = requests.get(URL.format(key=table.key), headers=headers, timeout=WITHIN).json()
            now = time.monotonic()
            for number in range(table.at + 1, told["seq"] + 1):
                table.told[number] = now
            table.at = told["seq"]


def make_tables(number: int, *, verified: bool, people: int, first: int = 0) -> list[Table]:
    """Running games of four. Whose address is not verified is written to about nothing; whoever
    answers by mail sits at one table."""
    from accounts.models import User
    from accounts.services import create_api_token
    from games import engine, services
    from games.models import Game

    rng = random.Random(first)
    everybody = []
    for n in range(first, first + people):
        person = User.objects.create_user(f"p{n:03d}", f"p{n:03d}@example.test")
        everybody.append(person)
    if not verified:
        User.objects.filter(pk__in=[one.pk for one in everybody]).update(email_is_verified=False)
    keys = {one.pk: create_api_token(user=one, name="cluster")[1].reveal() for one in everybody}
    tables = []
    for at in range(number):
        four = everybody[4 * at : 4 * at + 4] if verified else rng.sample(everybody, 4)
        game = services.create_game(
            person=four[0],
            name=f"Table {first + at}",
            set=("oriflamme", "ablaze", "alliance")[at % 3],
            seats=4,
        )
        for person in four[1:]:
            services.join(game_key=game.key, person=person)
        row = Game.objects.get(key=game.key)
        sits = dict(row.chairs.values_list("number", "person_id"))
        of = {one.pk: address_of(one) for one in four}
        assert row.state is not None
        state, future = engine.load(row.state.reveal()), []
        while moves := engine.legal_moves(state):
            seat = engine.to_move(state)
            assert seat is not None
            future.append((seat, rng.choice(moves)))
            engine.play(state, future[-1][1])
        seats = [sits[seat] for seat in range(4)]
        tables.append(Table(game.key, [keys[pk] for pk in seats], [of[pk] for pk in seats], future))
    return tables
