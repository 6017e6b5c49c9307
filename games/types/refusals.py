"""What some refusals say beside their words, for programs."""

from typing import Annotated, NotRequired, TypedDict

from games.engine.move_data import Move
from games.engine.types import Count
from games.types.table import Game


class StaleFacts(TypedDict):
    seq: Annotated[Count, "How many moves the game has now."]
    view: NotRequired[Annotated[Game, "In answer to a move: the game as you may see it now."]]


class MoveFacts(TypedDict):
    legal: Annotated[list[str], "What is possible; only the one who decides is told so."]
    legal_data: Annotated[list[Move], "The same as data, in the same order."]
    index: Annotated[Count, "Which of your moves it was, counted from 0."]


class IndexFacts(TypedDict):
    index: Annotated[Count, "The first of your moves that is not yours to make, counted from 0."]


class OrdersFacts(TypedDict):
    revision: Annotated[Count, "The revision of your list as it is now."]
