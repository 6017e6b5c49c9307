"""A person's standing orders at a table, for that person alone."""

from collections.abc import Callable, Sequence
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, errors, orders, types
from games.engine.move_data import as_data
from games.models import Move, OrderList, OrderUse
from games.models.orders import KeptOrder, told_since
from games.orders import Answer, Given, Order, Setting
from games.selectors import people
from games.selectors.tables import Found, find_game

MOST_USES = 100
_EXAMPLE: Order = {"do": "wait", "until_round": 4}


def standing_orders(
    *, key: str, viewer: User, lang: str, proposed: list[KeptOrder] | None = None
) -> types.StandingOrders:
    """What they have left, in words, what came of it, and what it would do just now.

    `proposed`: as if this were the list. NotFound, NotAtTable, UnreadableGame.
    """
    found, seat = own_seat(key, viewer)
    row = OrderList.objects.filter(game_id=found.table.id, person=viewer).first()
    row = row or OrderList(game_id=found.table.id, person=viewer)
    view = seen_by(found, seat)
    at = setting_at(found, view)
    round_ = view["round"] if view is not None else 0
    kept = row.live(found.table.asked_seq, round_) if proposed is None else proposed
    given = [Given(one["order"], one["since"], one["around"]) for one in kept]
    waits = row.considered_seq == found.table.seq
    answer = None
    is_asked = view is not None and view["question"] and view["question"]["seat"] == seat
    if is_asked and view is not None and given and not found.table.asks_all:
        since = min(one.since for one in given)
        answer = orders.decide(view, given, told_since(found.table.id, seat, since))
    return {
        "revision": row.revision,
        "orders": [
            {
                "id": one["id"] if proposed is None else None,
                "order": one["order"],
                "says": orders.say(one["order"], lang, at),
                "in_force": view is not None and not orders.is_past(one["order"], view),
            }
            for one in kept
        ],
        "now": None if answer is None else _now(answer, given, lang, at),
        "due_at": row.due_at if proposed is None and waits else None,
        "uses": [] if proposed is not None else _uses(found, viewer, lang, at),
    }


def read_lines(
    *, key: str, viewer: User, lines: Sequence[str], is_plan: bool = False
) -> list[Order]:
    """Lines of text as orders, in whatever language; BadOrder says which is none, and why."""
    found, seat = own_seat(key, viewer)
    view = seen_by(found, seat)
    if view is None:
        raise errors.GameOver if found.table.is_over else errors.NotRunning
    at = setting_at(found, view)
    at = at._replace(is_asked=at.is_asked or is_plan)
    return [_read(line, number, at) for number, line in enumerate(lines)]


@cache
def example(lang: str) -> str:
    """How an order looks."""
    return orders.say(_EXAMPLE, lang, Setting(frozenset(), 0, 0, 0))


def _read(line: str, number: int, at: Setting) -> Order:
    lang = get_language() or "en"
    try:
        return orders.read(line, at)
    except orders.Unreadable:
        why = _("“{line}” cannot be understood as an order. Orders look like “{example}”.").format(
            line=line[:80], example=example(lang)
        )
    except orders.Unfit as unfit:
        why = f"“{line[:80]}”: " + orders.explain_problem(unfit.problem, lang)
    raise errors.BadOrder(field=f"orders.{number}", why=why)


def order_reader(found: Found) -> Callable[[str], bool]:
    """Tells whether a line, of a mail perhaps, is an order; nothing is promised of it."""
    try:
        view = seen_by(found, found.table.seat_of(found.viewer))
    except errors.UnreadableGame:
        view = None
    if view is None:
        return lambda _text: False
    at = setting_at(found, view)

    def is_order(text: str) -> bool:
        try:
            orders.read(text, at)
        except orders.Unreadable:
            return False
        except orders.Unfit:
            pass
        return True

    return is_order


def for_letter(found: Found, lang: str) -> tuple[list[str], str]:
    """The orders in force, and why one of them did not decide what is asked now, if one did not."""
    view = seen_by(found, found.table.seat_of(found.viewer))
    row = OrderList.objects.filter(game_id=found.table.id, person_id=found.viewer).first()
    if view is None or row is None:
        return [], ""
    at = setting_at(found, view)
    lists = row.live(found.table.asked_seq, view["round"])
    live = [one["order"] for one in lists if not orders.is_past(one["order"], view)]
    use = (
        OrderUse.objects.filter(game_id=found.table.id, person_id=found.viewer, seq=found.table.seq)
        .exclude(why="")
        .order_by("-pk")
        .first()
    )
    stopped = (
        f"“{orders.say(use.order, lang, at)}” – {orders.explain(use.why, lang)}" if use else ""
    )
    return [orders.say(order, lang, at) for order in live], stopped


def own_seat(key: str, viewer: User) -> tuple[Found, int | None]:
    found = find_game(key, viewer)
    chair = found.table.chair_of(viewer.pk)
    if chair is None or chair.resigned:
        raise errors.NotAtTable
    return found, chair.number


def seen_by(found: Found, seat: int | None) -> engine.View | None:
    """The seat's view of a game that runs."""
    if found.table.status != "running" or seat is None:
        return None
    return found.seen if found.state else None


def setting_at(found: Found, view: engine.View | None) -> Setting:
    names = people.names(found.table)
    if view is not None:
        return orders.setting(view, names)._replace(is_asked=found.table.asks_all)
    # Only to write with, of a game that is over.
    return Setting(frozenset(), found.table.seats, 0, 0, tuple(names or ()) or None)


def _now(answer: Answer, given: Sequence[Given], lang: str, at: Setting) -> types.OrderNow:
    by = None if answer.order is None else given[answer.order].order
    return {
        "move": answer.move,
        "data": as_data(answer.move) if answer.move else None,
        "by": by and orders.say(by, lang, at),
        "why": answer.why and orders.explain(answer.why, lang),
    }


def _uses(found: Found, viewer: User, lang: str, at: Setting) -> list[types.OrderUse]:
    rows = OrderUse.objects.filter(game_id=found.table.id, person=viewer).order_by("-pk")
    newest = list(rows[:MOST_USES])
    made = Move.objects.filter(game_id=found.table.id, seq__in=[row.seq for row in newest])
    moves = dict(made.filter(door=Move.Door.ORDER).values_list("seq", "move"))
    made_by = [None if row.why else moves.get(row.seq) for row in newest]
    return [
        {
            "seq": row.seq,
            "at": row.at,
            "move": move,
            "data": as_data(move) if move else None,
            "says": orders.say(row.order, lang, at),
            "why": orders.explain(row.why, lang) if row.why else None,
        }
        for row, move in zip(newest, made_by, strict=True)
    ]
