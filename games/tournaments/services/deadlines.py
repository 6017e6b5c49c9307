"""The time of a round is over, or a table drags on: it counts as it stands, a stand-in plays for
who is waited for, or the desk decides."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts import moment
from games import errors as refusals
from games import services as tables
from games.models import Game
from games.tournaments.models import Round, Sitting, Tournament
from games.tournaments.services import telling

# An organiser who never comes must not stall a tournament.
DESK_DECIDES_WITHIN = timedelta(days=3)
# What could not be done is tried again after that.
AGAIN = timedelta(hours=1)


def meet_deadline(tournament: Tournament, running: Round) -> None:
    """The time of a round is over: what was announced happens to the tables that still play.

    A table that was given more time is left until that is over. So this may be called again.
    """
    now = moment.now()
    open_tables = running.tables.filter(how="").select_related("game").defer("game__state")
    for table in open_tables:
        end = table.deadline or running.deadline or now
        if end > now or table.game is None or table.game.status != Game.Status.RUNNING:
            continue
        if not _cut_short(tournament, table.game, waited=now - end):
            telling.tell_desk(
                tournament,
                about=f"round {running.ordinal} table {table.number} late",
                what=f"late {running.ordinal} {table.number}",
            )
    tournament.due_at = next_look(running)
    tournament.save(update_fields=["due_at"])


def next_look(running: Round) -> datetime | None:
    """When the tables that still play are to be looked at: at their deadlines, and when the desk
    has had its time after them."""
    now = moment.now()
    own = running.tables.filter(how="").values_list("deadline", flat=True)
    ends = [end for end in (deadline or running.deadline for deadline in own) if end is not None]
    looks = [end if end > now else max(end + DESK_DECIDES_WITHIN, now + AGAIN) for end in ends]
    return min(looks, default=None)


def _cut_short(tournament: Tournament, game: Game, *, waited: timedelta) -> bool:
    """By the rule that was announced; False where an organiser has to decide. Whatever the rule,
    a table that is long past its deadline counts as it stands."""
    rule = tournament.at_deadline
    if waited >= DESK_DECIDES_WITHIN:
        rule = Tournament.AtDeadline.ADJUDICATE
    if rule == Tournament.AtDeadline.DESK:
        return False
    try:
        decide(game, stand_in=rule == Tournament.AtDeadline.STAND_INS)
    except refusals.GameOver:
        return True  # in this very moment
    except refusals.Refusal:
        return False  # it cannot be read: one table must not hold up the others
    return True


@transaction.atomic
def decide(game: Game, *, stand_in: bool) -> None:
    """End a table as it stands, or have a stand-in play for whoever it waits for. Who that is
    stays in the table's record."""
    late = tables.waited_for(game_key=game.key)
    Sitting.objects.filter(table__game=game, seat__in=late).update(was_late=True)
    if stand_in:
        tables.hand_to_stand_in(game_key=game.key)
    else:
        tables.adjudicate(game_key=game.key)
