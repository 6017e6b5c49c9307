"""Carrying out what a mail, or a yes to it, wants done; and what to tell of it."""

from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors, services
from games.models.table import Table
from games.orders import Order
from games.post import agreements, asking
from games.post.asking import Proposal
from games.post.tokens import Right
from games.wording.spoken import spoken


@dataclass(slots=True)
class Outcome:
    """What the answer says. `since`: the position before what was done, `seq` the one after it;
    `played`: a move or an order came of it; `asks_on`: then the same person decides again;
    `asks_back`: the number of the proposal that it asks about, `others`: what is offered beside
    it; `explains`: at length, below what
    can be pressed."""

    subject: str
    says: list[str]
    since: int
    seq: int
    only_says: bool = False
    asks_back: int | None = None
    others: tuple[str, ...] = ()
    played: bool = False
    asks_on: bool = False
    explains: list[str] = field(default_factory=list)


@transaction.atomic
def do(
    proposal: Proposal, right: Right, person: User, *, door: str, adds_orders: bool = True
) -> Outcome:
    """All of it, or a Refusal and nothing. `adds_orders`: else they replace those there are."""
    outcome = Outcome(_("The table"), [], right.seq, right.seq)
    lines = proposal.orders
    # Read before anything moves: "this round" is that of the letter.
    orders = selectors.read_lines(key=right.key, viewer=person, lines=lines) if lines else []
    if proposal.moves:
        _play(proposal.moves, right, person, outcome, door=door)
    if orders:
        _leave(orders, right, person, outcome, adds=adds_orders)
    if outcome.asks_on and services.obey_orders(game_key=right.key, just_given=True):
        outcome.asks_on = False  # they have said already what they are asked next
    for one in proposal.talk:
        services.say(game_key=right.key, person=person, text=one.text, to_seat=one.to_seat)
        heard = _("The table hears: “{words}”") if one.to_seat is None else _("Told: “{words}”")
        outcome.says.append(heard.format(words=one.text))
    if proposal.resigns:
        services.resign(game_key=right.key, person=person)
        outcome.subject = _("You have resigned")
        outcome.says.append(_("You have resigned: a stand-in plays on for you."))
        outcome.played = outcome.only_says = True
        outcome.asks_on = False
    if proposal != Proposal():
        asking.forget(right)
    return outcome


def _play(
    moves: tuple[str, ...], right: Right, person: User, outcome: Outcome, *, door: str
) -> None:
    played = services.play(game_key=right.key, person=person, seq=right.seq, moves=moves, door=door)
    outcome.seq, outcome.played = played.seq, True
    outcome.asks_on = _decides(played.table, person)
    outcome.subject = _("Your move is made")
    said = ", ".join(spoken(move, person.language) for move in moves)
    outcome.says.append(_("Your move is made: {moves}.").format(moves=said))


def _decides(table: Table, person: User) -> bool:
    chair = table.chair_of(person.pk)
    is_next = chair is not None and chair.number == table.to_move and not chair.bot
    return is_next and not table.asks_all


def _leave(
    orders: list[Order], right: Right, person: User, outcome: Outcome, *, adds: bool
) -> None:
    """Standing orders decide what is to come, so the letter must be of this position. Where
    everybody is asked at once they are the answer, and a later one stands in its place."""
    if selectors.find_game(right.key, person).table.asks_all:
        _plan(orders, right, person, outcome)
        return
    services.give_orders(
        game_key=right.key, person=person, wanted=orders, adds=adds, seq=outcome.seq
    )
    outcome.played = True
    if outcome.seq == right.seq:
        outcome.subject = _("Your standing orders")
    table = selectors.find_game(right.key, person).table
    outcome.asks_on = _decides(table, person)
    if agreements.find(table.id, person.pk).hides_cards:
        outcome.says.append(_("Your standing orders are noted."))
        return
    shown = selectors.standing_orders(key=right.key, viewer=person, lang=person.language)
    outcome.says.append(_("Your standing orders are understood like this:"))
    outcome.says += [f"– {one['says']}" for one in shown["orders"][: len(orders)]]


def _plan(orders: list[Order], right: Right, person: User, outcome: Outcome) -> None:
    services.make_plan(game_key=right.key, person=person, wanted=orders, seq=outcome.seq)
    outcome.played = True
    outcome.subject = _("Your plan")
    table = selectors.find_game(right.key, person).table
    if agreements.find(table.id, person.pk).hides_cards:
        outcome.says.append(_("Your plan is noted."))
        return
    shown = selectors.plan(key=right.key, viewer=person, lang=person.language)
    outcome.says.append(_("Your plan is understood like this:"))
    outcome.says += [f"– {one['says']}" for one in shown["orders"]]
    outcome.says.append(
        _("Answer again to change it. It is used as soon as everybody has answered.")
    )
