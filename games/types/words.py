"""Words that a text of a table can be, each from where it is decided."""

from typing import Annotated

from accounts.models import LANGUAGES
from games import bots
from games.engine.types import OneOf, Pattern
from games.models import Game as Stored
from games.models import Move

Join = Annotated[str, OneOf(lambda: Stored.Join.values)]
Start = Annotated[str, OneOf(lambda: Stored.Start.values)]
Talk = Annotated[str, OneOf(lambda: Stored.Talk.values)]
Language = Annotated[str, OneOf(lambda: LANGUAGES)]
Bot = Annotated[str, OneOf(lambda: bots.BOTS)]
Door = Annotated[str, OneOf(lambda: Move.Door.values)]
Hex = Annotated[str, Pattern("^[0-9a-f]{64}$")]
Status = Annotated[
    str,
    OneOf(lambda: Stored.Status.values),
    "`gathering` waits for players; `running`; `over`; `cancelled`.",
]
