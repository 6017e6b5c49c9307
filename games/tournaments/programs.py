"""What happens in a tournament, as its webhooks are told it."""

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Feed
from games.models.table import find_table
from games.post.programs import at_table
from games.selectors.times import to_the_minute
from games.tournaments.models import Tournament
from games.tournaments.services import hooking
from notifications.registry import Kind, Told


class InTournament(Kind):
    name = hooking.IN_TOURNAMENT
    event = "tournament"
    is_chosen = False
    cases = tuple(hooking.TYPES)
    of = "tournament"

    def is_still_true(self) -> bool:
        """The tournament is there, the row is not too old, and strangers see its table."""
        game = self.facts["game"]
        return (
            Tournament.objects.filter(key=self.facts["tournament"]).exists()
            and Feed.objects.filter(pk=self.facts["feed"], person=None).exists()
            and (not game or find_table(game, None) is not None)
        )

    def told(self, *, with_view: bool) -> Told:
        if self.facts["game"]:
            found = find_table(self.facts["game"], None)
            assert found is not None  # it is still true
            return at_table(found[0], self.facts)
        cup = Tournament.objects.get(key=self.facts["tournament"])
        at = Feed.objects.get(pk=self.facts["feed"]).at
        facts = {
            "number": self.facts["number"],
            "tournament": {"id": cup.key, "title": cup.title, "status": cup.status},
            "url": settings.SITE_URL + reverse("tournament", args=[cup.key]),
            "at": to_the_minute(at),
        }
        with translation.override(next(iter(cup.languages), "en")):
            line = f"[{cup.title}] " + _("Something is new: rounds, standings or news")
        return Told(hooking.CHANGED, line, facts)
