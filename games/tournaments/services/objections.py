"""A player says that what a table of theirs came to is not right. The answer is a step of the desk
(games.tournaments.services.desk.tables.answer)."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.models import User
from games.tournaments import errors
from games.tournaments.models import Objection, Sitting
from games.tournaments.services import telling
from games.tournaments.services.opening import changed, enter

LONGEST = 1000


@transaction.atomic
def object_to(*, key: str, person: User, round: int, table: int, text: str) -> Objection:
    """Once for each table, while it plays and for three days after its end."""
    tournament = enter(key, person, "object")
    text = text.strip()
    if not 1 <= len(text) <= LONGEST or "\0" in text:
        raise errors.BadTournament(
            field="text",
            why=_("Say what is not right, in {most} letters at most.").format(most=LONGEST),
        )
    sat = (
        Sitting.objects.filter(round__tournament=tournament, round__ordinal=round)
        .filter(table__number=table, table__game__isnull=False, entry__person=person)
        .select_related("table__game", "entry")
        .first()
    )
    if sat is None or sat.table is None or sat.table.game is None:
        raise errors.BadTournament(field="table", why=_("You have not sat at that table."))
    if not Objection.is_in_time(sat.table.game):
        raise errors.NotNow(why=_("This table has been over for more than three days."))
    if Objection.objects.filter(table=sat.table, entry=sat.entry).exists():
        raise errors.NotNow(why=_("You have objected to this table already."))
    last = (
        Objection.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    )
    made = Objection.objects.create(
        tournament=tournament, number=last + 1, table=sat.table, entry=sat.entry, text=text
    )
    what = f"objection {made.number} {round} {table}"
    telling.tell_desk(tournament, about=what, what=what)
    changed(tournament)
    return made
