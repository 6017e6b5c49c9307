"""How reliably a person decides in time."""

from accounts.models import User
from games.models.conduct import LAST, conduct_of
from games.types import Conduct


def conduct(person: User) -> Conduct:
    found = conduct_of(person.pk, person.time_zone)
    return {
        "share": found.share,
        "in_time": found.in_time,
        "decisions": found.decisions,
        "of_last": LAST,
    }
