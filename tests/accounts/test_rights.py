"""Endpoint × scope × person, made of the schema: every operation, with every kind of key."""

import itertools
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from oauth2_provider.models import AccessToken, Application

from accounts.models import ApiToken, User
from accounts.services import SCOPES, create_api_token
from oriflamme_site.rest import throttling
from tests.accounts.rights import ROWS

Row = tuple[str, str]
# Values of the right shape; most name nothing, for rights are asked first.
PLACES = {
    "key": "2" * 16,
    "token": "2" * 24,
    "id": "spy",
    "order": "2" * 10,
    "handle": "alice",
    "seat": "0",
    "code": "stale",
    "kind": "friend",
    "first_day": "2030-01-01",
    "client_id": "2" * 40,
    "message": f"msg_{'0' * 24}",
    "file": "standings.csv",
}


def operations(schema: dict[str, Any]) -> set[Row]:
    return {
        (method.upper(), path)
        for path, item in schema["paths"].items()
        for method in item
        if method != "parameters"
    }


def differences(found: Iterable[Row], rows: Iterable[Row]) -> set[Row]:
    """Operations without a row, and rows without an operation."""
    return set(found) ^ set(rows)


def test_every_operation_has_a_row_and_every_row_an_operation() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert differences(operations(schema), ROWS) == set()


def test_a_new_endpoint_without_a_row_would_be_found() -> None:
    schema = {"paths": {"/api/v1/new": {"parameters": [], "get": {}, "post": {}}}}
    assert differences(operations(schema), {("GET", "/api/v1/new")}) == {("POST", "/api/v1/new")}
    assert differences(operations(schema), {("GET", "/api/v1/old"): "read"}) == {
        *operations(schema),
        ("GET", "/api/v1/old"),
    }


_addresses = itertools.count()


def ask(row: Row, key: str) -> Any:
    """From an address of its own each time, as strangers are throttled by theirs."""
    method, path = row
    number = next(_addresses)
    return Client().generic(
        method,
        path.format(**PLACES | ({"id": "0" * 16} if "/me/" in path else {})),
        b"{}" if method in {"POST", "PUT", "PATCH"} else b"",
        content_type="application/json",
        secure=True,
        REMOTE_ADDR=f"10.0.{number // 256}.{number % 256}",
        headers={"Authorization": f"Bearer {key}"} if key else {},
    )


def api_key(person: User, scopes: Iterable[str]) -> str:
    return create_api_token(user=person, name="x", scopes=scopes)[1].reveal()


def app_key(person: User, scopes: Iterable[str]) -> str:
    app, _ = Application.objects.get_or_create(
        name="app", user=person, client_type="public", authorization_grant_type="authorization-code"
    )
    key = f"app-{person.pk}-{'-'.join(scopes)}"
    token = AccessToken(
        user=person,
        application=app,
        scope=" ".join(scopes),
        expires=timezone.now() + timedelta(hours=1),
    )
    token._raw_token = key
    token.save()
    return key


@pytest.mark.parametrize("make", [api_key, app_key])
def test_a_key_does_what_its_scope_says_and_nothing_else(
    alice: User, make: Callable[[User, Iterable[str]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("reads", "writes"):
        monkeypatch.setitem(settings.API_LIMITS, kind, 10_000)  # there are many rows by now
    keys = {scope: make(alice, [scope]) for scope in SCOPES}
    for row, scope in itertools.product(ROWS, SCOPES):
        throttling.forget()  # they are more requests than anybody may send in a minute
        answer = ask(row, keys[scope])
        why = answer.json()["code"] if answer.status_code == 403 else ""
        assert answer.status_code != 401, (row, scope)
        needed = ROWS[row].scope
        assert (why == "in_person") == (needed == ""), (row, scope, answer.content)
        lacks = needed not in {"", scope}
        assert (why == "missing_scope") == lacks, (row, scope, answer.content)


def test_strangers_and_dead_keys_are_told_to_sign_in(alice: User) -> None:
    expired, revoked, good = (api_key(alice, SCOPES) for _ in range(3))
    rows = list(ApiToken.objects.order_by("pk"))
    ApiToken.objects.filter(pk=rows[0].pk).update(expires_at=timezone.now() - timedelta(days=1))
    ApiToken.objects.filter(pk=rows[1].pk).update(revoked_at=timezone.now())
    for row in ROWS:
        for key in (expired, revoked, good[:-1], "ofl_" + "0" * 36, "nonsense"):
            assert ask(row, key).status_code == 401, (row, key)
        assert (ask(row, "").status_code == 401) != ROWS[row].without_key, row
    app = app_key(alice, SCOPES)
    User.objects.update(is_active=False)
    for row, key in itertools.product(ROWS, (good, app)):
        assert ask(row, key).status_code == 401, row
