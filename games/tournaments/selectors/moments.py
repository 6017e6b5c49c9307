"""The best moments of a tournament: the moves that turned its games furthest."""

from django.db.models import F, IntegerField
from django.db.models.functions import Cast

from games.engine.types import known
from games.tournaments import types
from games.tournaments.models import Sitting, Tournament
from games.tournaments.selectors.finding import entry_view

# So many are told, of as many games.
BEST = 3


def best(tournament: Tournament) -> list[types.Moment]:
    """When it is over, of games that everybody may look at; of equals the one that came later in
    its game. Who was disqualified is not celebrated, and what the desk decided was not played.
    One query, whatever its size."""
    if tournament.is_live:
        return []
    before, after, move = (
        Cast(F(f"table__turning__{name}"), IntegerField()) for name in ("before", "after", "move")
    )
    won = Sitting.objects.filter(
        round__tournament=tournament,
        rank=1,
        table__how="played",
        table__turning__isnull=False,
        table__game__spectators=True,
    ).exclude(entry__state="disqualified")
    found = won.select_related("entry__person", "round", "table__game").defer("table__game__state")
    furthest = found.order_by((after - before).desc(), move.desc(), "table_id")
    return [_moment(sitting) for sitting in furthest[:BEST]]


def _moment(sitting: Sitting) -> types.Moment:
    table = known(sitting.table)
    turning = known(table.turning)
    return {
        **entry_view(sitting.entry),
        "round": sitting.round.ordinal,
        "table": table.number,
        "game": known(table.game).key,
        "seat": known(sitting.seat),
        "move": turning["move"],
        "game_round": turning["round"],
        "card": turning["card"],
        "before": turning["before"],
        "after": turning["after"],
    }
