"""What may be asked of ratings."""

from games.ratings.models import LISTS, OVERALL
from oriflamme_site.rest import sent, serializers

# More than anybody turns pages for; a number that PostgreSQL takes.
FARTHEST = 1_000_000


class ListQuery(serializers.Serializer):
    set = sent.choice(
        LISTS,
        "All games together, one box, mixes, or blind games, which count there alone.",
        default=OVERALL,
    )
    bots = sent.flag("The list of bots, and not that of people.", default=False)
    cursor = sent.number("The `next` of the page before.", 0, FARTHEST, default=0)
    limit = sent.number("How many on a page.", 1, 100, default=50)


class PersonQuery(serializers.Serializer):
    set = sent.choice(LISTS, "Of which list to tell the history.", default=OVERALL)
