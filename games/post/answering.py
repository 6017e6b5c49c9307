"""What a player says to one table by mail: carried out, and answered with what came of it.

One transaction holds the note that this Message-ID has been seen, the moves, and the promise of
the answer. So a mail that comes twice, or a crash in the middle, does nothing twice.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

import structlog
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.retention import delete_old
from games import errors, kinds, pace, replies, selectors
from games.engine.types import Acting, Board
from games.models import Move, ReceivedMail
from games.post import agreements, asking
from games.post.asking import Proposal
from games.post.doing import Outcome, do
from games.post.incoming import Incoming
from games.post.quoting import own_words
from games.post.tokens import Right
from games.post.wishes import ask_back, fulfil
from games.replies import Position, Reading, Wish
from games.selectors.orders import example
from games.selectors.people import names as names_of
from games.selectors.plans import question as asked_of_all
from games.selectors.tables import Found
from games.wording import plans
from games.wording.choices import in_order
from notifications import inbound
from notifications.models import Notification
from notifications.services import enqueue

log = structlog.get_logger("oriflamme.post")

# More that moves nothing than anybody types, fewer than two programs exchange.
MOST, WITHIN = 60, timedelta(hours=1)
# Longer than any right lasts: after that a second copy is refused for its age.
KEPT = timedelta(days=90)
_MOST_QUOTED = 5


class TooMuchMail(inbound.NotNow):
    """One too many that moves nothing. Nothing is kept of it: who brings it may bring it again."""


class Addressed(NamedTuple):
    """A table whose letter is answered."""

    right: Right
    found: Found


def answer(
    incoming: Incoming,
    right: Right,
    *,
    reading: Reading | None = None,
    numbered: Mapping[int, Addressed] | None = None,
    at_all: bool = False,
) -> Notification | None:
    """Carry out what a mail says, and promise the letter that tells what came of it. None for
    what has been answered before. TooMuchMail for one too many that plays nothing. `reading`:
    what it is taken for; `numbered`: the tables of the letter that it answers, if they are
    several; `at_all`: what it says is for all of them."""
    person = User.objects.filter(pk=right.person, is_active=True).first()
    if person is None:
        return None
    with transaction.atomic(), translation.override(person.language):
        digest = _digest(incoming, person)
        try:
            with transaction.atomic():
                row = ReceivedMail.objects.create(digest=digest, person=person)
        except IntegrityError:
            log.info("mail left alone, it has been read", person=person.pk)
            return None
        try:
            found = selectors.find_game(right.key, person)
        except errors.NotFound:
            return None
        table = found.table
        outcome = (
            _everywhere(incoming, numbered or {}, person, reading)
            if at_all
            else _outcome(incoming, right, found, person, reading)
        )
        if numbered and reading and (reading.unclear or reading.is_empty or reading.asks):
            outcome.says.append(_by_numbers(numbered))
        if not outcome.played:
            if _are_too_many(person):
                raise TooMuchMail
            ReceivedMail.objects.filter(pk=row.pk).update(was_idle=True)
        return enqueue(
            person=person,
            # Who decides again is asked by the answer to their mail.
            kind=kinds.DONE if outcome.played and not outcome.asks_on else kinds.RECEIPT,
            subject=f"game {table.key}",
            dedupe_key=f"{kinds.RECEIPT} {digest.hex()}",
            game=table.key,
            name=table.name,
            since=outcome.since,
            subject_line=outcome.subject,
            says=outcome.says,
            explains=outcome.explains,
            only_says=outcome.only_says,
            proposal=outcome.asks_back,
            others=outcome.others,
            # Whoever was to say which game they mean says it in answer.
            numbered={} if outcome.played else _called(numbered or {}),
            in_minutes=pace.of(table.pace, table.own_pace).seconds_per_move < pace.HOUR,
        )


def _called(numbered: Mapping[int, Addressed]) -> dict[str, tuple[str, int, str]]:
    """The positions that the letter was about, by their numbers in it: none that nobody saw."""
    return {
        str(number): (one.right.key, one.right.seq, one.found.table.name)
        for number, one in numbered.items()
    }


def _by_numbers(numbered: Mapping[int, Addressed]) -> str:
    games = ", ".join(f"{number}. {one.found.table.name}" for number, one in numbered.items())
    return _("Begin the line for each game with its number: {games}").format(games=games)


def _everywhere(
    incoming: Incoming,
    numbered: Mapping[int, Addressed],
    person: User,
    reading: Reading | None,
) -> Outcome:
    """The same at each of the tables, and one word of it all."""
    outcomes: dict[str, Outcome] = {}
    # In one order: two such mails wait for each other, and not in a ring.
    for one in sorted(numbered.values(), key=lambda one: one.right.key):
        if one.right.key not in outcomes:
            outcomes[one.right.key] = _outcome(incoming, one.right, one.found, person, reading)
    said: dict[str, dict[str, None]] = {}
    for one in numbered.values():
        text = "\n".join(outcomes[one.right.key].says)
        said.setdefault(text, {})[one.found.table.name] = None
    says = [f"{', '.join(names)}: {text}" for text, names in said.items()]
    return Outcome(_("Your answer to several games"), says, 0, 0, only_says=True)


def is_answered(incoming: Incoming, person: User) -> bool:
    return ReceivedMail.objects.filter(digest=_digest(incoming, person)).exists()


def _digest(incoming: Incoming, person: User) -> bytes:
    return sha256(f"{person.pk} {incoming.message_id}".encode()).digest()


def forget_old_mail() -> int:
    return delete_old(ReceivedMail._meta.db_table, "at < %s", [moment.now() - KEPT])


def _are_too_many(person: User) -> bool:
    since = moment.now() - WITHIN
    return ReceivedMail.objects.filter(person=person, at__gt=since, was_idle=True).count() >= MOST


def _outcome(
    incoming: Incoming, right: Right, found: Found, person: User, reading: Reading | None
) -> Outcome:
    seq = found.table.seq
    if incoming.is_too_large:
        return _refused([_("Your mail was too large to be read. Send a shorter one.")], seq)
    if right.has_expired() or agreements.is_revoked(right):
        return _refused(
            [
                _(
                    "The letter that you answered is no longer valid, and nothing has been done. "
                    "Answer this one instead."
                )
            ],
            seq,
        )
    reading = reading or understand(incoming, right, found, person)
    try:
        with transaction.atomic():
            return _carry_out(reading, right, found, person)
    except errors.Refusal as refusal:
        return _refused([str(refusal), _("Nothing of your mail has been done.")], seq)


def _refused(says: list[str], seq: int) -> Outcome:
    return Outcome(_("Your answer was not carried out"), says, seq, seq)


def understand(incoming: Incoming, right: Right, found: Found, person: User) -> Reading:
    """What the mail says; a mail without a text may say it in its subject ("stop")."""
    view = found.view(person.language)
    names = names_of(found.table)
    question = view["question"]
    # What a letter offered that has been overtaken is not known any more.
    moves = (question and question["moves"]) or [] if found.table.seq == right.seq else []
    position = Position(
        lang=person.language,
        view=view,
        moves=tuple(one["move"] for one in in_order(moves)),
        names=tuple(names) if names else None,
    )
    placings: dict[str, str] = {}
    if view["asks_all"] and view["you"] is not None and found.table.seq == right.seq:
        placings = plans.placings(view, person.language, names)
        position = replace(position, view=_alone(view, found), moves=tuple(placings))
    said = own_words(incoming.text)
    reader = selectors.order_reader(found)
    reading = _as_orders(said, position, reader) if placings else None
    if reading is None:
        reading = _as_plan(replies.read(said, position, reader), placings)
    reading = _as_offered(reading, right, replies.counted(said, position))
    if reading.unclear and incoming.unsubscribes:
        return Reading(wish=Wish.STOP)
    if not reading.is_empty:
        return reading
    in_subject = replies.read(incoming.subject, position)
    if in_subject.wish not in {None, Wish.YES, Wish.NO}:
        return Reading(wish=in_subject.wish, about=in_subject.about)
    return reading


def _alone(view: Board, found: Found) -> Board:
    """As if of all who are asked at once the reader alone were."""
    asked: Acting = asked_of_all(found.seen)
    question: Acting = {**asked, "kind": "place"}
    return {**view, "question": question}


def _as_orders(said: str, position: Position, is_order: replies.IsOrder) -> Reading | None:
    """Lines of a plan as they stand, with their conditions and in their order: the first that fits
    decides. None if anything there is said more loosely."""
    plain = replies.read(said, replace(position, moves=()), is_order)
    is_loose = plain.unclear or plain.asks or plain.moves or not plain.orders
    return None if is_loose else plain


def _as_plan(reading: Reading, placings: Mapping[str, str]) -> Reading:
    """What everybody is asked at once is answered as loosely as by one who is asked alone, and kept
    as an order."""
    if not placings.keys() >= {*reading.moves}:
        return reading
    placed = [placings[move] for move in reading.moves]
    return replace(reading, moves=(), orders=(*reading.orders, *placed), others=())


def _as_offered(reading: Reading, right: Right, number: int) -> Reading:
    """Whoever answers several offers with a number alone may count them, or the slots: where these
    are two moves, it is asked again."""
    offers = asking.asked_about(right) if number and reading.moves else None
    if offers is None or not offers.others:
        return reading
    offered = [*offers.moves, *offers.others]
    at = number - 1 if number > 0 else number
    if at not in range(-1, len(offered)) or (offered[at],) == reading.moves:
        return reading
    return replace(reading, asks=True, others=(offered[at],))


def _carry_out(reading: Reading, right: Right, found: Found, person: User) -> Outcome:
    seq = found.table.seq
    is_yes = reading.wish == Wish.YES and right.evening is None
    if (reading.unclear or reading.is_empty or is_yes) and seq != right.seq:
        raise errors.Stale(seq=seq)
    if reading.is_empty:
        return _refused(
            [_("No move was found in your answer. Write it above the quoted letter.")], seq
        )
    if reading.unclear:
        return _not_understood(reading, found, person)
    proposal = Proposal(
        moves=reading.moves, orders=reading.orders, talk=reading.talk, others=reading.others
    )
    if reading.asks:
        return ask_back(proposal, right, found, person)
    # Together with “no orders” they stand in place of those there are.
    replaces = reading.wish == Wish.NO_ORDERS and bool(reading.orders)
    outcome = do(proposal, right, person, door=Move.Door.MAIL_REPLY, adds_orders=not replaces)
    if reading.wish and not replaces:
        return fulfil(reading, right, found, person, outcome)
    return outcome


def _not_understood(reading: Reading, found: Found, person: User) -> Outcome:
    quoted = ", ".join(f"“{piece[:80]}”" for piece in reading.unclear[:_MOST_QUOTED])
    if reading.why == "number":
        said = _("It is not said for which game this is, so nothing has been done: {pieces}")
        return _refused([said.format(pieces=quoted)], found.table.seq)
    says = [
        _("This could not be understood, so nothing has been done: {pieces}").format(pieces=quoted)
    ]
    view = found.view(person.language)
    question = view["question"]
    is_asked = view["asks_all"] is not None or (question is not None and question["moves"])
    if not is_asked:
        says.append(str(errors.GameOver() if found.table.is_over else errors.NotYourTurn()))
    elif reading.why:
        says.append(_why(reading.why, person.language))
    return _refused([*filter(None, says)], found.table.seq)


def _why(why: str, lang: str) -> str:
    """What to do about it, by what kept the answer from being done."""
    if why == "condition":
        return _(
            "It sounds like a condition, and a letter is answered now. Write what shall be done, "
            "or say it as a standing order, like “{example}”."
        ).format(example=example(lang))
    if why == "question":
        return _("It sounds like a question. If you want to move, write the move alone.")
    if why == "several":
        return _("It fits several moves, or two at once. Say which one is meant.")
    if why in {"words", "impossible"}:
        return _("Write one of the moves below, in any words that name it.")
    return _("It does not sound decided. Write just what shall be done now.")
