"""How letters fare by the domain they go to, for the desk."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import OuterRef, Subquery, Sum

from accounts import moment
from notifications.models import MailDay, MailLane

# Percent above which large receivers begin to refuse, and of how few letters it says nothing.
MOST_COMPLAINTS, MOST_RETURNED, FEW = 0.3, 5, 20


class DomainWeek(NamedTuple):
    """What became of the letters of a week to one domain."""

    domain: str
    letters: int
    returned: int
    complaints: int
    # Since when it takes none.
    rests_since: datetime | None

    @property
    def returned_percent(self) -> float:
        return 100 * self.returned / max(self.letters, 1)

    @property
    def complaints_percent(self) -> float:
        return 100 * self.complaints / max(self.letters, 1)

    @property
    def is_bad(self) -> bool:
        is_much = self.complaints_percent > MOST_COMPLAINTS or self.returned_percent > MOST_RETURNED
        return self.rests_since is not None or (self.letters >= FEW and is_much)


def of_week(*, most: int = 20) -> list[DomainWeek]:
    """Those that are written to most, by one query."""
    since = moment.now().date() - timedelta(days=6)
    rests = MailLane.objects.filter(domain=OuterRef("domain")).values("since")[:1]
    rows = (
        MailDay.objects.filter(day__gte=since)
        .values("domain")
        .annotate(
            written=Sum("letters"),
            came_back=Sum("returned"),
            spam=Sum("complaints"),
            rests=Subquery(rests),
        )
        .order_by("-written", "domain")
    )
    fields = ("domain", "written", "came_back", "spam", "rests")
    return [DomainWeek(*row) for row in rows.values_list(*fields)[:most]]
