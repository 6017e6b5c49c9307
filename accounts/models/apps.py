"""Who could read along with whom, by an app."""

from django.db import models

from accounts.models.person import User


class AppReader(models.Model):
    """An app of the maker's could read what this person reads: kept when the key, the app or their
    being connected has gone, for what was read stays read (games.models.knowing)."""

    maker = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    # Until its keys have ended, and cannot be had anew without asking.
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["maker", "person"], name="one_reader_of_a_person")
        ]

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d}"
