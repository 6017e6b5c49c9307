"""What tournaments hold about a person: shown in their copy, erased, given to another account."""

from typing import Any

from django.db.models import Exists, OuterRef

from accounts import moment, rooms
from accounts.models import User
from games.tournaments.models import Entry, Organiser, Tournament
from games.tournaments.services.entries import leave
from games.tournaments.services.opening import changed, lock
from games.tournaments.services.running import call_off

_OUT = ["entered", "waiting", "asked"]


def export(person: User) -> dict[str, Any]:
    return {
        "entries": list(
            Entry.objects.filter(person=person)
            .order_by("pk")
            .values("tournament__key", "tournament__title", "state", "entered_at", "left_at")
        ),
        "organises": list(
            Organiser.objects.filter(person=person).values_list("tournament__key", flat=True)
        ),
        "announced": list(
            Tournament.objects.filter(creator=person).order_by("pk").values("key", "title", "text")
        ),
    }


def erase(person: User) -> None:
    """They drop out; results stay, as a former player's. A tournament of theirs goes to another
    organiser, or, where there is none, is called off."""
    live = Tournament.objects.exclude(status__in=["over", "cancelled"])
    for entry in Entry.objects.filter(person=person, tournament__in=live, state__in=_OUT):
        tournament = lock(entry.tournament.key)
        entry.refresh_from_db()
        if entry.state in _OUT:
            leave(tournament, entry)
    for key in list(live.filter(creator=person).values_list("key", flat=True)):
        tournament = lock(key)
        heir = (
            Organiser.objects.filter(tournament=tournament, person__is_active=True)
            .exclude(person=person)
            .select_related("person")
            .order_by("pk")
            .first()
        )
        if heir is None:
            call_off(tournament, why="organiser")
        else:
            tournament.creator = heir.person
            tournament.save(update_fields=["creator"])
            heir.delete()
        changed(tournament)
    Tournament.objects.filter(creator=person).update(text="")
    Organiser.objects.filter(person=person).delete()


def merge(into: User, gone: User) -> None:
    """Entries go to the other account, but where it has one itself."""
    has = Entry.objects.filter(tournament=OuterRef("tournament_id"), person=into)
    Entry.objects.filter(~Exists(has), person=gone).update(person=into)
    # Twice in one tournament: the other account drops out.
    for entry in Entry.objects.filter(person=gone, state__in=_OUT):
        entry.state, entry.left_at = Entry.State.DROPPED, moment.now()
        entry.save(update_fields=["state", "left_at"])
    Tournament.objects.filter(creator=gone).update(creator=into)
    desks = Organiser.objects.filter(tournament=OuterRef("tournament_id"), person=into)
    Organiser.objects.filter(~Exists(desks), person=gone).update(person=into)
    Organiser.objects.filter(person=gone).delete()


def connect() -> None:
    rooms.connect_holding("tournaments", rooms.Holding(export=export, erase=erase, merge=merge))
