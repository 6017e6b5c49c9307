"""A game of a tournament is over: ask a worker to look. If nobody hears it, the sweep does."""

import structlog
from celery import current_app

from games import services as tables
from games.models import Game

log = structlog.get_logger("oriflamme.tournaments")


def connect() -> None:
    tables.watch("tournaments", _game_is_over)


def _game_is_over(game: Game) -> None:
    if game.tournament:
        wake(game.tournament)


def wake(key: str) -> None:
    try:
        current_app.send_task("games.tournaments.tasks.advance", [key])
    except (OSError, *current_app.connection_for_write().connection_errors) as lost:
        log.warning("wake-up lost, the sweep will look", error=str(lost))
