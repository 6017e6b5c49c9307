"""The ways to tell somebody something: a module each, with `deliver(delivery)`.

It returns when the other side has taken it, and raises one of these when not.
"""

from datetime import timedelta

from django.conf import settings


class Refused(Exception):
    """It will never be taken; trying again is useless."""


class NobodyThere(Refused):
    """Nor will anything else that goes to this address."""


class Later(Exception):
    """Nobody there, or too busy: try again after a pause; after this one, where it is known."""

    def __init__(self, why: str, *, pause: timedelta | None = None) -> None:
        super().__init__(why)
        self.pause = pause


def mail_domain() -> str:
    """What stands in the ids of our letters."""
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2].rstrip(">")
