"""Webhooks: addresses of programs that want to be told."""

import secrets
from datetime import timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User


def hook_key() -> str:
    return secrets.token_hex(8)


class Hook(models.Model):
    """Where somebody wants to be told by HTTP: of all that concerns them, or of one table."""

    class Format(models.TextChoices):
        GENERIC = "generic", _("JSON, signed (Standard Webhooks)")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack, Rocket.Chat, Google Chat"
        MATTERMOST = "mattermost", "Mattermost"
        TEAMS = "teams", "Microsoft Teams"
        TELEGRAM = "telegram", "Telegram"
        MATRIX = "matrix", "Matrix"
        NTFY = "ntfy", "ntfy"

    class State(models.TextChoices):
        ACTIVE = "active", _("works")
        PAUSED = "paused", _("paused by you")
        STOPPED = "stopped", _("paused by us, because it did not answer")

    # How long the secret before the last one still signs as well.
    OLD_SECRET_LASTS = timedelta(days=1)

    key = models.CharField(max_length=16, unique=True, default=hook_key, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="hooks")
    # Empty: all that concerns the person. Else what it is about, as notifications say it.
    subject = models.CharField(max_length=80, blank=True)
    name = models.CharField(max_length=60, blank=True)
    format = models.CharField(max_length=10, choices=Format, default=Format.GENERIC)
    # The types of event it wants; empty: all.
    types = ArrayField(models.CharField(max_length=40), default=list, blank=True)
    # Whether a person's own view of the table, with their hidden cards, is sent along.
    with_view = models.BooleanField(default=False)
    # Addresses of chats hold a key themselves, so all of them are sealed; the host is for lists.
    sealed_url = models.TextField()
    host = models.CharField(max_length=255)
    sealed_secret = models.TextField(blank=True)
    sealed_old_secret = models.TextField(blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=7, choices=State, default=State.ACTIVE)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_success_at = models.DateTimeField(null=True, blank=True)
    last_failure_at = models.DateTimeField(null=True, blank=True)
    # Since the last success: how often it failed, and from when on.
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    # How many things a webhook of one table has been told of: each says its number.
    numbered = models.PositiveIntegerField(default=0, db_default=0)
    # Nobody there: until then nothing is tried, whatever waits for it.
    rests_until = models.DateTimeField(null=True, blank=True)

    SECRETS = ("sealed_url", "sealed_secret", "sealed_old_secret")

    class Meta:
        indexes = [
            models.Index(
                fields=["subject"],
                name="hook_of_subject",
                condition=models.Q(state="active") & ~models.Q(subject=""),
            )
        ]

    def __str__(self) -> str:
        return f"{self.host} ({self.key})"

    @property
    def is_active(self) -> bool:
        return self.state == self.State.ACTIVE

    @property
    def game(self) -> str | None:
        """The one table that it is told of."""
        return self._told_of("game")

    @property
    def tournament(self) -> str | None:
        """The one tournament that it is told of."""
        return self._told_of("tournament")

    def _told_of(self, what: str) -> str | None:
        kind, _, key = self.subject.partition(" ")
        return key if kind == what else None

    @property
    def wants_all(self) -> bool:
        return not self.types

    def wants(self, type_: str) -> bool:
        return self.wants_all or type_ in self.types
