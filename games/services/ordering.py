"""Leaving standing orders, and taking them back. Nobody else may tell: no revision, no feed."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, errors, orders
from games.engine.types import known
from games.models import Game, OrderList, Seat
from games.models.keys import message_key
from games.models.orders import KeptOrder
from games.models.position import read_position
from games.orders import Order, Setting
from games.services import telling
from games.services.entering import enter, must_run, own_chair
from games.services.obeying import obey_orders


@transaction.atomic
def give_orders(
    *,
    game_key: str,
    person: User,
    wanted: Sequence[object],
    adds: bool = False,
    revision: int | None = None,
    seq: int | None = None,
    dry_run: bool = False,
) -> OrderList:
    """Leave these orders, data as games.orders describes it, in place of those there are or before
    them. They hold from now on, also for what is asked just now.

    `revision` is that of the list they were made for: if it has changed since, OrdersChanged. `seq`
    is the position they were made for, where the right to give them ends with it: Stale then. A
    dry run keeps nothing: the list that it gives holds these alone.
    Refusals: NotFound, NotAtTable, NotRunning, GameOver, UnreadableGame, Stale, BadOrder,
    OrdersChanged.
    """
    game, seat, standing = _enter(game_key, person, revision)
    if seq is not None and seq != game.seq:
        raise errors.Stale(seq=game.seq)
    view = _view(game, seat)
    read = _checked(wanted, orders.setting(view))
    lies = orders.around(view)
    new: list[KeptOrder] = [
        {"id": message_key(), "order": order, "since": game.seq, "around": lies} for order in read
    ]
    if dry_run:
        return OrderList(game=game, person=person, orders=new)
    # What is past cannot apply any more, and would only be in the way.
    old = [one for one in standing.orders if adds and not orders.is_past(one["order"], view)]
    if len(old) + len(new) > orders.MOST:
        raise errors.BadOrder(
            field="orders", why=_("{most} orders are the most.").format(most=orders.MOST)
        )
    _store(game, seat, standing, [*new, *old])
    return standing


@transaction.atomic
def make_plan(
    *,
    game_key: str,
    person: User,
    wanted: Sequence[object],
    seq: int | None = None,
    dry_run: bool = False,
) -> OrderList:
    """Answer what everybody is asked at once, in place of what one has answered before: orders for
    this phase of the round alone. Without any one is asked when one's turn comes. What is there
    when a question comes counts, so it can be changed until then. Orders for the next phase – what
    cards do, sent with the card; the next card, sent with what cards do – are what it goes by if
    one has not been there again when others have waited for long enough (games.services.phases).

    `seq`: of the phase it was made for. Refusals: those of give_orders, NotTogether, NotAllowed,
    PlansBind.
    """
    game, seat, standing = _enter(game_key, person, None)
    _must_be_asked(game, seat, seq)
    view = _view(game, seat)
    at = orders.setting(view)._replace(is_asked=True)
    if view["phase"] == "planning" and at.next_place > view["round"]:
        raise errors.Stale(seq=game.seq)  # their card has just been played
    read, lies = _checked(wanted, at), orders.around(view)
    if game.blind and any(order["do"] == "ask" for order in read):
        raise errors.BadOrder(field="orders", why=_("This table plays blind: nothing is asked."))
    until = [_ends(order, view) for order in read]
    new: list[KeptOrder] = [
        {"id": message_key(), "order": order, "since": game.seq, "around": lies} for order in read
    ]
    for one, round_ in zip(new, until, strict=True):
        if round_ is not None:
            one["round"] = round_
        else:
            one["plan"] = known(game.asked_seq)
    if dry_run:
        return OrderList(game=game, person=person, orders=new)
    others = _without_plan(standing)
    if len(others) + len(new) > orders.MOST:
        raise errors.BadOrder(
            field="orders", why=_("{most} orders are the most.").format(most=orders.MOST)
        )
    standing.answered_seq, standing.says_round = game.asked_seq, any(until)
    _store(game, seat, standing, [*new, *others])
    return standing


@transaction.atomic
def withdraw_plan(*, game_key: str, person: User) -> OrderList:
    """As if one had not answered; what it has done stays done."""
    game, seat, standing = _enter(game_key, person, None)
    _must_be_asked(game, seat, None)
    standing.answered_seq, standing.says_round = None, False
    _store(game, seat, standing, _without_plan(standing))
    return standing


def _ends(order: Order, view: engine.View) -> int | None:
    """Of an order for the next phase: the round with which it ends."""
    if view["phase"] == "planning":
        return view["round"] if order["do"] != "place" and order != {"do": "ask"} else None
    following = view["round"] + 1
    return following if order["do"] == "place" and order["round"] == following else None


def _without_plan(standing: OrderList) -> list[KeptOrder]:
    return [one for one in standing.orders if "plan" not in one and "round" not in one]


def _must_be_asked(game: Game, seat: Seat, seq: int | None) -> None:
    if game.asked_seq is None:
        raise errors.NotTogether
    if seat.bot:
        raise errors.NotAllowed(why=_("A stand-in plays for you. Return to your seat first."))
    if seq is not None and seq != game.asked_seq:
        raise errors.Stale(seq=game.seq)


@transaction.atomic
def revoke_orders(
    *,
    game_key: str,
    person: User,
    ids: Collection[str] | None = None,
    revision: int | None = None,
) -> OrderList:
    """Take back the orders of these ids, or all. From now on they move nothing."""
    game, seat, standing = _enter(game_key, person, revision)
    left = [one for one in standing.orders if ids is not None and one["id"] not in ids]
    if ids is not None and len(left) + len(set(ids)) != len(standing.orders):
        raise errors.NotFound
    _store(game, seat, standing, left)
    return standing


def _checked(wanted: Sequence[object], at: Setting) -> list[Order]:
    """The orders in their one form, or BadOrder, which says which one and why."""
    checked = []
    for number, raw in enumerate(wanted):
        try:
            checked.append(orders.check(raw, at))
        except orders.Unfit as unfit:
            field = f"orders.{number}" + (f".{unfit.field}" if unfit.field else "")
            why = orders.explain_problem(unfit.problem, get_language() or "en")
            raise errors.BadOrder(field=field, why=why) from None
    return checked


def _enter(game_key: str, person: User, revision: int | None) -> tuple[Game, Seat, OrderList]:
    game = enter(game_key, person)
    seat = own_chair(game, person)
    must_run(game)
    standing = OrderList.objects.filter(game=game, person=person).first()
    standing = standing or OrderList(game=game, person=person)
    if revision is not None and revision != standing.revision:
        raise errors.OrdersChanged(revision=standing.revision)
    return game, seat, standing


def _view(game: Game, seat: Seat) -> engine.View:
    return engine.view(read_position(game.key, game.state), seat.number)


def _store(game: Game, seat: Seat, standing: OrderList, left: list[KeptOrder]) -> None:
    if game.blind and not game.asks_all:
        raise errors.PlansBind
    standing.orders = left
    standing.says_round = standing.says_round and any("round" in one for one in left)
    standing.revision += 1
    # Whatever was about to be done was said by the list before.
    standing.considered_seq = standing.due_at = None
    standing.save()
    if game.asks_all:
        return
    if game.to_move == seat.number and not obey_orders(game_key=game.key, just_given=True):
        telling.wake_bots(game.key)  # what they were about to answer is the person's again
