"""A transport for `requests` that ends in Django: real client libraries against our own code."""

from typing import Any
from urllib.parse import urlsplit

import requests
from django.test import Client
from requests.adapters import BaseAdapter


class _Wire(BaseAdapter):
    def __init__(self) -> None:
        super().__init__()
        self.client = Client()

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:  # type: ignore[override]
        parts = urlsplit(str(request.url))
        body = request.body or b""
        answer = self.client.generic(
            str(request.method),
            f"{parts.path}?{parts.query}",
            body.encode() if isinstance(body, str) else body,  # type: ignore[arg-type]
            content_type=request.headers.get("Content-Type", ""),
            headers={k: v for k, v in request.headers.items() if k.lower() != "content-type"},
            secure=True,
        )
        response = requests.Response()
        response.status_code = answer.status_code
        response._content = answer.content
        response.headers.update(dict(answer.items()))
        response.request, response.url = request, str(request.url)
        return response

    def close(self) -> None:
        pass


def through_django(session: requests.Session) -> None:
    session.mount("https://testserver", _Wire())
