"""What this room refuses to people, beside what tables refuse."""

from django.utils.translation import gettext as _


class TooManyReports(Exception):
    """Somebody reports more than anybody can have seen."""

    def __init__(self, *, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return _("You have reported a lot today. We look at all of it; go on tomorrow.")
