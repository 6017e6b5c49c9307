"""Standing orders: what a person has said beforehand, and what became of it."""

from typing import NotRequired, TypedDict

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.engine import Event, redact
from games.models.game import Game
from games.models.log import Move
from games.models.packing import unpack
from games.orders import Order
from games.orders.deciding import Around


class KeptOrder(TypedDict):
    """A games.orders.Given with its name."""

    id: str
    order: Order
    since: int
    around: Around
    # Of a plan: the position on which its phase began, with which it ends; or, where it is for the
    # next phase, the round with which it ends.
    plan: NotRequired[int]
    round: NotRequired[int]


class OrderList(models.Model):
    """The orders of one person at one table. That there are any is nobody else's business: no
    count, number or time that others see may depend on this table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    # In the order in which they are asked.
    orders: "models.JSONField[list[KeptOrder], list[KeptOrder]]" = models.JSONField(default=list)
    # Counts the changes of the list, so that two windows do not overwrite one another.
    revision = models.PositiveIntegerField(default=0)
    # The position they have been asked about last; and, if they answer it, when.
    considered_seq = models.PositiveIntegerField(null=True)
    due_at = models.DateTimeField(null=True)
    # Where everybody is asked at once: the phase (its position) that they have answered last.
    answered_seq = models.PositiveIntegerField(null=True)
    # … and that they have said with it something of the next one: what their cards do in the other
    # half of the round, or which card they play in the next.
    says_round = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "game"], name="one_list_of_orders")
        ]
        indexes = [
            models.Index(fields=["due_at"], name="orders_due", condition=Q(due_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"

    def live(self, asked_seq: int | None, round_: int) -> list[KeptOrder]:
        """Those that count while the phase that began there is played, in that round."""
        return [
            one
            for one in self.orders
            if one.get("plan", asked_seq) == asked_seq and one.get("round", round_) == round_
        ]

    def further(self, round_: int) -> list[KeptOrder]:
        """Those that are for the round after it."""
        return [one for one in self.orders if one.get("round", round_) > round_]


class OrderUse(models.Model):
    """What an order did, for its owner: the move that it made, or why it asked instead."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    # The move made; for an order that asked, the position on which it did.
    seq = models.PositiveIntegerField()
    order = models.JSONField()
    # Empty for a move; otherwise a word that games.orders.explain puts into a sentence.
    why = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "game", "seq", "why"], name="order_used_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.person_id}"


def told_since(game_id: int, seat: int | None, since: int) -> list[tuple[int, Event]]:
    """What a seat has been told after a move, each event with the number of its move: what an
    order may go by, besides the seat's view."""
    rows = Move.objects.filter(game_id=game_id, seq__gt=since).order_by("seq")
    return [
        (seq, event)
        for seq, events in rows.values_list("seq", "events")
        for event in redact(unpack(events), seat)
    ]
