"""Doors for Celery; what they do is in services."""

from datetime import timedelta

from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded

from games import post, services
from games.selectors.published import read_month
from games.services import crier, publishing, telling
from notifications.services import deliver_all, is_too_late, sending_ourselves


@shared_task
def let_bots_move(*game_keys: str) -> None:
    """At each of these tables; where it fails the others are not to blame."""
    failed: Exception | None = None
    with sending_ourselves() as mails:
        for key in game_keys:
            try:
                with crier.on_behalf_of(key):
                    services.let_bots_move(game_key=key)
                    services.call(game_key=key)
            except SoftTimeLimitExceeded:
                raise  # what is left the next sweep finds; a moment later this process is killed
            except Exception as error:
                failed = error
    deliver_all(mails)
    if failed is not None:
        raise failed


@shared_task(bind=True)
def let_bot_think(self: Task, game_key: str) -> None:
    if not is_too_late(self):
        services.let_bot_think(game_key=game_key)


@shared_task
def sweep_bots() -> None:
    for key in services.bots_waiting():
        services.let_bots_move(game_key=key)
    for key in services.uncalled():
        services.call(game_key=key)
    # Until the next sweep: each at its own moment, for the beat of a sweep would tell an order.
    for key, at in services.orders_due(telling.SOON):
        telling.wake_bots(key, at=at)


@shared_task
def sweep_hooks() -> None:
    services.tell_hooks()


@shared_task
def sweep_clocks() -> None:
    services.sweep()
    services.sweep_evenings()


@shared_task
def close_unfilled() -> None:
    services.close_unfilled()
    services.end_agreed()
    services.open_seats()


@shared_task
def mail_invitations() -> None:
    services.mail_invitations()


@shared_task
def tidy() -> None:
    # Whom an outage of hours has left uncalled.
    for key in services.uncalled(timedelta(days=1)):
        services.call(game_key=key)
    services.tell_hooks(timedelta(days=1))
    services.prune_feed()
    services.forget_old_answers()
    post.forget_old_mail()


@shared_task
def publish_games() -> None:
    """A large month takes several; each stays well within the time of a task."""
    publishing.publish(read=read_month, seconds=20)
