"""Telling the world what changed: the feed's rows, a wake-up for its readers, and letters."""

import time
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import redis
import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts import moment
from accounts.models import User
from games.models import Feed, Game
from games.services import crier
from notifications.services import AT_LEISURE, ask, enqueue, reword

log = structlog.get_logger("oriflamme.games")

CHANNEL = "feed"
# Seconds; no more than a reader takes to look by itself.
AWAY = 2.0
_away_until = 0.0
# Seconds. While many bots wait to think, the sweep asks again and again for the same ones.
THOUGHT_IS_LATE = 60
# No sweep asks for plans, and a slow table gathers for half an hour at least.
PLAN_IS_LATE = 1800


def changed(game: Game, *kinds: Feed.Kind, at: datetime | None = None) -> None:
    """Something that everybody at the table may see has changed. Call it with the game locked."""
    at = at or moment.now()
    Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1, changed_at=at)
    Feed.objects.bulk_create([Feed(game=game, kind=kind, ref=game.seq, at=at) for kind in kinds])
    wake_readers(game.key)


def changed_in_tournament(key: str) -> None:
    """Something that everybody may see of a tournament is new: a round, a result, its end."""
    Feed.objects.create(tournament=key, kind=Feed.Kind.TOURNAMENT, at=moment.now())
    wake_readers(key)


def tell_of_tournament(key: str, people: list[int]) -> None:
    """Something there concerns these people, for their streams alone."""
    at = moment.now()
    Feed.objects.bulk_create(
        [
            Feed(tournament=key, kind=Feed.Kind.TOURNAMENT, person_id=person, at=at)
            for person in people
        ]
    )
    wake_readers(key)


def tell_privately(
    game: Game, kind: Feed.Kind, people: list[int], *, ref: int | None, at: datetime
) -> None:
    """Something for these people's streams alone; for all others nothing has changed."""
    Feed.objects.bulk_create(
        [Feed(game=game, kind=kind, ref=ref, person_id=person, at=at) for person in people]
    )
    wake_readers(game.key)


def wake_readers(key: str) -> None:
    transaction.on_commit(lambda: crier.leave(_publish, key))


def send_letter(
    kind: str, game: Game, people: list[User], *, about: str = "", **context: Any
) -> None:
    """The same letter to each, once: `about` tells letters of one kind and game apart."""
    for person in people:
        enqueue(
            person=person,
            kind=kind,
            subject=f"game {game.key}",
            dedupe_key=f"{kind} {game.pk} {about} {person.pk}",
            game=game.key,
            name=game.name,
            **context,
        )


def rename_letters(game: Game) -> None:
    reword(subject=f"game {game.key}", name=game.name)


@cache
def _redis() -> "redis.Redis":
    # One try: whoever moves must not wait for a Redis that is away.
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=1,
        socket_timeout=1,
        retry=Retry(NoBackoff(), 0),
        **settings.REDIS_SOCKETS,
    )


def _publish(keys: list[str]) -> None:
    """A wake-up and nothing more: readers find the rows in PostgreSQL. While Redis is away only
    one in a few seconds tries."""
    global _away_until  # noqa: PLW0603
    if time.monotonic() < _away_until:
        return
    try:
        _redis().publish(CHANNEL, keys[-1])
    except redis.RedisError as lost:
        _away_until = time.monotonic() + AWAY
        log.warning("feed wake-up lost, readers will poll", error=str(lost))


TABLES_AT_ONCE = 16
# What waits longer than this in a worker's memory, Redis hands to a second one.
SOON = timedelta(seconds=20)


def wake_bots(key: str, *, at: datetime | None = None) -> None:
    """Ask a worker to move for the bots and to call the person after them, once this is
    committed – or at a moment to come, if that is soon. If nobody hears it, a sweep finds the
    game; what is not soon it finds in time."""
    if at is None:
        transaction.on_commit(lambda: crier.leave(_ask_workers, key))
    elif at <= (now := moment.now()):  # a worker whose clock is slow would still wait for it
        transaction.on_commit(lambda: _ask_worker(key))
    elif at <= now + SOON:
        transaction.on_commit(lambda: _ask_worker(key, eta=at))


def wake_thinkers(key: str, *, to_plan: bool = False) -> None:
    """Ask the workers that have time to think. A plan takes long, and nobody waits for it: it is
    thought about when no decision waits."""
    task = "games.tasks.let_bot_think"
    good_for = PLAN_IS_LATE if to_plan else THOUGHT_IS_LATE
    more: dict[str, int] = {"priority": AT_LEISURE} if to_plan else {}
    transaction.on_commit(lambda: _ask_worker(key, task=task, good_for=good_for, **more))


def _ask_workers(keys: list[str]) -> None:
    """Several tables by one message, but not so many that other workers look on."""
    for first in range(0, len(keys), TABLES_AT_ONCE):
        _ask_worker(*keys[first : first + TABLES_AT_ONCE])


def _ask_worker(*keys: str, task: str = "games.tasks.let_bots_move", **options: Any) -> None:
    ask(task, *keys, **options)
