"""Doors for Celery; what they do is in services."""

from datetime import timedelta

from celery import shared_task

from games import post, services


@shared_task
def let_bots_move(game_key: str) -> None:
    services.let_bots_move(game_key=game_key)
    services.call(game_key=game_key)


@shared_task
def sweep_bots() -> None:
    for key in services.bots_waiting():
        services.let_bots_move(game_key=key)
    for key in services.uncalled():
        services.call(game_key=key)


@shared_task
def sweep_clocks() -> None:
    services.sweep()


@shared_task
def close_unfilled() -> None:
    services.close_unfilled()


@shared_task
def mail_invitations() -> None:
    services.mail_invitations()


@shared_task
def tidy() -> None:
    # Whom an outage of hours has left uncalled.
    for key in services.uncalled(timedelta(days=1)):
        services.call(game_key=key)
    services.prune_feed()
    services.forget_old_answers()
    post.forget_old_mail()
