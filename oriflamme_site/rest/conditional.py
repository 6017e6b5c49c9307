"""Answers to conditional requests: an ETag with what is new, an empty 304 while nothing is."""

import threading
from collections import OrderedDict
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework import status
from rest_framework.response import Response


def etag(*parts: object) -> str:
    """A weak validator: the compressed and the plain form of an answer are the same to it.

    Hashed, because what goes in may be more than the reader is shown.
    """
    said = "\x1f".join(map(str, parts)).encode()
    return f'W/"{blake2b(said, digest_size=12).hexdigest()}"'


def is_unchanged(request: HttpRequest, tag: str) -> bool:
    """By the tag alone: when a table last changed says nothing of what its people are called."""
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    return known.strip() == "*" or tag in (part.strip() for part in known.split(","))


def unchanged(tag: str) -> HttpResponse:
    return HttpResponseNotModified(headers=validators(tag))


def by_content(request: HttpRequest, response: Response) -> None:
    """For answers without a validator of their own: a hash of what they say. It tells nothing that
    they do not, and who asks again is sent nothing while they say the same."""
    if response.has_header("ETag"):
        return
    tag = etag(request.path, response.content)
    for name, value in validators(tag).items():
        response.headers[name] = value
    if is_unchanged(request, tag):
        response.status_code, response.content = status.HTTP_304_NOT_MODIFIED, b""
        del response.headers["Content-Type"]


def validators(tag: str) -> dict[str, str]:
    # A private copy may be kept, and must be asked about each time.
    return {"ETag": tag, "Cache-Control": "private, no-cache"}


class Copies:
    """The latest answers of this process, by their ETags. A tag whose answer may be kept here holds
    everything that the answer is made of: then a copy is as true as a 304."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._by_tag: OrderedDict[str, bytes] = OrderedDict()

    def find(self, tag: str) -> bytes | None:
        with self._lock:
            content = self._by_tag.get(tag)
            if content is not None:
                self._by_tag.move_to_end(tag)
            return content

    def keep(self, tag: str, content: bytes) -> None:
        with self._lock:
            self._by_tag[tag] = content
            if len(self._by_tag) > self._most:
                self._by_tag.popitem(last=False)
