"""A mail that came in, and the tables that it is for.

Mostly it is for one. A letter about several games has an answer address of each, with its number,
and what answers it may be for all: each line for the game with whose number it begins. Doubt about
one of them is doubt about the mail, and nothing of it is done.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import structlog

from accounts.models import User
from games import errors, replies, selectors
from games.post.answering import answer, is_answered, understand
from games.post.incoming import Incoming, take_apart
from games.post.quoting import own_words
from games.post.tokens import BadToken, Right
from games.post.tokens import read as read_token
from games.replies import Reading
from games.selectors.tables import Found
from notifications.models import Notification, TakenMail

log = structlog.get_logger("oriflamme.post")
CameTo = TakenMail.CameTo


def receive(raw: bytes, *, recipients: Iterable[str] = ()) -> CameTo:
    """Take in a mail by whatever way it came. Whoever it is from, its token is the right. Mail of
    programs, mail without a token of ours and second copies are left alone."""
    incoming = take_apart(raw, recipients)
    if incoming.is_automatic:
        log.info("automatic mail left alone")
        return CameTo.AUTOMATIC
    right = next(filter(None, map(_right, incoming.tokens)), None)
    if right is None:
        log.info("mail without a right left alone")
        return CameTo.NO_RIGHT
    tables = _tables(incoming, right.person)
    answers = _answer_each(incoming, tables) if tables else [answer(incoming, right)]
    return CameTo.ANSWERED if any(answers) else CameTo.NOTHING_LEFT


def _right(token: str) -> Right | None:
    try:
        return read_token(token)
    except BadToken:
        return None


class _Table(NamedTuple):
    right: Right
    found: Found
    person: User

    def has_answered(self, mail: Incoming) -> bool:
        return is_answered(mail, self.person)

    def understand(self, part: Incoming) -> Reading:
        return understand(part, self.right, self.found, self.person)


def _tables(incoming: Incoming, person_id: int) -> dict[int, _Table]:
    """Those of the letter that was answered, by their numbers in it."""
    if not incoming.numbered:
        return {}
    person = User.objects.filter(pk=person_id, is_active=True).first()
    tables = {}
    for number, token in sorted(incoming.numbered.items()):
        right = _right(token)
        # Whoever adds somebody else's address decides nothing there.
        if person is None or right is None or right.person != person_id:
            continue
        with suppress(errors.NotFound):
            tables[number] = _Table(right, selectors.find_game(right.key, person), person)
    return tables


def _answer_each(incoming: Incoming, tables: dict[int, _Table]) -> list[Notification | None]:
    names = {number: table.found.table.name for number, table in tables.items()}
    parted = replies.part(own_words(incoming.text), names)
    first, table = min(tables.items())
    if not parted.answers:
        # For the first, as it seems: nobody has said so.
        return [answer(incoming, table.right, reading=_hedged(table.understand(incoming)))]
    parts = {number: _part(incoming, said, number) for number, said in parted.answers.items()}
    # What a first copy did is past: read again it would be in doubt, and the letter about that
    # would say that nothing has been done. What a crash left undone is still to be done.
    done = {number for number, part in parts.items() if tables[number].has_answered(part)}
    parts = {number: part for number, part in parts.items() if number not in done}
    if not parts or table.has_answered(incoming):
        return []
    readings = {number: tables[number].understand(part) for number, part in parts.items()}
    doubts = [
        (number, f"{number}: {piece}", reading.why)
        for number, reading in readings.items()
        for piece in reading.unclear or ([parts[number].text] if reading.is_empty else [])
    ]
    rest = _part(incoming, parted.rest.strip(), first)
    if rest.text and not table.understand(rest).is_empty:
        doubts.append((first, rest.text, "number"))
    if doubts:
        about, _piece, why = doubts[0]
        refused = Reading(unclear=tuple(piece for _number, piece, _why in doubts), why=why)
        return [answer(incoming, tables[about].right, reading=refused)]
    return [
        answer(part, tables[number].right, reading=readings[number])
        for number, part in parts.items()
    ]


def _part(incoming: Incoming, said: str, number: int) -> Incoming:
    # A second copy of a mail is one of each of its parts.
    message_id = f"{incoming.message_id} {number}"
    return replace(incoming, text=said, subject="", message_id=message_id)


def _hedged(reading: Reading) -> Reading:
    """Asked back, or refused where nothing is asked back."""
    if reading.moves or reading.orders:
        return replace(reading, asks=True)
    if reading.talk:
        return Reading(unclear=tuple(one.text for one in reading.talk), why="number")
    return reading
