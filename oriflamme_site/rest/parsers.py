"""One JSON object, and nothing larger than any request of ours needs."""

from collections.abc import Mapping
from typing import IO

import orjson
from rest_framework.parsers import BaseParser

from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import Problem

# The longest list of people that may be sent, were each character an escaped emoji.
LARGEST_BODY = 512 * 1024


class JSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> dict[str, object]:
        raw = stream.read(LARGEST_BODY + 1)
        if len(raw) > LARGEST_BODY:
            raise Problem(problems.TOO_LARGE)
        try:
            sent = orjson.loads(raw)
        except orjson.JSONDecodeError:
            raise Problem(problems.NOT_JSON) from None
        if not isinstance(sent, dict):
            raise Problem(problems.NOT_JSON)
        return sent
