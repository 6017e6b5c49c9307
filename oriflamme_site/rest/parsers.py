"""One JSON object, and nothing larger than any request of ours needs."""

from collections.abc import Mapping
from typing import IO, ClassVar

import orjson
from rest_framework.parsers import BaseParser

from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import Problem

LARGEST_BODY = 64 * 1024


class JSONParser(BaseParser):
    media_type = "application/json"
    largest: ClassVar[int] = LARGEST_BODY

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> dict[str, object]:
        raw = stream.read(self.largest + 1)
        if len(raw) > self.largest:
            raise Problem(problems.TOO_LARGE)
        try:
            sent = orjson.loads(raw)
        except orjson.JSONDecodeError:
            raise Problem(problems.NOT_JSON) from None
        if not isinstance(sent, dict):
            raise Problem(problems.NOT_JSON)
        return sent


class LongTextParser(JSONParser):
    """Where one text is the longest list of people, were each character an escaped emoji. Of many
    short things as much would cost seconds to read."""

    largest = 512 * 1024
