"""Who plays for which team. A team is its name: whoever gives it plays for it, and the desk sets it
right."""

from django.utils.translation import gettext as _

from accounts.lookalikes import clean_name, skeleton
from games.tournaments import errors
from games.tournaments.models import Entry, Tournament

LONGEST = 40


def named(tournament: Tournament, said: str) -> str:
    """The team that is meant: as those write it who play for it already."""
    name = clean_name(said)
    if not name:
        return ""
    if not tournament.team_counts:
        _refuse(_("Nobody plays for a team in this tournament."))
    if len(name) > LONGEST or not skeleton(name):
        _refuse(_("A team's name has 1 to {most} letters.").format(most=LONGEST))
    others = Entry.objects.filter(tournament=tournament).exclude(team="")
    known = others.order_by("number").values_list("team", flat=True)
    return next((team for team in dict.fromkeys(known) if skeleton(team) == skeleton(name)), name)


def _refuse(why: str) -> None:
    raise errors.BadTournament(field="team", why=why)
