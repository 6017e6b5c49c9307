"""What beat asks for, and when.

A part of settings.py in a file of its own: nothing here is read from the environment.
"""

from celery.schedules import crontab

_HOUR = 3600
# A sweep that comes late has the more to do, and one that comes twice has nothing to do: this only
# bounds a queue that nobody takes from. Workers count it by their own clocks, and one that is an
# hour wrong shall not throw everything away.
_STILL_OF_USE = 2 * _HOUR


def _every(when: float | crontab, task: str, *, expires: int = _STILL_OF_USE) -> dict[str, object]:
    """`when`, `expires`: in seconds."""
    return {"task": task, "schedule": when, "options": {"expires": expires}}


CELERY_BEAT_SCHEDULE = {
    "deliver what a lost wake-up left behind": _every(10.0, "notifications.tasks.sweep"),
    "forget what was told long ago": _every(
        3600.0, "notifications.tasks.forget_old", expires=_HOUR
    ),
    "move for bots whose wake-up was lost": _every(15.0, "games.tasks.sweep_bots"),
    "tell the webhooks of tables what happened there": _every(5.0, "games.tasks.sweep_hooks"),
    "tell the webhooks of tournaments what happened there": _every(
        5.0, "games.tournaments.tasks.sweep_hooks"
    ),
    "decide where time is up, and remind": _every(5.0, "games.tasks.sweep_clocks"),
    "begin or close tables that have gathered long enough": _every(
        30.0, "games.tasks.close_unfilled"
    ),
    "mail invitations to people who are not here yet": _every(15.0, "games.tasks.mail_invitations"),
    "look after tournaments in which something is due": _every(
        15.0, "games.tournaments.tasks.sweep"
    ),
    "announce the next arena of the house": _every(
        600.0, "games.tournaments.tasks.announce_arena", expires=_HOUR
    ),
    "count finished games for ratings": _every(30.0, "games.ratings.tasks.sweep_ratings"),
    "write down the public games of a month that is over": _every(
        600.0, "games.tasks.publish_games", expires=_HOUR
    ),
    "delete old feed rows and answers": _every(3600.0, "games.tasks.tidy", expires=_HOUR),
    "let go of people and keys whose time is over": _every(
        3600.0, "accounts.tasks.let_go", expires=_HOUR
    ),
    "put word to everybody where pages find it": _every(60.0, "games.moderation.tasks.publish"),
    # A late call would say of an hour ago that all was well.
    "call the monitor that waits for it": _every(
        60.0, "games.moderation.tasks.call_monitor", expires=60
    ),
    "count what hints at unfair play": _every(
        crontab(hour="3", minute="20"), "games.moderation.tasks.count_hints", expires=_HOUR
    ),
}
