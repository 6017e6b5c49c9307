"""What a deal was made of: the site's seed, and what each seat added to it."""

from collections.abc import Iterable

from games import engine
from games.models.game import Seat


def contribution_of(seat: Seat, seed: bytes) -> bytes:
    """What a seat adds: its own, or what the site's seed says for this place."""
    own = seat.contribution
    return engine.drawn(seed, seat.place or 0) if own is None else own.reveal()


def by_place(seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: (seat.place or 0, seat.pk))


def contributions_of(seats: Iterable[Seat], seed: bytes, scheme: int | None) -> list[bytes] | None:
    """Everybody's, in the order of their places; None in the scheme that knows none."""
    if (scheme or 1) == 1:
        return None
    return [contribution_of(seat, seed) for seat in by_place(seats)]


def contributions_to(game: int, seed: bytes, scheme: int | None) -> list[bytes] | None:
    """The same of a game's number, read by one query where there are any."""
    if (scheme or 1) == 1:
        return None
    seats = Seat.objects.filter(game=game).only("place", "contribution")
    return contributions_of(seats, seed, scheme)
