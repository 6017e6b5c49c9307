"""Who else wants to know that a game is over: other rooms connect, and are called after the commit.

It is a wake-up: whoever relies on it also looks for itself.
"""

from collections.abc import Callable

from django.db import transaction

from games.models import Game

Watcher = Callable[[Game], None]
_watchers: dict[str, Watcher] = {}


def watch(name: str, watcher: Watcher) -> None:
    _watchers[name] = watcher


def tell(game: Game) -> None:
    """Call in the transaction that ends a game."""
    for watcher in _watchers.values():
        transaction.on_commit(lambda watcher=watcher: watcher(game))  # type: ignore[misc]
