"""What somebody asks for by mail other than a move: fulfilled, or asked back first."""

from dataclasses import replace

from django.utils.translation import gettext as _

from accounts.models import User
from games import errors, selectors, services
from games.engine import words
from games.models import Move
from games.post import agreements, asking
from games.post.asking import Proposal
from games.post.doing import Outcome, do
from games.post.plain_kinds import LettersStopped
from games.post.tokens import Right, evening_number
from games.replies import Reading, Wish
from games.selectors.people import names as names_of
from games.selectors.tables import Found
from games.wording import times
from games.wording.spoken import spoken
from games.wording.times import time_left


def ask_back(proposal: Proposal, right: Right, found: Found, person: User) -> Outcome:
    """Say what it seems to mean, and wait for a yes to this letter."""
    seq, lang = found.table.seq, person.language
    if seq != right.seq:
        raise errors.Stale(seq=seq)
    view = found.view(lang)
    hides = agreements.find(found.table.id, person.pk).hides_cards
    if hides:  # nothing of their hand that they did not write themselves
        proposal = replace(proposal, others=())
    asking.ask_back(right, proposal)
    says = []
    for move in proposal.moves:
        means = "" if hides else words.say_move(move, view, lang, names_of(found.table))
        said = spoken(move, lang)
        # Many words of buttons are what the sentence begins with.
        said = means if means.startswith(said) else " – ".join(filter(None, [said, means]))
        says.append(_("Did you mean: {move}?").format(move=said))
    for line in proposal.orders:
        keeps = _("Shall this be kept as a standing order: “{order}”?").format(order=line)
        means = _("Did you mean: {move}?").format(move=line)
        says.append(means if found.table.asks_all else keeps)
    if proposal.resigns:
        says.append(_("Shall a stand-in play on for you, for good? That is resigning."))
    says.append(_("Answer “yes” to this letter, or press its button. Nothing has been done yet."))
    return Outcome(
        _("Did you mean this?"),
        says,
        seq,
        seq,
        asks_back=proposal.number,
        others=proposal.others,
    )


def fulfil(reading: Reading, right: Right, found: Found, person: User, outcome: Outcome) -> Outcome:
    wish, says = reading.wish, outcome.says
    if wish in {Wish.YES, Wish.NO} and right.evening is not None:
        says.append(_answer_evening(right, person, agrees=wish == Wish.YES))
        return outcome
    if wish == Wish.YES:
        return _agree(right, found, person, outcome)
    if wish == Wish.RESIGN:
        return _ask_to_resign(right, found, person)
    if wish == Wish.NO:
        asking.withdraw(right)
        says.append(_("All right, nothing has been done."))
    elif wish == Wish.STOP:
        agreements.change(right.key, person.pk, stopped=True)
        outcome.subject = _("No more letters")
        runs = not found.table.is_over
        says.append(_what_still_runs() if runs else _("You get no more letters about this table."))
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


def _ask_to_resign(right: Right, found: Found, person: User) -> Outcome:
    if found.table.is_over:
        raise errors.GameOver
    if found.table.seat_of(person.pk) is None:
        raise errors.NotAtTable
    return ask_back(Proposal(resigns=True), right, found, person)


def _agree(right: Right, found: Found, person: User, outcome: Outcome) -> Outcome:
    """A yes does what its own letter asked about. What another one asks is asked again."""
    proposal = asking.asked_about(right)
    if proposal is not None:
        return do(proposal, right, person, door=Move.Door.MAIL_REPLY)
    proposal = asking.pending(right)
    if proposal is not None:
        outcome = ask_back(proposal, right, found, person)
        why = _("The letter that you answered does not ask what you are asked now, which is this:")
        outcome.says.insert(0, why)
        return outcome
    outcome.says.append(_("You were asked nothing that a “yes” answers. Write what shall be done."))
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
        outcome.explains += _help_texts()
    elif wish == Wish.CARD:
        says.append(f"{words.name(reading.about, lang)}: {words.effect(reading.about, lang)}")
    elif wish == Wish.PAUSE:
        stands = services.offer_pause(game_key=right.key, person=person)
        says.append(
            _("The table has a pause: the clock stands.")
            if stands
            else _("You offer a pause. The clock stands as soon as everybody agrees.")
        )
    elif wish == Wish.TIME:
        if found.table.is_over:
            raise errors.GameOver
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


def _what_still_runs() -> str:
    return str(LettersStopped.text)


def _help_texts() -> list[str]:
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
