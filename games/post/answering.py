"""What a player says to one table by mail: carried out, and answered with what came of it.

One transaction holds the note that this Message-ID has been seen, the moves, and the promise of
the answer. So a mail that comes twice, or a crash in the middle, does nothing twice.
"""

from datetime import timedelta
from hashlib import sha256

import structlog
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors, kinds, pace, replies, selectors, services
from games.engine import words
from games.models import Move, ReceivedMail
from games.post import agreements, asking
from games.post.asking import Proposal
from games.post.doing import Outcome, do
from games.post.incoming import Incoming
from games.post.kinds import LettersStopped
from games.post.quoting import own_words
from games.post.tokens import Right, evening_number
from games.replies import Reading, Wish
from games.selectors.orders import example
from games.selectors.people import names as names_of
from games.selectors.tables import Found
from games.wording import times
from games.wording.choices import in_order
from games.wording.spoken import spoken
from games.wording.times import time_left
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


def answer(
    incoming: Incoming, right: Right, *, reading: Reading | None = None
) -> Notification | None:
    """Carry out what a mail says, and promise the letter that tells what came of it. None for
    what has been answered before. TooMuchMail for one too many that plays nothing. `reading`:
    what it is taken for."""
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
        outcome = _outcome(incoming, right, found, person, reading)
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
            asks_back=outcome.asks_back,
            in_minutes=pace.of(table.pace, table.own_pace).seconds_per_move < pace.HOUR,
        )


def is_answered(incoming: Incoming, person: User) -> bool:
    return ReceivedMail.objects.filter(digest=_digest(incoming, person)).exists()


def _digest(incoming: Incoming, person: User) -> bytes:
    return sha256(f"{person.pk} {incoming.message_id}".encode()).digest()


def forget_old_mail() -> int:
    deleted, _by_model = ReceivedMail.objects.filter(at__lt=moment.now() - KEPT).delete()
    return deleted


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
    position = replies.Position(
        lang=person.language,
        view=view,
        moves=tuple(one["move"] for one in in_order(moves)),
        names=tuple(names) if names else None,
    )
    reading = replies.read(own_words(incoming.text), position, selectors.order_reader(found))
    if not reading.is_empty:
        return reading
    in_subject = replies.read(incoming.subject, position)
    if in_subject.wish not in {None, Wish.YES, Wish.NO}:
        return Reading(wish=in_subject.wish, about=in_subject.about)
    return reading


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
    proposal = Proposal(moves=reading.moves, orders=reading.orders, talk=reading.talk)
    if reading.asks:
        return _ask_back(proposal, right, found, person)
    # Together with “no orders” they stand in place of those there are.
    replaces = reading.wish == Wish.NO_ORDERS and bool(reading.orders)
    outcome = do(proposal, right, person, door=Move.Door.MAIL_REPLY, adds_orders=not replaces)
    if reading.wish and not replaces:
        return _fulfil(reading, right, found, person, outcome)
    return outcome


def _not_understood(reading: Reading, found: Found, person: User) -> Outcome:
    quoted = ", ".join(f"“{piece[:80]}”" for piece in reading.unclear[:_MOST_QUOTED])
    says = [
        _("This could not be understood, so nothing has been done: {pieces}").format(pieces=quoted)
    ]
    question = found.view(person.language)["question"]
    if question is None or question["moves"] is None:
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
    if why == "number":
        return _("Begin the line for each game with its number in the letter that you answered.")
    if why == "several":
        return _("It fits several moves, or two at once. Say which one is meant.")
    if why in {"words", "impossible"}:
        return _("Write one of the moves below, in any words that name it.")
    return _("It does not sound decided. Write just what shall be done now.")


def _ask_back(proposal: Proposal, right: Right, found: Found, person: User) -> Outcome:
    """Say what it seems to mean, and wait for a yes to this letter."""
    seq, lang = found.table.seq, person.language
    if seq != right.seq:
        raise errors.Stale(seq=seq)
    asking.ask_back(right, proposal)
    view = found.view(lang)
    hides = agreements.find(found.table.id, person.pk).hides_cards
    says = []
    for move in proposal.moves:
        means = "" if hides else words.say_move(move, view, lang, names_of(found.table))
        said = spoken(move, lang)
        # Many words of buttons are what the sentence begins with.
        said = means if means.startswith(said) else " – ".join(filter(None, [said, means]))
        says.append(_("Did you mean: {move}?").format(move=said))
    for line in proposal.orders:
        says.append(_("Shall this be kept as a standing order: “{order}”?").format(order=line))
    if proposal.resigns:
        says.append(_("Shall a stand-in play on for you, for good? That is resigning."))
    says.append(_("Answer “yes” to this letter, or press its button. Nothing has been done yet."))
    return Outcome(_("Did you mean this?"), says, seq, seq, asks_back=True)


