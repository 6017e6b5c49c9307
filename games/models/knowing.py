"""What one human has seen of a game, with whichever account: asked before they sit down, play on in
a seat, look, or judge."""

from collections.abc import Callable
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from games.models.apps import has_read
from games.models.game import Seat
from games.models.time import FormerPlayer

# Whether one of these accounts has been shown a seat of a game as staff.
Looked = Callable[[int, set[int]], bool]
_looked: list[Looked] = []


class Seen(NamedTuple):
    # Chairs that an account of theirs sits on, or left by resigning; of a game that gathers None.
    sits: dict[int, int | None]
    # Seats that one has given up to somebody else.
    sat: set[int]
    looked: bool
    # While it runs, by an app of theirs that acts for somebody who sits there or did.
    read: bool

    @property
    def is_party(self) -> bool:
        """They have, or had, a part in the game, or could read along with who has."""
        return bool(self.sits or self.sat or self.read)


def connect_looks(looked: Looked) -> None:
    _looked[:] = [looked]


def accounts_of(*people: User) -> set[int]:
    """The humans behind these accounts, their bots, and accounts of theirs that are gone."""
    humans = {person.human for person in people}
    theirs = Q(owner__in=humans) | Q(same_human_as__in=humans)
    return humans | set(User.objects.filter(theirs).values_list("pk", flat=True))


def seen(game: int, person: User) -> Seen:
    """Ask it with the game locked, and nothing can come between."""
    return seen_by(game, accounts_of(person))


def seen_by(game: int, accounts: set[int]) -> Seen:
    sits = Seat.objects.filter(game=game, person__in=accounts).values_list("person", "number")
    sat = FormerPlayer.objects.filter(game=game, person__in=accounts)
    return Seen(
        {person: number for person, number in sits if person is not None},
        set(sat.values_list("number", flat=True)),
        any(looked(game, accounts) for looked in _looked),
        has_read(game, accounts),
    )
