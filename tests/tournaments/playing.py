"""People at a tournament's tables: who decide as bots would, or whose results are drawn."""

import random

from django.utils import timezone

from accounts.models import User
from games import bots, engine
from games.models import Game
from games.services import Played
from games.tournaments.models import Tournament
from tests import bounded
from tests.games.conftest import Asked, asked_after, asked_in


def crowd(count: int) -> list[User]:
    """So many people, made quickly."""
    return User.objects.bulk_create(
        [
            User(handle=f"player{n:03}", email=f"player{n}@example.test", email_is_verified=True)
            for n in range(count)
        ]
    )


def play_out(game: Game, seed: int = 0) -> None:
    """Everybody at a table decides as a bot would, by the door that people use."""
    rng = random.Random(seed)
    bound = bounded()
    asked = asked_in(game)
    while next(bound) and asked:
        asked = asked_after(_as_a_bot_would(game, asked, rng))
    game.refresh_from_db()


def play_one(game: Game, rng: random.Random | None = None) -> bool:
    """One decision; False if the game is over."""
    asked = asked_in(game)
    if asked is None:
        return False
    _as_a_bot_would(game, asked, rng or random.Random(0))
    return True


def _as_a_bot_would(game: Game, asked: Asked, rng: random.Random) -> Played:
    move = bots.choose("random", engine.view(asked.state, asked.seat), rng)
    return asked.play(game, move)


def end_at_once(game: Game) -> None:
    """As if it had been played, with a result that is drawn: where the play itself is no matter."""
    rng = random.Random(game.pk)
    scores = [rng.randrange(2, 30) for _ in range(game.seats)]
    result = {
        "reason": "played",
        "scores": scores,
        "row_cards": [0] * game.seats,
        "ranks": [1 + sum(other > mine for other in scores) for mine in scores],
    }
    Game.objects.filter(pk=game.pk).update(
        status="over", result=result, to_move=None, ended_at=timezone.now()
    )
    game.chairs.update(live=False)


def end_round(tournament: Tournament) -> None:
    for game in running_games(tournament):
        end_at_once(game)


def running_games(tournament: Tournament) -> list[Game]:
    return list(Game.objects.filter(tournament=tournament.key, status="running").order_by("pk"))


def play_round(tournament: Tournament) -> None:
    for game in running_games(tournament):
        play_out(game, seed=game.pk)
