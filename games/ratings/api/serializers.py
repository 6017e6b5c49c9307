"""Ratings as the API takes and shows them."""

from games.api.serializers import parts
from games.ratings import selectors
from games.ratings.models import LISTS, OVERALL
from oriflamme_site.rest import serializers

# More than anybody turns pages for; a number that PostgreSQL takes.
FARTHEST = 1_000_000


class ListQuery(serializers.Serializer):
    set = parts.choice(LISTS, "All games together, one box, or mixes.", default=OVERALL)
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


class RatingPlaceShape(serializers.Serializer):
    place = parts.number("1 is the best; equals share one.", min_value=1)
    handle = serializers.CharField(
        allow_null=True, help_text="Who it is; null for a bot of the house."
    )
    name = serializers.CharField(help_text="How to show them.")
    number = serializers.IntegerField(help_text="What they are surely worth.")
    games = parts.number("How many games it comes from.", min_value=1)


class RatingPageShape(serializers.Serializer):
    items = RatingPlaceShape(many=True, help_text="The places of this page, the best first.")
    next = serializers.IntegerField(
        allow_null=True,
        min_value=1,
        help_text="Send it as `cursor` for the next page; null: this is the last.",
    )


class RatingShape(serializers.Serializer):
    list = parts.choice(LISTS, "All games together, one box, or mixes.")
    number = serializers.IntegerField(help_text="What they are surely worth; 1000 at first.")
    provisional = serializers.BooleanField(help_text="Whether it comes from few games yet.")
    games = parts.number("How many games it comes from.", min_value=1)
    last_at = parts.moment("When the last of them ended.")


class RatingPointShape(serializers.Serializer):
    at = parts.moment("When a game ended.")
    number = serializers.IntegerField(help_text="The number after it.")
    change = serializers.IntegerField(help_text="By how much it has changed.")
    game = serializers.CharField(
        allow_null=True, help_text="Its id; null where not everybody may look at it."
    )


class RatingsOfPersonShape(serializers.Serializer):
    handle = serializers.CharField(help_text="Who it is.")
    ratings = RatingShape(many=True, help_text="On each list where they have a number.")
    history = RatingPointShape(
        many=True,
        help_text=f"How the number of the list `set` came about: the last "
        f"{selectors.MOST_POINTS} games, the oldest first.",
    )
