"""What there is around a table: who may come, how reliable one is, bots, cards, months of games."""

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from games import engine
from games.engine.types import CardName, Count, OneOf, Within
from games.models import Invitation as Invited
from games.types.words import Bot, Hex


class Invitation(TypedDict):
    token: Annotated[str, "Names it; without a guest, whoever has it may join."]
    handle: Annotated[str | None, "Who is invited, if by name."]
    address: Annotated[str | None, "Or by this mail address."]
    state: Annotated[str, OneOf(lambda: Invited.State.values), "What became of it."]
    at: Annotated[datetime, "When it was made."]


class Friend(TypedDict):
    handle: Annotated[str, "Who."]
    name: Annotated[str, "Their shown name."]
    bot: Annotated[bool, "Whether a program plays under this handle."]
    may_be_invited: Annotated[bool, "Whether you may ask them to this table."]
    why_not: Annotated[
        Literal["seated", "invited", "bot"] | None,
        "If not: they sit there, are invited, or are a bot where bots are not welcome.",
    ]


class Conduct(TypedDict):
    share: Annotated[
        int,
        Within(0, 100),
        "Per cent of your decisions that you made in time; ten good ones are given.",
    ]
    in_time: Annotated[Count, "How many you made yourself."]
    decisions: Annotated[Count, "Of how many; those in your holidays are left out if missed."]
    of_last: Annotated[Count, "At most so many are looked at, the newest ones."]


class Unread(TypedDict):
    game: Annotated[str, "At which table."]
    unread: Annotated[Count, "How many messages you have not read there."]


class HouseBot(TypedDict):
    id: Annotated[Bot, "What to write where a bot is chosen."]
    name: Annotated[str, "What people call it, in your language."]
    about: Annotated[str, "How it plays, in your language."]
    seconds: Annotated[float, "How long it thinks about a decision."]


class Card(TypedDict):
    id: Annotated[CardName, "What moves and views call it."]
    name: Annotated[str, "What people call it, in your language."]
    set: Annotated[str, OneOf(lambda: engine.SETS), "The box that it comes from."]
    effect: Annotated[str, "What it does, in one line, in your language."]


class PublishedMonth(TypedDict):
    month: Annotated[str, "Which, like `2026-10`, in UTC."]
    games: Annotated[Count, "How many public games ended in it."]
    size: Annotated[Count, "Of the file, in bytes."]
    sha256: Annotated[Hex, "Its checksum."]
    url: Annotated[str, "Where it is."]
    written_at: Annotated[datetime, "When it was written."]
