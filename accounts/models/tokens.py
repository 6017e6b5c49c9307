"""Keys by which a person's own programs act for them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from accounts.models.person import User


class ApiToken(models.Model):
    """A key with which a program acts for a person. The key itself is never stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scopes = ArrayField(models.CharField(max_length=12))
    digest = models.BinaryField(max_length=32, unique=True)
    # Enough of the key for its owner to recognise it in a list.
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    SECRETS = ("digest",)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    @property
    def public_id(self) -> str:
        """Part of a digest of 178 random bits: tells tokens apart, and neither them nor how many
        there are."""
        return bytes(self.digest).hex()[:16]
