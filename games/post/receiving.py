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
from games.models import Game
from games.post import agreements, asking
from games.post.answering import Addressed, answer, is_answered, understand
from games.post.incoming import Incoming, take_apart
from games.post.quoting import own_words
from games.post.tokens import BadToken, Right
from games.post.tokens import read as read_token
from games.replies import Reading, Wish
from notifications.models import Notification, TakenMail

log = structlog.get_logger("oriflamme.post")

# Of the letters and of their reader, and so of every table in the letter; and of no table.
_OF_ALL = {Wish.STOP, Wish.RESUME, Wish.HIDE, Wish.SHOW, Wish.BACK}
_OF_NONE = {Wish.HELP, Wish.CARD}
CameTo = TakenMail.CameTo


def receive(raw: bytes, *, recipients: Iterable[str] = ()) -> CameTo:
    """Take in a mail by whatever way it came. Whoever it is from, its token is the right. Mail of
    programs, mail without a token of ours and second copies are left alone."""
    incoming = take_apart(raw, recipients)
    right = next(filter(None, map(_right, incoming.tokens)), None)
    if incoming.is_automatic:
        if right and incoming.unsubscribes and _stops(right):
            return CameTo.ANSWERED
        log.info("automatic mail left alone")
        return CameTo.AUTOMATIC
    if right is None:
        log.info("mail without a right left alone")
        return CameTo.NO_RIGHT
    letter = _letter(incoming, right.person)
    answers = _answer_each(incoming, letter) if letter else [answer(incoming, right)]
    return CameTo.ANSWERED if any(answers) else CameTo.NOTHING_LEFT


def _stops(right: Right) -> bool:
    """A program may ask for that. It is told once, and no other program answers that."""
    person = User.objects.filter(pk=right.person, is_active=True).first()
    if person is None or right.has_expired() or agreements.is_revoked(right):
        return False
    with suppress(Game.DoesNotExist):
        agreements.stop(right.key, person)
        return True
    return False


def _right(token: str) -> Right | None:
    try:
        return read_token(token)
    except BadToken:
        return None


class _Letter(NamedTuple):
    """What was sent to several tables: theirs, by their numbers in it."""

    person: User
    tables: dict[int, Addressed]

    def understand(self, part: Incoming, number: int) -> Reading:
        return understand(part, *self.tables[number], self.person)


def _letter(incoming: Incoming, person_id: int) -> _Letter | None:
    """None where it was about one table, or nobody's."""
    if not incoming.numbered:
        return None
    person = User.objects.filter(pk=person_id, is_active=True).first()
    if person is None:
        return None
    tables = {}
    for number, token in sorted(incoming.numbered.items()):
        right = _right(token)
        # Whoever adds somebody else's address decides nothing there.
        if right is None or right.person != person_id:
            continue
        with suppress(errors.NotFound):
            tables[number] = Addressed(right, selectors.find_game(right.key, person))
    return _Letter(person, tables) if tables else None


def _answer_each(incoming: Incoming, letter: _Letter) -> list[Notification | None]:
    names = {number: table.found.table.name for number, table in letter.tables.items()}
    parted = replies.part(own_words(incoming.text), names)
    if not parted.answers:
        return [_answer_unnumbered(incoming, letter)]
    parts = {number: _part(incoming, said, number) for number, said in parted.answers.items()}
    # What a first copy did is past: read again it would be in doubt, and the letter about that
    # would say that nothing has been done. What a crash left undone is still to be done.
    parts = {n: part for n, part in parts.items() if not is_answered(part, letter.person)}
    if not parts or is_answered(incoming, letter.person):
        return []
    readings = {number: letter.understand(part, number) for number, part in parts.items()}
    doubts = [
        (number, f"{number}: {piece}", reading.why)
        for number, reading in readings.items()
        for piece in reading.unclear or ([parts[number].text] if reading.is_empty else [])
    ]
    first = min(letter.tables)
    rest = _part(incoming, parted.rest.strip(), first)
    if rest.text and not letter.understand(rest, first).is_empty:
        doubts.append((first, rest.text, "number"))
    if doubts:
        about, _piece, why = doubts[0]
        refused = Reading(unclear=tuple(piece for _number, piece, _why in doubts), why=why)
        return [_answer(incoming, letter, about, refused)]
    return [
        answer(part, letter.tables[number].right, reading=readings[number])
        for number, part in parts.items()
    ]


def _answer_unnumbered(incoming: Incoming, letter: _Letter) -> Notification | None:
    """Nobody has said for which: what is of all or of none of them is done, what is of one is
    asked back, a move for the first."""
    first = min(letter.tables)
    reading = letter.understand(incoming, first)
    wish = reading.wish
    if reading.unclear or reading.is_empty:
        return _answer(incoming, letter, first, reading)
    if reading.talk or (wish and (reading.moves or reading.orders)):
        return _answer(incoming, letter, first, _which(incoming))
    if wish is None:
        return _answer(incoming, letter, first, replace(reading, asks=True))
    if wish in _OF_ALL:
        return _answer(incoming, letter, first, reading, at_all=True)
    if wish in {Wish.YES, Wish.NO}:
        asked = [n for n, one in letter.tables.items() if asking.awaits_yes(one.right)]
        if len(asked) == 1:
            return _answer(incoming, letter, asked[0], reading)
    return _answer(incoming, letter, first, reading if wish in _OF_NONE else _which(incoming))


def _which(incoming: Incoming) -> Reading:
    said = own_words(incoming.text) or incoming.subject
    return Reading(unclear=(said,), why="number")


def _answer(
    incoming: Incoming, letter: _Letter, about: int, reading: Reading, *, at_all: bool = False
) -> Notification | None:
    return answer(
        incoming,
        letter.tables[about].right,
        reading=reading,
        numbered=letter.tables,
        at_all=at_all,
    )


def _part(incoming: Incoming, said: str, number: int) -> Incoming:
    # A second copy of a mail is one of each of its parts.
    message_id = f"{incoming.message_id} {number}"
    return replace(incoming, text=said, subject="", message_id=message_id)
