"""Letters of a tournament: each told once, however often it is asked for."""

from collections.abc import Iterable

from django.db.models import Q

from accounts import moment
from accounts.models import User
from games import services
from games.tournaments import mails
from games.tournaments.models import Entry, Tournament
from games.tournaments.services.opening import takes_people
from notifications.models import Notification
from notifications.services import enqueue


def tell(
    tournament: Tournament, kind: str, people: Iterable[User], *, about: str, **facts: str
) -> int:
    """The same letter to each, once: `about` tells letters of one kind apart. How many it is."""
    return tell_each(tournament, kind, [(person, facts) for person in people], about=about)


def tell_each(
    tournament: Tournament, kind: str, letters: Iterable[tuple[User, dict[str, str]]], *, about: str
) -> int:
    """To each what concerns them."""
    count, told = 0, []
    for person, facts in letters:
        is_new = enqueue(
            person=person,
            kind=kind,
            subject=f"tournament {tournament.key}",
            dedupe_key=f"{kind} {tournament.pk} {about} {person.pk}",
            tournament=tournament.key,
            title=tournament.title,
            **facts,
        )
        count += 1
        told += [person.pk] if is_new else []
    services.tell_of_tournament(tournament.key, told)
    return count


def told(tournament: Tournament, about: dict[str, str]) -> list[Notification]:
    """The letters that were promised, of each kind about this, in their order."""
    asked = Q()
    for kind, said in about.items():
        asked |= Q(dedupe_key__startswith=f"{kind} {tournament.pk} {said} ")
    found = Notification.objects.filter(asked, subject=f"tournament {tournament.key}")
    return list(found.order_by("pk"))


def tell_entry(tournament: Tournament, entry: Entry) -> None:
    tell_state(tournament, [entry.person], entry.state)


def tell_state(tournament: Tournament, people: Iterable[User], state: str) -> None:
    """What has become of their entries, of all the same."""
    tell(
        tournament,
        mails.EntryChanged.name,
        people,
        about=f"{state} {moment.now():%Y%m%d%H%M%S%f}",
        state=str(state),
        begun="yes" if tournament.has_begun else "",
        late="yes" if takes_people(tournament) else "",
    )


def tell_desk(tournament: Tournament, *, about: str, what: str) -> None:
    tell(tournament, mails.Desk.name, tournament.organising(), about=about, what=what)