def _fulfil(
    reading: Reading, right: Right, found: Found, person: User, outcome: Outcome
) -> Outcome:
    wish, says = reading.wish, outcome.says
    if wish in {Wish.YES, Wish.NO} and right.evening is not None:
        says.append(_answer_evening(right, person, agrees=wish == Wish.YES))
        return outcome
    if wish == Wish.YES:
        proposal = asking.asked_about(right)
        if proposal is None:
            says.append(_("You were asked nothing that a “yes” answers. Write what shall be done."))
            return outcome
        return do(proposal, right, person, door=Move.Door.MAIL_REPLY)
    if wish == Wish.RESIGN:
        return _ask_back(Proposal(resigns=True), right, found, person)
    if wish == Wish.NO:
        asking.forget(right)
        says.append(_("All right, nothing has been done."))
    elif wish == Wish.STOP:
        agreements.change(right.key, person.pk, stopped=True)
        outcome.subject = _("No more letters")
        says.append(what_still_runs())
        outcome.only_says = True
    elif wish == Wish.RESUME:
        agreements.change(right.key, person.pk, stopped=False)
        says.append(_("You get letters about this table again."))
    elif wish in {Wish.HIDE, Wish.SHOW}:
        agreements.change(right.key, person.pk, hides_cards=wish == Wish.HIDE)
        says.append(
            _("Your hidden cards stay out of letters about this table from now on.")
            if wish == Wish.HIDE
            else _("Letters about this table show your hidden cards again.")
        )
    elif wish == Wish.NO_ORDERS:
        services.revoke_orders(game_key=right.key, person=person)
        says.append(_("Your standing orders are taken back. You will be asked again."))
    elif wish == Wish.BACK:
        was_away = services.return_to_seat(game_key=right.key, person=person)
        outcome.subject = _("You are back")
        says.append(
            _("You are back: every decision of your seat is yours again.")
            if was_away
            else _("You were not away: your seat is yours.")
        )
    else:
        _inform(reading, right, found, person, outcome)
    return outcome


def _answer_evening(right: Right, person: User, *, agrees: bool) -> str:
    """What a yes or no says to the evening that the letter was about, and to no other."""
    evening = selectors.evening_of(key=right.key, viewer=person)["evening"]
    if evening is None or evening_number(evening["at"]) != right.evening:
        raise errors.NotAllowed(why=_("This evening is not proposed any more."))
    services.answer_evening(game_key=right.key, person=person, at=evening["at"], agrees=agrees)
    when = times.moment(evening["at"], person.time_zone, person.language)
    if agrees:
        return _("The evening suits you: {when}.").format(when=when)
    return _("The evening does not suit you: {when}. The table looks for another.").format(
        when=when
    )


def _inform(reading: Reading, right: Right, found: Found, person: User, outcome: Outcome) -> None:
    wish, lang, says = reading.wish, person.language, outcome.says
    if wish == Wish.HELP:
        outcome.subject = _("How to answer")
        says.append(_("How to answer"))
        outcome.explains += help_texts()
    elif wish == Wish.CARD:
        says.append(f"{words.name(reading.about, lang)}: {words.effect(reading.about, lang)}.")
    elif wish == Wish.PAUSE:
        stands = services.offer_pause(game_key=right.key, person=person)
        says.append(
            _("The table has a pause: the clock stands.")
            if stands
            else _("You offer a pause. The clock stands as soon as everybody agrees.")
        )
    elif wish == Wish.TIME:
        deadline = found.table.deadline
        if deadline:
            left = time_left(deadline, person.time_zone, lang)
            says.append(_("The time for this decision: {time}.").format(time=left))
        says.append(
            _(
                "Nobody can take more time alone. Answer “pause” to offer the others a pause, or "
                "say beforehand what shall be done, as a standing order."
            )
        )
    else:
        says.append(_("This is how the table stands."))


def what_still_runs() -> str:
    return str(LettersStopped.text)


def help_texts() -> list[str]:
    back = _("“back” takes your seat again when a stand-in plays for you.")
    return [_help_with_moves(), back, _help_with_orders()]


def _help_with_moves() -> str:
    return _(
        "Write above the quoted letter what shall be done, in your own words or like this: “wait”, "
        "“reveal”, "
        "“place spy end”, “place spy on 2”, “eliminate 3”. Slots are numbered as in the letter; "
        "card names may be in your language. Several moves go on several lines; they are all "
        "made, or none. “talk: …” says something to the table. “status” shows the table, “hide "
        "cards” keeps your hidden cards out of letters, “show cards” shows them, “stop” ends "
        "letters about this table, “resume” begins them again, “pause” offers a pause, “resign” "
        "leaves the game. You can also ask what a card does."
    )


def _help_with_orders() -> str:
    return _(
        "You can also say beforehand what shall be done, a line each: “wait with Ambush until "
        "round 4”, “reveal Soldier if a neighbour is open”, “Spy: prefer richest”, “place spy "
        "at the end in round 3”, “ask me if I was attacked”. Such standing orders answer for "
        "you; “no orders” takes them back."
    )
