"""A mail from a player: carried out, and answered with what came of it.

One transaction holds the note that this Message-ID has been seen, the moves, and the promise of
the answer. So a mail that comes twice, or a crash in the middle, does nothing twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

import structlog
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors, kinds, selectors, services
from games.models import Move, ReceivedMail
from games.orders import Order
from games.post import wishes
from games.post.incoming import Incoming, take_apart
from games.post.instructions import Instructions, Wish, read
from games.post.quoting import own_words
from games.post.tokens import BadToken, Right
from games.post.tokens import read as read_token
from notifications.models import Notification
from notifications.services import enqueue

log = structlog.get_logger("oriflamme.post")

# More than anybody types, fewer than two programs exchange.
MOST, WITHIN = 60, timedelta(hours=1)
# Longer than any right lasts: after that a second copy is refused for its age.
KEPT = timedelta(days=90)
_MOST_QUOTED = 5


@dataclass(slots=True)
class Outcome:
    """What the answer says. `since`: the position before what was done."""

    subject: str
    says: list[str]
    since: int
    only_says: bool = False


def receive(raw: bytes, *, recipients: Iterable[str] = ()) -> None:
    """Take in a mail by whatever way it came. Whoever it is from, its token is the right. Mail of
    programs, mail without a token of ours and second copies are left alone."""
    incoming = take_apart(raw, recipients)
    if incoming.is_automatic:
        log.info("automatic mail left alone")
        return
    right = _right(incoming)
    if right is None:
        log.info("mail without a right left alone")
        return
    answer(incoming, right)


def answer(incoming: Incoming, right: Right) -> Notification | None:
    """Carry out what a mail says, and promise the letter that tells what came of it. None for
    what has been answered before, and for one too many."""
    person = User.objects.filter(pk=right.person, is_active=True).first()
    if person is None:
        return None
    with transaction.atomic(), translation.override(person.language):
        digest = sha256(f"{person.pk} {incoming.message_id}".encode()).digest()
        _row, is_new = ReceivedMail.objects.get_or_create(
            digest=digest, defaults={"person": person}
        )
        if not is_new or _too_many(person):
            log.info("mail left alone", person=person.pk, seen=not is_new)
            return None
        try:
            table = selectors.find_game(right.key, person).table
        except errors.NotFound:
            return None
        outcome = _outcome(incoming, right, person, seq=table.seq)
        return enqueue(
            person=person,
            kind=kinds.RECEIPT,
            subject=f"game {table.key}",
            dedupe_key=f"{kinds.RECEIPT} {digest.hex()}",
            game=table.key,
            name=table.name,
            since=outcome.since,
            subject_line=outcome.subject,
            says=outcome.says,
            only_says=outcome.only_says,
        )


def forget_old_mail() -> int:
    deleted, _by_model = ReceivedMail.objects.filter(at__lt=timezone.now() - KEPT).delete()
    return deleted


def _right(incoming: Incoming) -> Right | None:
    for token in incoming.tokens:
        try:
            return read_token(token)
        except BadToken:
            continue
    return None


def _too_many(person: User) -> bool:
    return ReceivedMail.objects.filter(person=person, at__gt=timezone.now() - WITHIN).count() > MOST


def _outcome(incoming: Incoming, right: Right, person: User, *, seq: int) -> Outcome:
    refused = _("Your answer was not carried out")
    if incoming.is_too_large:
        return Outcome(refused, [_("Your mail was too large to be read. Send a shorter one.")], seq)
    wanted = _wanted(incoming, right, person)
    if right.has_expired() or wishes.is_revoked(right):
        return Outcome(
            refused,
            [
                _(
                    "The letter that you answered is no longer valid, and nothing has been done. "
                    "Answer this one instead."
                )
            ],
            seq,
        )
    if wanted.doubtful:
        quoted = ", ".join(f"“{piece[:80]}”" for piece in wanted.doubtful[:_MOST_QUOTED])
        return Outcome(
            refused,
            [
                _("This could not be understood, so nothing has been done: {pieces}").format(
                    pieces=quoted
                )
            ],
            seq,
        )
    if wanted.are_empty:
        return Outcome(
            refused,
            [_("No move was found in your answer. Write it above the quoted letter.")],
            seq,
        )
    try:
        with transaction.atomic():
            return _carry_out(wanted, right, person)
    except errors.Refusal as refusal:
        return Outcome(refused, [str(refusal), _("Nothing of your mail has been done.")], seq)


def _wanted(incoming: Incoming, right: Right, person: User) -> Instructions:
    """What the mail says; a mail without a text may say it in its subject ("stop")."""
    found = selectors.find_game(right.key, person)
    wanted = read(own_words(incoming.text), lambda line: selectors.seems_an_order(line, found))
    if not wanted.are_empty:
        return wanted
    in_subject = read(incoming.subject)
    return Instructions(wish=in_subject.wish)


def _carry_out(wanted: Instructions, right: Right, person: User) -> Outcome:
    outcome = Outcome(_("The table"), [], right.seq)
    lines, seq = wanted.orders, right.seq
    # Read before anything moves: "this round" is that of the letter.
    orders = selectors.read_lines(key=right.key, viewer=person, lines=lines) if lines else []
    if wanted.moves:
        seq = services.play(
            game_key=right.key,
            person=person,
            seq=right.seq,
            moves=wanted.moves,
            door=Move.Door.MAIL_REPLY,
        ).seq
        outcome.subject = _("Your move is made")
        outcome.says.append(_("Your move is made: {moves}.").format(moves=", ".join(wanted.moves)))
    if orders:
        # Together with “no orders” they stand in place of those there are.
        adds = wanted.wish != Wish.NO_ORDERS
        _leave(orders, right, person, outcome, seq=seq, adds=adds)
    for words in wanted.talk:
        services.say(game_key=right.key, person=person, text=words)
        outcome.says.append(_("The table hears: “{words}”").format(words=words))
    if wanted.wish and not (wanted.wish == Wish.NO_ORDERS and orders):
        _fulfil(wanted.wish, right, person, outcome)
    return outcome


def _leave(
    orders: list[Order], right: Right, person: User, outcome: Outcome, *, seq: int, adds: bool
) -> None:
    """Standing orders decide what is to come, so the letter must be of this position."""
    services.give_orders(
        game_key=right.key,
        person=person,
        wanted=orders,
        adds=adds,
        seq=seq,
    )
    if seq == right.seq:
        outcome.subject = _("Your standing orders")
    table = selectors.find_game(right.key, person).table
    if wishes.find(table.id, person.pk).hides_cards:
        outcome.says.append(_("Your standing orders are noted."))
        return
    shown = selectors.standing_orders(key=right.key, viewer=person, lang=person.language)
    outcome.says.append(_("Your standing orders are understood like this:"))
    outcome.says += [f"– {one['says']}" for one in shown["orders"][: len(orders)]]


def _fulfil(wish: Wish, right: Right, person: User, outcome: Outcome) -> None:
    if wish == Wish.STOP:
        wishes.change(right.key, person.pk, stopped=True)
        outcome.subject = _("No more letters")
        outcome.says.append(
            _("You get no more letters about this table. Answer “resume” to get them again.")
        )
        outcome.only_says = True
    elif wish == Wish.RESUME:
        wishes.change(right.key, person.pk, stopped=False)
        outcome.says.append(_("You get letters about this table again."))
    elif wish in {Wish.HIDE, Wish.SHOW}:
        wishes.change(right.key, person.pk, hides_cards=wish == Wish.HIDE)
        outcome.says.append(
            _("Your hidden cards stay out of letters about this table from now on.")
            if wish == Wish.HIDE
            else _("Letters about this table show your hidden cards again.")
        )
    elif wish == Wish.NO_ORDERS:
        services.revoke_orders(game_key=right.key, person=person)
        outcome.says.append(_("Your standing orders are taken back. You will be asked again."))
    elif wish == Wish.BACK:
        was_away = services.return_to_seat(game_key=right.key, person=person)
        outcome.subject = _("You are back")
        outcome.says.append(
            _("You are back: every decision of your seat is yours again.")
            if was_away
            else _("You were not away: your seat is yours.")
        )
    elif wish == Wish.HELP:
        outcome.subject = _("How to answer")
        outcome.says += [_("How to answer"), help_text()]
    else:
        outcome.says.append(_("This is how the table stands."))


def help_text() -> str:
    back = _("“back” takes your seat again when a stand-in plays for you.")
    return f"{_help_with_moves()} {back} {_help_with_orders()}"


def _help_with_moves() -> str:
    return _(
        "Write one word or move on a line, above the quoted letter: “wait”, “reveal”, "
        "“place spy end”, “place spy on 2”, “eliminate 3”. Slots are numbered as in the letter; "
        "card names may be in your language. Several moves go on several lines; they are all "
        "made, or none. “talk: …” says something to the table. “status” shows the table, “hide "
        "cards” keeps your hidden cards out of letters, “show cards” shows them, “stop” ends "
        "letters about this table, “resume” begins them again."
    )


def _help_with_orders() -> str:
    return _(
        "You can also say beforehand what shall be done, a line each: “wait with Ambush until "
        "round 4”, “reveal Soldier if a neighbour is open”, “Spy: prefer richest”, “place spy "
        "at the end in round 3”, “ask me if I was attacked”. Such standing orders answer for "
        "you; “no orders” takes them back."
    )
