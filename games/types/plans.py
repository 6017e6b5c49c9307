"""Where everybody is asked at once: what, until when, and what one has answered."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine import QUESTIONS
from games.engine.types import Count, OneOf, Phase, Within
from games.types.orders import StandingOrder


class AsksAll(TypedDict):
    seq: Annotated[Count, "The position that the plans are for."]
    until: Annotated[
        datetime | None,
        "When it ends at the latest, by the clocks of where you live; null: no clock runs.",
    ]


class Ahead(TypedDict):
    kind: Annotated[str, OneOf(lambda: QUESTIONS), "What is asked."]
    card: Annotated[str | None, "Of which card of yours; null: which you play."]
    slot: Annotated[int | None, "Where it lies."]
    says: Annotated[str, "The question, in your language."]
    planned: Annotated[bool, "Your plan answers it; else you will be asked when it comes."]


class Plan(TypedDict):
    seq: Annotated[Count, "The position that the plan is for; `PUT` it with yours."]
    round: Annotated[int, Within(1, 6), "The round it is for."]
    phase: Annotated[Phase, "The half of it."]
    asks: Annotated[str, "What is asked, in your language."]
    gathers: Annotated[bool, "Plans are still gathered; else they are being played."]
    until: Annotated[
        datetime | None,
        "How long they are gathered, unless all have answered; null: no clock runs.",
    ]
    answered: Annotated[bool, "Whether you have answered. Nobody else can tell."]
    ahead: Annotated[
        list[Ahead], "What this phase may ask you, as far as it can be seen: planned or not."
    ]
    orders: Annotated[list[StandingOrder], "Your plan: the first that applies decides."]


class Planned(Plan):
    dry_run: Annotated[bool, "Nothing was changed: so it would be."]
