"""Addresses that do not take our mail."""

from django.db import models

from accounts.models import User
from accounts.secret_fields import AddressField


class MailTrouble(models.Model):
    """What mail servers have said of a person's address. With another address it means nothing."""

    person = models.OneToOneField(User, models.CASCADE, primary_key=True)
    address = AddressField()
    # Since when nothing but codes goes to it; empty: so far it was only in passing.
    refused_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=200, blank=True)
    # On how many days mail came back as "not now", with short gaps between them.
    days = models.PositiveSmallIntegerField(default=0)
    last_day = models.DateField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.person_id}: {self.said}"
