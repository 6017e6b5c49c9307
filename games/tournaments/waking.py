"""A game of a tournament is over: ask a worker to look. If nobody hears it, the sweep does."""

from games import services as tables
from games.models import Game
from notifications.services import ask


def connect() -> None:
    tables.watch("tournaments", _game_is_over)


def _game_is_over(game: Game) -> None:
    if game.tournament:
        wake(game.tournament)


def wake(key: str) -> None:
    ask("games.tournaments.tasks.advance", key)
