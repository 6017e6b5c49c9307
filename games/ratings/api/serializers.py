"""What may be asked of ratings."""

from games.api.serializers import parts
from games.ratings.models import LISTS, OVERALL
from oriflamme_site.rest import serializers

# More than anybody turns pages for; a number that PostgreSQL takes.
FARTHEST = 1_000_000


class ListQuery(serializers.Serializer):
    set = parts.choice(
        LISTS,
        "All games together, one box, mixes, or blind games, which count there alone.",
        default=OVERALL,
    )
    bots = serializers.BooleanField(
        required=False, default=False, help_text="The list of bots, and not that of people."
    )
    cursor = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=FARTHEST,
        default=0,
        help_text="The `next` of the page before.",
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, default=50, help_text="How many on a page."
    )


class PersonQuery(serializers.Serializer):
    set = parts.choice(LISTS, "Of which list to tell the history.", default=OVERALL)
