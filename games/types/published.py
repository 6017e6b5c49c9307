"""Games as data: the files of whole months."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.types import Count
from games.types.words import Hex


class PublishedMonth(TypedDict):
    month: Annotated[str, "Which, like `2026-10`, in UTC."]
    games: Annotated[Count, "How many public games ended in it."]
    size: Annotated[Count, "Of the file, in bytes."]
    sha256: Annotated[Hex, "Its checksum."]
    url: Annotated[str, "Where it is."]
    written_at: Annotated[datetime, "When it was written."]
