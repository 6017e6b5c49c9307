"""Series: several tournaments with one table over all of them."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.lookalikes import clean_name
from accounts.models import User
from games.tournaments import errors, permissions
from games.tournaments.models import Series

LONGEST_TITLE, MOST_COUNT = 80, 100
# So many may one person have; a series is a row of its own for good.
MOST = 20


@transaction.atomic
def begin_series(*, person: User, title: str, counts: int | None = None) -> Series:
    """A series of one's own. A tournament joins one by its setting `series`."""
    if not permissions.most_people(person):
        raise errors.NotAllowed(why=permissions.announces_none())
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if Series.objects.filter(creator=person).count() >= MOST:
        raise errors.NotAllowed(
            why=_("You have {most} series, and more there cannot be.").format(most=MOST)
        )
    title = clean_name(title)
    if not 1 <= len(title) <= LONGEST_TITLE:
        raise errors.BadTournament(
            field="title",
            why=_("A title has 1 to {most} letters.").format(most=LONGEST_TITLE),
        )
    if counts is not None and not 1 <= counts <= MOST_COUNT:
        raise errors.BadTournament(
            field="counts", why=_("Choose 1 to {most}, or none for all.").format(most=MOST_COUNT)
        )
    return Series.objects.create(creator=person, title=title, counts=counts)
