"""Ratings by API: lists for everybody, and what is known of one person."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers

from accounts.api import intake
from accounts.api.answers import json_answer
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call, Endpoint
from games import errors
from games.api.errors import kinds
from games.api.shapes import parts
from games.ratings import selectors
from games.ratings.models import LISTS, OVERALL

HANDLE = path_id("handle", "Whose.", "^[A-Za-z][A-Za-z0-9_-]{2,23}$")
# More than anybody turns pages for; a number that PostgreSQL takes.
FARTHEST = 1_000_000


class ListQuery(serializers.Serializer[Any]):
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


class PersonQuery(serializers.Serializer[Any]):
    set = parts.choice(LISTS, "Of which list to tell the history.", default=OVERALL)


class PlaceShape(serializers.Serializer[Any]):
    place = parts.number("1 is the best; equals share one.", min_value=1)
    handle = serializers.CharField(
        allow_null=True, help_text="Who it is; null for a bot of the house."
    )
    name = serializers.CharField(help_text="How to show them.")
    number = serializers.IntegerField(help_text="What they are surely worth.")
    games = parts.number("How many games it comes from.", min_value=1)

    class Meta:
        ref_name = "RatingPlace"


class PageShape(serializers.Serializer[Any]):
    items = PlaceShape(many=True, help_text="The places of this page, the best first.")
    next = serializers.IntegerField(
        allow_null=True,
        min_value=1,
        help_text="Send it as `cursor` for the next page; null: this is the last.",
    )

    class Meta:
        ref_name = "RatingPage"


class RatingShape(serializers.Serializer[Any]):
    list = parts.choice(LISTS, "All games together, one box, or mixes.")
    number = serializers.IntegerField(help_text="What they are surely worth; 1000 at first.")
    provisional = serializers.BooleanField(help_text="Whether it comes from few games yet.")
    games = parts.number("How many games it comes from.", min_value=1)
    last_at = parts.moment("When the last of them ended.")

    class Meta:
        ref_name = "Rating"


class PointShape(serializers.Serializer[Any]):
    at = parts.moment("When a game ended.")
    number = serializers.IntegerField(help_text="The number after it.")
    change = serializers.IntegerField(help_text="By how much it has changed.")
    game = serializers.CharField(
        allow_null=True, help_text="Its id; null where not everybody may look at it."
    )

    class Meta:
        ref_name = "RatingPoint"


class OfPersonShape(serializers.Serializer[Any]):
    handle = serializers.CharField(help_text="Who it is.")
    ratings = RatingShape(many=True, help_text="On each list where they have a number.")
    history = PointShape(
        many=True,
        help_text=f"How the number of the list `set` came about: the last "
        f"{selectors.MOST_POINTS} games, the oldest first.",
    )

    class Meta:
        ref_name = "RatingsOfPerson"


class Leaderboard(Endpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_ratings",
        summary="Who is how strong",
        description="Everybody whose number is settled and who has played within a year, the best "
        "first. People and bots have lists of their own.",
        tag="ratings",
        parameters=[ListQuery],
        answers={200: PageShape},
        for_persons=False,
    )
    def get(self, call: Call) -> HttpResponse:
        wanted = intake.read_query(ListQuery, call.request)
        items, following = selectors.leaderboard(
            name=wanted["set"],
            bots=wanted["bots"],
            after=wanted["cursor"],
            limit=wanted["limit"],
        )
        return json_answer({"items": [one._asdict() for one in items], "next": following})


class OfPerson(Endpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="get_ratings",
        summary="Somebody's ratings",
        description="The numbers of a person or of a bot's account, and the history of one.",
        tag="ratings",
        parameters=[HANDLE, PersonQuery],
        answers={200: OfPersonShape},
        errors=kinds(errors.NotFound),
        for_persons=False,
    )
    def get(self, call: Call, handle: str) -> HttpResponse:
        wanted = intake.read_query(PersonQuery, call.request)
        person = selectors.find_rated(handle)
        history = selectors.history_of(person, name=wanted["set"])
        return json_answer(
            {
                "handle": person.handle,
                "ratings": selectors.ratings_of(person),
                "history": [point._asdict() for point in history],
            }
        )
