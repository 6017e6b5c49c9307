"""What changed, in an order that readers can rely on; and answers given to retried requests."""

from typing import Any

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Func, Q
from django.utils import timezone

from accounts.models import User
from games.models.game import Game


class TransactionId(models.BigIntegerField):  # type: ignore[type-arg]  # not generic at run time
    """PostgreSQL's xid8: grows for ever, and is the same in all rows of one transaction."""

    def db_type(self, connection: Any) -> str:
        return "xid8"

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> int:
        return int(value)


class Feed(models.Model):
    """One thing that happened at a table, for the streams of events.

    Numbers are given out before a commit, so a row may appear behind one that was read already.
    Therefore a reader goes by (xid, id) and reads only transactions older than every one that is
    still under way: nothing is missed, nothing comes twice (games.selectors.feed).

    `person` null: for everybody who may see the game. Otherwise for that person alone. `game` null:
    it happened in a tournament, and is for everybody who follows that, or concerns that person.
    """

    class Kind(models.TextChoices):
        CREATED = "created"
        JOINED = "joined"
        LEFT = "left"
        INVITED = "invited"
        STARTED = "started"
        MOVED = "moved"
        RESIGNED = "resigned"
        ABSENT = "absent"
        RETURNED = "returned"
        SEAT_OFFERED = "seat_offered"
        TAKEN_OVER = "taken_over"
        PAUSE_OFFERED = "pause_offered"
        PAUSE_WITHDRAWN = "pause_withdrawn"
        PAUSED = "paused"
        RESUMED = "resumed"
        PLANNED = "planned"
        END_OFFERED = "end_offered"
        END_WITHDRAWN = "end_withdrawn"
        OVER = "over"
        CANCELLED = "cancelled"
        TALK = "talk"
        TOURNAMENT = "tournament"

    xid = TransactionId(db_default=Func(function="pg_current_xact_id"))
    game = models.ForeignKey(Game, models.CASCADE, null=True, db_index=False, db_constraint=False)
    tournament = models.CharField(max_length=16, default="", db_default="")
    kind = models.CharField(max_length=15, choices=Kind)
    # moved, started: the seq that the game has from then on; talk: the message's id.
    ref = models.BigIntegerField(null=True)
    person = models.ForeignKey(
        User, models.CASCADE, null=True, db_index=False, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["xid", "id"], name="feed_in_order"),
            models.Index(fields=["game", "xid", "id"], name="feed_of_game"),
            models.Index(
                fields=["person", "xid", "id"],
                name="feed_of_person",
                condition=Q(person__isnull=False),
            ),
            BrinIndex(fields=["at"], name="feed_age"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"


class IdempotentAnswer(models.Model):
    """What a request was answered, so that sending it again changes nothing."""

    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(default=b"")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="answered_once")]
        indexes = [BrinIndex(fields=["at"], name="answer_age")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.key}"
