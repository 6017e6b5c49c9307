"""Standing orders: as they were left, what they make of the table now, and what came of them."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.move_data import Move
from games.engine.types import Count
from games.orders import Order


class StandingOrder(TypedDict):
    id: Annotated[str | None, "Names it; null in a dry run."]
    order: Annotated[Order, "The order, in its one form."]
    says: Annotated[str, "How it is understood, in your language. It can be sent back as text."]
    in_force: Annotated[bool, "Whether its rounds are not over yet."]


class OrderNow(TypedDict):
    move: Annotated[str | None, "The move; null: you are asked."]
    data: Annotated[Move | None, "The same as data."]
    by: Annotated[str | None, "By which order, in words."]
    why: Annotated[str | None, "Why that order does not decide it."]


class OrderUse(TypedDict):
    seq: Annotated[Count, "The move it made; or the position on which it asked."]
    at: Annotated[datetime, "When."]
    move: Annotated[str | None, "The move; null if it asked."]
    data: Annotated[Move | None, "The same as data."]
    says: Annotated[str, "The order, in words."]
    why: Annotated[str | None, "Why it asked; null for a move."]


class StandingOrders(TypedDict):
    revision: Annotated[Count, "Counts the changes of your list."]
    orders: Annotated[list[StandingOrder], "The first that applies decides."]
    now: Annotated[OrderNow | None, "What they make of what you are asked now; null: nothing is."]
    due_at: Annotated[datetime | None, "When they will answer that."]
    uses: Annotated[list[OrderUse], "What came of orders, the newest first."]


class Orders(StandingOrders):
    dry_run: Annotated[bool, "Nothing was changed: so it would be."]
