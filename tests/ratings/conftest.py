"""Games that are over, made as rows: what ratings read of them and nothing else."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Protocol

import pytest

from accounts.models import User
from games.models import FormerPlayer, Game, Move, Seat
from games.ratings import services
from games.ratings.models import OVERALL, Rating
from tests.games.conftest import _workers_are_asleep, open_table

__all__ = ["Ended", "_workers_are_asleep", "number", "open_table"]


NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)


class Ended(Protocol):
    def __call__(
        self, players: Sequence[str], ranks: Sequence[int] | None = None, **facts: Any
    ) -> Game: ...


@pytest.fixture
def ended(person: Callable[[str], User]) -> Ended:
    """ended(["alice", "bob", "carol"]) is a rated game that ended so, hour by hour one more.

    "bot:owl" is a bot of the house, "robin:bot" an account of a bot.
    """
    made: list[Game] = []
    known = cache(person)

    def sit(name: str) -> dict[str, Any]:
        handle, _, kind = name.partition(":")
        if handle == "bot":
            return {"bot": kind}
        found = known(handle)
        if kind and not found.is_bot:
            found.is_bot = True
            found.save(update_fields=["is_bot"])
        return {"person": found}

    def end(
        players: Sequence[str],
        ranks: Sequence[int] | None = None,
        *,
        at: datetime | None = None,
        reason: str = "played",
        resigned: dict[str, int] | None = None,
        **facts: Any,
    ) -> Game:
        ended_at = at or NOON + timedelta(hours=len(made))
        result = {
            "reason": reason,
            "ranks": list(ranks or range(1, len(players) + 1)) if reason == "played" else None,
        }
        usual: dict[str, Any] = {
            "name": "Over",
            "set": "oriflamme",
            "pace": "daily",
            "closes_at": NOON,
            "commitment": "x",
            "rated": True,
            "status": "over",
            "creator": known("alice"),
        }
        game = Game.objects.create(
            **usual | facts, seats=len(players), ended_at=ended_at, result=result
        )
        chairs = []
        for number, name in enumerate(players):
            left = (resigned or {}).get(name)
            chairs.append(
                Seat(
                    game=game,
                    number=number,
                    live=False,
                    resigned_at=None if left is None else ended_at - timedelta(minutes=60 - left),
                    **sit(name),
                )
            )
        Seat.objects.bulk_create(chairs)
        made.append(game)
        return game

    return end


def log(game: Game, seats: Sequence[int]) -> None:
    """The decisions of a game, by the seats that made them."""
    Move.objects.bulk_create(
        Move(game=game, seq=seq, seat=seat, door="api", at=NOON, move="wait", events="")
        for seq, seat in enumerate(seats, 1)
    )


def was_there(game: Game, who: User, seat: int, until_seq: int, *, resigned: bool = False) -> None:
    """Who has played a seat before the one who sits there now."""
    before = FormerPlayer.objects.filter(game=game, number=seat).order_by("-until_seq").first()
    assert game.ended_at is not None
    FormerPlayer.objects.create(
        game=game,
        number=seat,
        person=who,
        joined_at=NOON,
        left_at=game.ended_at,
        resigned_at=game.ended_at - timedelta(minutes=30) if resigned else None,
        from_seq=before.until_seq if before else 0,
        until_seq=until_seq,
    )


def standing(list: str = OVERALL) -> dict[str, Rating]:
    """Everybody's rating after a sweep, by handle or name of the bot."""
    services.collect()
    rows = Rating.objects.filter(list=list).select_related("person")
    return {row.person.handle if row.person else row.bot: row for row in rows}


def number(who: str) -> float:
    return standing()[who].mu
