"""The outbox: what somebody is to be told, and how each telling went."""

from functools import cached_property

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.secret import Address, address
from accounts.secret_fields import SecretJSONField
from notifications import registry
from notifications.models.lanes import LONGEST_DOMAIN


class Notification(models.Model):
    """One thing to tell one person. Written in the transaction of its cause."""

    person = models.ForeignKey(User, models.CASCADE)
    kind = models.CharField(max_length=40)
    # What it is about, in the words of the app that registered the kind ("game 8fk2…").
    subject = models.CharField(max_length=80, blank=True)
    context = SecretJSONField(default=dict)
    # The same thing is told once, however often it is asked for.
    dedupe_key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # By which the log finds the request or the task that has caused it.
    trace = models.CharField(max_length=32, blank=True, default="", db_default="")

    # Codes and links, until they are told.
    SECRETS = ("context",)

    class Meta:
        # What has been said of a table is found when the table is renamed.
        indexes = [models.Index(fields=["subject"], name="notification_subject")]

    def __str__(self) -> str:
        return f"{self.kind} → {self.person_id}"

    @property
    def names_address(self) -> bool:
        """Whether it goes to another than the person's own, verified one."""
        return bool(self.context.reveal().get("to"))

    @property
    def to(self) -> Address:
        """Where its letter goes."""
        return address(self.context.reveal().get("to") or self.person.email or "")

    @cached_property
    def what(self) -> registry.Kind:
        """It, as its kind words it. One for all who ask: what it has read, it reads once."""
        return registry.find(self.kind)(self)


class Delivery(models.Model):
    """One telling by one channel. Those that share a Message-ID share a letter."""

    class State(models.TextChoices):
        QUEUED = "queued", _("on its way")
        # Until `due_at`: for the end of quiet hours, or for others that share its letter.
        HELD = "held", _("held back")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        # Sent, and returned by the other side.
        BOUNCED = "bounced", _("came back")
        # Not sent, because the address refuses mail or the person wants none of it.
        SUPPRESSED = "suppressed", _("not sent")
        OUTDATED = "outdated", _("no longer true")

    OPEN = [State.QUEUED, State.HELD]

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    # The notification's, once more: a person's letters are found without reading all of theirs.
    person = models.ForeignKey(User, models.CASCADE, db_index=False)
    channel = models.CharField(max_length=12)
    # By webhook there is one delivery to each that wants it.
    hook = models.ForeignKey(
        "notifications.Hook", models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    # When the next try is due. A claim moves it into the future, so that a worker which
    # dies with the row in its hands only delays it.
    due_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    # By mail: the domain whose lane it waits in. Until the lane lets it go it is not due; `due_at`
    # is then when somebody looks after it although the lane has not.
    lane = models.CharField(max_length=LONGEST_DOMAIN, blank=True, default="", db_default="")
    # Made once: should a crash cause a second sending, mail programs show it once.
    message_id = models.CharField(max_length=120)
    # By push it goes to all devices: those that have it, while another is tried again.
    taken_by = ArrayField(models.CharField(max_length=16), null=True, blank=True)
    last_error = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "channel"],
                name="one_delivery_per_channel",
                condition=models.Q(hook=None),
            ),
            models.UniqueConstraint(
                fields=["hook", "notification"],
                name="one_delivery_per_hook",
                condition=models.Q(hook__isnull=False),
            ),
        ]
        indexes = [
            # The sweep reads what is due and nothing else, however long the history.
            models.Index(
                fields=["due_at"],
                name="delivery_due",
                condition=models.Q(state__in=["queued", "held"]),
            ),
            models.Index(fields=["person"], name="delivery_held", condition=models.Q(state="held")),
            models.Index(fields=["person", "-id"], name="delivery_of_person"),
            models.Index(
                fields=["lane", "tries", "id"],
                name="delivery_in_lane",
                condition=models.Q(lane__gt="", state__in=["queued", "held"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel}: {self.state}"
