"""How every service comes to its tournament: locked, and only if the person may do that."""

from django.db import connection, transaction
from django.db.models import F

from accounts.models import User
from games import services as tables
from games.tournaments import errors, permissions, waking
from games.tournaments.models import Tournament


def lock(key: str) -> Tournament:
    """The row, until the transaction ends. Every writer takes it first."""
    found = Tournament.objects.select_for_update(no_key=True).filter(key=key).first()
    if found is None:
        raise errors.NotFound
    return found


def lock_unless_busy(key: str) -> Tournament | None:
    """The same without waiting: None where somebody is at it already."""
    free = Tournament.objects.select_for_update(no_key=True, skip_locked=True)
    return free.filter(key=key).first()


def enter(key: str, person: User, action: str) -> Tournament:
    tournament = lock(key)
    permissions.must_may(tournament, person, action)
    return tournament


def takes_people(tournament: Tournament) -> bool:
    """Whether anybody may come in now; nothing is asked where the tournament says it itself."""
    if not (tournament.has_begun and tournament.late_until):
        return tournament.takes_people([], 0)
    stages = list(tournament.stages.order_by("number"))
    return tournament.takes_people(stages, tournament.rounds.count())


def changed(tournament: Tournament) -> None:
    """What was worked out before this is out of date. Call it in every writing transaction."""
    Tournament.objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
    tournament.revision += 1


def seen_to_change(tournament: Tournament) -> None:
    """Everybody may see what is new: who follows it is told. What only the desk sees is not: that
    something has happened would be known."""
    tables.changed_in_tournament(tournament.key)


def look_soon(tournament: Tournament) -> None:
    """Something may be due now: a worker looks once this is committed."""
    transaction.on_commit(lambda: waking.wake(tournament.key))


def think_long() -> None:
    """A draw for hundreds is silent for longer, on a machine with much else to do, than PostgreSQL
    leaves a transaction open. This one it leaves for as long as a task may take."""
    connection.cursor().execute("SET LOCAL idle_in_transaction_session_timeout = '60s'")
