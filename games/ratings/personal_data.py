"""What ratings hold about a person: for their copy, when they go, and when two accounts are one."""

from accounts import rooms
from accounts.models import User
from games.ratings import services
from games.ratings.models import Annulment, Rating, RatingChange


def connect() -> None:
    rooms.connect_personal_data(
        "ratings", rooms.PersonalData(export=export, erase=erase, merge=merge)
    )


def export(person: User) -> dict[str, object]:
    fields = ("list", "mu", "sigma", "games")
    changes = RatingChange.objects.filter(person=person).order_by("at", "game", "list")
    return {
        "ratings": list(
            Rating.objects.filter(person=person).order_by("list").values(*fields, "last_at")
        ),
        "history": list(
            changes.values("game__key", "at", "share", "mu_before", "sigma_before", *fields)
        ),
    }


def erase(person: User) -> None:
    """The numbers stay with the nameless seats that they follow from, or the others' could not be
    counted again; nothing shows whose they were. Why a game was annulled may name somebody."""
    Annulment.objects.filter(game__chairs__person=person).update(reason="")


def merge(into: User, gone: User) -> None:
    """Their games belong to the other account now, so all of them are counted anew."""
    services.count_anew_of(into, gone)
