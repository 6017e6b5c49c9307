"""What is shown of ratings, said once: see `games.types`."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.types import OneOf, Within
from games.ratings.models import LISTS
from games.ratings.pool import GAMES_EACH, MEET
from games.ratings.rating import LATELY, PROVISIONAL

# As far as a graph looks back.
MOST_POINTS = 200


class RatingPlace(TypedDict):
    place: Annotated[int, Within(1), "1 is the best; equals share one."]
    handle: Annotated[str | None, "Who it is; null for a bot of the house."]
    name: Annotated[str, "How to show them."]
    number: Annotated[int, "What they are surely worth."]
    games: Annotated[int, Within(1), "How many games it comes from."]


class RatingPage(TypedDict):
    items: Annotated[list[RatingPlace], "The places of this page, the best first."]
    next: Annotated[
        int | None,
        Within(1),
        "Send it as `cursor` for the next page; null: this is the last.",
    ]


class Rating(TypedDict):
    list: Annotated[
        str,
        OneOf(lambda: LISTS),
        "All games together, one box, mixes, or blind games, which count there alone.",
    ]
    number: Annotated[int, "What they are surely worth; 1000 at first."]
    provisional: Annotated[bool, "Whether it comes from few games yet."]
    games: Annotated[int, Within(1), "How many games it comes from."]
    met: Annotated[
        int,
        Within(0),
        f"How many different settled people they met at their last {LATELY} rated games, one for "
        f"every {GAMES_EACH} where most were settled.",
    ]
    settled: Annotated[
        bool,
        f"Whether they have played {PROVISIONAL} rated games, met {MEET} different settled people "
        "at the last of them, and their number is sure enough: then lists of people show them, for "
        "good. Less is asked where few are settled. Games among people who have met few settled "
        "ones move numbers little. "
        "Bots are never settled, and their lists do not ask.",
    ]
    last_at: Annotated[datetime, "When the last of them ended."]


class Missing(TypedDict):
    """What a person has who is not on a list of people: rated games, and settled people met, no
    more of either than are asked for; and whether their number is sure enough."""

    games: int
    met: int
    sure: bool


class RatingPoint(TypedDict):
    at: Annotated[datetime, "When a game ended."]
    number: Annotated[int, "The number after it."]
    change: Annotated[int, "By how much it has changed."]
    game: Annotated[str | None, "Its id; null where not everybody may look at it."]


class RatingsOfPerson(TypedDict):
    handle: Annotated[str, "Who it is."]
    ratings: Annotated[list[Rating], "On each list where they have a number."]
    history: Annotated[
        list[RatingPoint],
        f"How the number of the list `set` came about: the last {MOST_POINTS} games, the oldest "
        "first.",
    ]
