"""What this room holds about a person: shown in their copy, erased, given to another account."""

from accounts import rooms
from accounts.models import User
from games.moderation.models import Appeal, Decision, Hint, Report


def export(person: User) -> dict[str, object]:
    """What they reported, and what was decided about them. Who reported them is no data of
    theirs, nor is what staff have not decided yet."""
    told = Decision.objects.filter(person=person).exclude(outcome=Decision.Outcome.NOTHING)
    appeal = ("appeal__text", "appeal__at", "appeal__answer", "appeal__is_upheld")
    return {
        "reported": list(
            Report.objects.filter(reporter=person).values(
                "kind", "game__key", "text", "at", "state"
            )
        ),
        "decisions": list(
            told.order_by("pk").values("at", "outcome", "until", "reason", "lifted_at", *appeal)
        ),
    }


def erase(person: User) -> None:
    """That something was reported and decided stays; what was said of it goes."""
    Hint.objects.filter(person=person).delete()
    Hint.objects.filter(other=person).delete()
    Report.objects.filter(reporter=person).update(reporter=None, text="")
    Report.objects.filter(person=person).update(text="")
    Decision.objects.filter(person=person).update(reason="")
    Appeal.objects.filter(decision__person=person).update(text="", answer="")


def merge(into: User, gone: User) -> None:
    """What was decided goes with the human; hints are counted anew."""
    Hint.objects.filter(person=gone).delete()
    Hint.objects.filter(other=gone).delete()
    # A report of one account about the other is answered by the merging itself.
    Report.objects.filter(reporter=gone, person=into).update(reporter=None)
    Report.objects.filter(reporter=into, person=gone).update(reporter=None)
    Report.objects.filter(reporter=gone).update(reporter=into)
    Report.objects.filter(person=gone).update(person=into)
    Decision.objects.filter(person=gone).update(person=into)


def connect() -> None:
    rooms.connect_personal_data("care", rooms.PersonalData(export=export, erase=erase, merge=merge))
