"""Idempotency-Key: the same request sent again is answered as the first time, and done once."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b, sha256

import orjson
from cryptography.fernet import Fernet
from django.conf import settings
from django.http import HttpResponse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from rest_framework.response import Response

from oriflamme_site.rest import problems
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

Handler = Callable[..., Response]
_KEY = re.compile(r"[!-~]{1,80}\Z")


def idempotent(handler: Handler, *, secret: bool) -> Callable[..., Response | HttpResponse]:
    """A handler that is asked once for each key, and again after a refusal.

    `secret`: the answer is kept so that it can be read with the caller's key alone, which is
    kept only as a hash.
    """

    @wraps(handler)
    def once(view: object, request: Request, **ids: str) -> Response | HttpResponse:
        key = request.META.get("HTTP_IDEMPOTENCY_KEY")
        if key is None:
            return handler(view, request, **ids)
        if not _KEY.match(key):
            detail = _("A key has 1 to 80 letters, digits or signs, and no blanks.")
            wrong: problems.FieldError = {
                "field": "Idempotency-Key",
                "code": "invalid",
                "detail": detail,
            }
            raise Problem(problems.INVALID, errors=[wrong])
        box = _Sealed(key) if secret else _Open(key)
        made: Response | None = None

        def act() -> tuple[int, bytes]:
            nonlocal made
            made = handler(view, request, **ids)
            return made.status_code, box.close(orjson.dumps(made.data))

        status, body = import_string(settings.IDEMPOTENT_ANSWERS)(
            person=request.person, key=box.name, digest=_digest(request), act=act
        )
        return made or HttpResponse(
            box.open(body),
            status=status,
            content_type="application/json",
            headers={"Idempotent-Replayed": "true"},
        )

    return once


def _digest(request: Request) -> bytes:
    """Of the whole request; equal JSON is equal in whatever order its fields come."""
    body = orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)
    return sha256(b"\0".join([str(request.method).encode(), request.path.encode(), body])).digest()


class _Open:
    """Keeps an answer as it is."""

    def __init__(self, key: str) -> None:
        self.name = key

    def close(self, answer: bytes) -> bytes:
        return answer

    def open(self, kept: bytes) -> bytes:
        return kept


class _Sealed(_Open):
    """Keeps an answer for whoever has the key that it was asked with."""

    def __init__(self, key: str) -> None:
        def derived(purpose: bytes) -> bytes:
            own = settings.SECRET_KEY.encode()[:64]
            return blake2b(key.encode(), digest_size=32, key=own, person=purpose).digest()

        super().__init__(derived(b"name").hex())
        self._fernet = Fernet(urlsafe_b64encode(derived(b"seal")))

    def close(self, answer: bytes) -> bytes:
        return self._fernet.encrypt(answer)

    def open(self, kept: bytes) -> bytes:
        return self._fernet.decrypt(kept)
