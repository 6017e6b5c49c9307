"""What tournaments hold about a person: shown in their copy, erased, given to another account."""

from django.db.models import Exists, OuterRef

from accounts import moment, rooms
from accounts.models import User
from games.models.knowing import accounts_of
from games.tournaments.models import Entry, Objection, Organiser, Tournament
from games.tournaments.services.entries import HAS_PLACE, leave
from games.tournaments.services.opening import changed, lock
from games.tournaments.services.running import call_off


def export(person: User) -> dict[str, object]:
    return {
        "entries": list(
            Entry.objects.filter(person=person)
            .order_by("pk")
            .values(
                "tournament__key", "tournament__title", "state", "team", "entered_at", "left_at"
            )
        ),
        "objections": list(
            Objection.objects.filter(entry__person=person)
            .order_by("pk")
            .values("tournament__key", "number", "text", "at", "outcome", "answer")
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
    Objection.objects.filter(entry__person=person).update(text="")
    live = Tournament.objects.exclude(status__in=["over", "cancelled"])
    for entry in Entry.objects.filter(person=person, tournament__in=live, state__in=HAS_PLACE):
        tournament = lock(entry.tournament.key)
        entry.refresh_from_db()
        if entry.state in HAS_PLACE:
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
    # The name of a team is in the words of who plays for it.
    mates = Entry.objects.filter(tournament=OuterRef("tournament_id"), team=OuterRef("team"))
    alone = Entry.objects.filter(~Exists(mates.exclude(person=person)), person=person)
    alone.exclude(team="").update(team="")
    Organiser.objects.filter(person=person).delete()


def merge(into: User, gone: User) -> None:
    """Entries go to the other account, but where it has one itself."""
    has = Entry.objects.filter(tournament=OuterRef("tournament_id"), person=into)
    Entry.objects.filter(~Exists(has), person=gone).update(person=into)
    # Twice in one tournament, with a bot of theirs too: all drop out but one.
    rows = Entry.objects.filter(person__in=accounts_of(into, gone), state__in=HAS_PLACE)
    kept: set[int] = set()
    for entry in sorted(rows, key=lambda entry: (entry.person_id != into.pk, entry.pk)):
        if entry.tournament_id in kept or entry.person_id == gone.pk:
            entry.state, entry.left_at = Entry.State.DROPPED, moment.now()
            entry.save(update_fields=["state", "left_at"])
        kept.add(entry.tournament_id)
    Tournament.objects.filter(creator=gone).update(creator=into)
    desks = Organiser.objects.filter(tournament=OuterRef("tournament_id"), person=into)
    Organiser.objects.filter(~Exists(desks), person=gone).update(person=into)
    Organiser.objects.filter(person=gone).delete()


def connect() -> None:
    rooms.connect_personal_data(
        "tournaments", rooms.PersonalData(export=export, erase=erase, merge=merge)
    )
