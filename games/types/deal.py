"""What it takes to check that a deal was fair."""

from typing import Annotated, TypedDict

from games import engine
from games.engine.types import CardName, OneOf, SeatNumber, Within
from games.types.words import Hex


class Contribution(TypedDict):
    place: Annotated[int | None, "In the order of coming; the mix is made in this order."]
    mark: Annotated[
        Hex | None,
        "The SHA-256 of the contribution; null before the deal of an anonymous table.",
    ]
    value: Annotated[Hex | None, "The contribution; before the deal only your own."]
    by_site: Annotated[
        bool | None,
        "Whether the site drew it from its seed, as for bots and for who sent none; null before "
        "the deal, and at an anonymous table before the end.",
    ]
    seat: Annotated[
        SeatNumber | None,
        "Where they sit; null before the deal, and at an anonymous table before the end.",
    ]
    yours: Annotated[bool, "Whether it is yours."]


class DealtHand(TypedDict):
    hand: Annotated[list[CardName], "The seven of the hand."]
    aside: Annotated[list[CardName], "The three set aside."]


class Dealt(TypedDict):
    set: Annotated[str, OneOf(lambda: engine.SETS), "Which box is played, or `mixed`."]
    rules_version: Annotated[int, "By which version of the rules."]
    deck: Annotated[list[CardName], "The ten kinds that every family has."]
    first: Annotated[SeatNumber, "The seat that plays first."]
    direction: Annotated[str, OneOf(lambda: engine.DIRECTIONS), "On which side the row begins."]
    hands: Annotated[
        list[DealtHand | None],
        "What each seat was dealt; null for those that you may not know yet.",
    ]


class RoundOfDeal(TypedDict):
    tournament: Annotated[str, "The id of the tournament."]
    number: Annotated[int, Within(1), "Which round of it."]
    table: Annotated[int, Within(1), "Which table of that round."]
    commitment: Annotated[str, "What was published with the tournament: `lots.deals` there."]
    key: Annotated[
        Hex | None,
        "The key of the round, which the table's seed follows from; null, until this game and all "
        "others of this round and those before are over.",
    ]


class DealPaper(TypedDict):
    scheme: Annotated[
        int,
        "How it is dealt: 1, of tables opened before there was 2; 2, with contributions.",
    ]
    commitment: Annotated[
        str,
        "`sha256:` and the SHA-256 of the nine marks, in their order; in scheme 1 of the seed.",
    ]
    marks: Annotated[
        dict[str, Hex], "The SHA-256 of each key, in order: shown before anybody sat down."
    ]
    contributions: Annotated[list[Contribution], "Of all who sit there."]
    keys: Annotated[dict[str, Hex], "The keys that are open to you, by what they open."]
    seed: Annotated[Hex | None, "What all keys follow from, when the game is over."]
    round: Annotated[
        RoundOfDeal | None,
        "Of a tournament's table: where its seed comes from. Null where the site drew one for the "
        "table alone.",
    ]
    drawn: Annotated[
        list[Annotated[str, OneOf(lambda: engine.PURPOSES[:4])]],
        "What was left to chance beside the hands; empty before the deal.",
    ]
    dealt: Annotated[Dealt | None, "What it came to; null before the deal."]
