"""What a finished game says about whom: the table of docs/ratings.md, row by row. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.ratings.rating import Part, Side


class Who(NamedTuple):
    """A person or the account of a bot; or a bot of the house, known by its name."""

    person: int | None
    bot: str = ""


class Sitter(NamedTuple):
    """One who had a seat for a time."""

    who: Who
    is_bot: bool
    # Made on this seat in their time, by them or by whoever stood in for them.
    decisions: int
    resigned_at: float | None
    # A stand-in had to play on for them while another was waited for.
    excused: bool = False
    # The place of the seat when it passed on to the next.
    rank: int | None = None


class Result(NamedTuple):
    """A game that was played to its end."""

    rated: bool
    # By seats: 1 is best, a tie shares it; and who sat there, one after the other.
    ranks: Sequence[int]
    seats: Sequence[Sequence[Sitter]]
    # By seats: the share of its decisions that were made by a person sitting there.
    played: Sequence[float] = ()


def sides(result: Result, *, bots: bool) -> list[Side[Who]]:
    """The seats that count against each other, on the list of people or on that of bots; none
    where nobody is compared with anybody else.

    Of people rated games count. A bot has no casual evening: all its games count, and among
    bots alone, so that no person's game moves a bot's number or a bot's game a person's.
    """
    if len(result.ranks) < 3 or not (bots or result.rated):
        return []
    played = result.played or [1.0] * len(result.ranks)
    found = [
        _side(rank, sitters, bots=bots, worth=_worth(played, at))
        for at, (rank, sitters) in enumerate(zip(result.ranks, result.seats, strict=True))
    ]
    counted = [side for side in found if side.parts]
    seen = {part.who for side in counted for part in side.parts}
    return counted if len(counted) > 1 and len(seen) > 1 else []


def _worth(played: Sequence[float], at: int) -> float:
    """A game against people who were not there tells little of whoever stayed."""
    others = [share for seat, share in enumerate(played) if seat != at]
    return sum(others) / len(others)


def _side(rank: int, sitters: Sequence[Sitter], *, bots: bool, worth: float) -> Side[Who]:
    whole = sum(sitter.decisions for sitter in sitters)
    mine: dict[Who, Part[Who]] = {}
    for at, sitter in enumerate(sitters):
        # What a successor threw away is not the doing of who sat there before.
        thrown = any(later.resigned_at is not None for later in sitters[at + 1 :])
        place = _place(sitter.rank if thrown and sitter.rank else rank, sitter)
        if sitter.is_bot == bots and sitter.decisions:
            share = sitter.decisions / whole
            earlier = mine.get(sitter.who)  # has come back to the seat
            if earlier is not None:
                share += earlier.share
            # To leave is in full what one did.
            weight = 1.0 if sitter.resigned_at is not None else worth
            weight = 0.0 if sitter.excused else weight
            mine[sitter.who] = Part(sitter.who, share, place, weight)
    last = sitters[-1]
    left = None if last.resigned_at is None else _place(rank, last)
    return Side((0, rank), list(mine.values()), left)


def _place(rank: int, sitter: Sitter) -> tuple[float, ...]:
    """Behind all who stayed come those who resigned, who went first last: to leave is never
    better than to have stayed."""
    if sitter.resigned_at is None:
        return (0, rank)
    return (1, -sitter.resigned_at)
