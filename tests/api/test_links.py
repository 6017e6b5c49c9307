"""Walking the API by the links of its schema, as somebody who knows no id but those answered.

Each link is gone once, from whatever answer leads there first; every answer on the way is held
against the schema by schemathesis.
"""

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from schemathesis.core.errors import InvalidSchema
from schemathesis.specs.openapi import checks

from accounts.models import User
from games.tournaments.services import advance
from oriflamme_site.rest import links as ways
from tests import bounded
from tests.api.conftest import ApiClient, ClientOf, SeatParty
from tests.api.live import Site
from tests.api.operations import BODIES, schema

pytestmark = pytest.mark.django_db(transaction=True)

CHECKS = [
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.status_code_conformance,
    schemathesis.checks.not_a_server_error,
]
# Where a walk begins: what is asked for without any id.
BEGIN = (
    *("list_games", "list_tournaments", "list_series", "list_cards", "list_problems", "get_me"),
    *(
        "list_turns",
        "list_ratings",
        "create_game",
        "practise",
        "announce_tournament",
        "begin_series",
        "make_bot",
    ),
    *("make_hook", "make_token"),
)
# After these nothing more can be asked there: they come last.
ENDS = (
    *("cancel_game", "leave_game", "resign", "remove_hook", "revoke_token", "retire_bot"),
    *("withdraw_entry", "revoke_orders"),
)
MORE = {"add_orders": {"orders": [{"do": "ask", "card": "spy"}]}}


@cache
def api() -> Any:
    return schemathesis.openapi.from_dict(schema())


@cache
def described_by(operation: str) -> Any:
    return api().find_operation_by_id(operation)


class Walk:
    """What one caller reaches."""

    def __init__(self, site: Site, client: ApiClient, **asked: dict[str, str]) -> None:
        """`asked`: the query of an operation with which the walk begins, or what one has heard of
        that stands in its address."""
        self._url, self._headers, self._asked = site.url, client.headers, asked
        self._known = {
            one["operationId"]: one for item in schema()["paths"].values() for one in item.values()
        }
        self.walked: set[tuple[str, str]] = set()

    def go(self) -> None:
        named = {one: self._in_path(one) for one in (*BEGIN, *self._asked)}
        soon, late = deque((one, takes, None) for one, takes in named.items()), deque[Any]()
        bound = bounded(2000)
        while next(bound) and (soon or late):
            operation, takes, body = (soon or late).popleft()
            answer = self._ask(operation, takes, body)
            assert answer.status_code != 404, (operation, takes, "a link led nowhere")
            for link, to, given, sent in self._links(operation, answer, takes):
                if (operation, link) not in self.walked:
                    self.walked.add((operation, link))
                    (late if to in ENDS else soon).append((to, given, sent))

    def _in_path(self, operation: str) -> dict[str, str]:
        path = {one.name for one in described_by(operation).path_parameters}
        return {name: one for name, one in self._asked.get(operation, {}).items() if name in path}

    def _ask(self, operation: str, takes: dict[str, str], body: Any) -> Any:
        described = described_by(operation)
        sent = body or MORE.get(operation) or BODIES.get(operation)
        case = described.Case(
            path_parameters=takes,
            query={} if self._in_path(operation) else self._asked.get(operation, {}),
            **({} if sent is None else {"body": sent, "media_type": "application/json"}),
        )
        return case.call_and_validate(
            base_url=self._url, headers=self._headers, checks=CHECKS, timeout=20
        )

    def _links(
        self, operation: str, answer: Any, asked: dict[str, str]
    ) -> Iterator[tuple[str, str, dict[str, str], Any]]:
        said = self._known[operation]["responses"].get(str(answer.status_code), {})
        for name, link in _found(said).get("links", {}).items():
            leads = _found(link)
            told = answer.json()
            try:
                takes = {
                    into: _value(which, told, asked) for into, which in leads["parameters"].items()
                }
                body = _filled(leads.get(ways.BODY), told, asked)
            except LookupError:
                continue  # nothing is there to go on from: an empty list, another's question
            yield name, leads["operationId"], takes, body


def _found(one: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in one:
        return one
    place: Any = schema()
    for part in one["$ref"].removeprefix("#/").split("/"):
        place = place[part]
    return _found(place)


def _value(expression: str, told: Any, asked: dict[str, str]) -> Any:
    where, _, which = expression.partition("#/")
    if where == expression:
        return asked[expression.removeprefix("$request.path.")]
    for part in which.split("/"):
        told = told[int(part)] if isinstance(told, list) else (told or {})[part]
    if told is None:
        raise LookupError(expression)
    return told


def _filled(body: Any, told: Any, asked: dict[str, str]) -> Any:
    if isinstance(body, dict):
        return {name: _filled(one, told, asked) for name, one in body.items()}
    if isinstance(body, list):
        return [_filled(one, told, asked) for one in body]
    return _value(body, told, asked) if isinstance(body, str) else body


def test_every_link_leads_to_an_operation_that_takes_what_it_gives() -> None:
    for link in schema()["components"]["links"].values():
        try:
            described = described_by(link["operationId"])
        except InvalidSchema:
            pytest.fail(f"there is no {link['operationId']}")
        path = {one.name for one in described.path_parameters}
        assert set(link["parameters"]) == path, link


@pytest.mark.parametrize(
    ("who", "links"), [("stranger", 60), ("player", 120), ("organiser", 130), ("staff", 150)]
)
def test_links_are_walked_without_a_failure(
    who: str, links: int, site: Site, client_of: ClientOf, party: SeatParty
) -> None:
    sam = User.objects.create_user("sam", "sam@example.test", "a-long-secret", is_staff=True)
    staff, oscar = client_of(sam), client_of("oscar")
    table = party(3, talk="full")
    staff.post("series", BODIES["begin_series"])
    key = staff.post("tournaments", BODIES["announce_tournament"]).json()["id"]
    staff.post(f"tournaments/{key}/steps", {"step": "add_organiser", "handle": "oscar"})
    _begun(staff, [client_of(name) for name in ("dave", "erin", "mallory")])
    opened = client_of("erin").post("games", BODIES["create_game"]).json()
    callers = {"stranger": ApiClient(), "player": table.decider, "organiser": oscar}
    caller = callers.get(who, staff)
    heard_of = {"get_link": {"token": opened["link"]}, "search_people": {"search": "dave"}}
    # Who enters nothing watches.
    watched = {"list_tournaments": {"list": "running"}} if who == "stranger" else {}
    walk = Walk(site, caller, **heard_of, **watched)
    walk.go()
    assert len(walk.walked) >= links, walk.walked
    still = caller.get("me").status_code
    assert still == (401 if who == "stranger" else 200), "the key did not live through the walk"


def _begun(organiser: ApiClient, players: list[ApiClient]) -> None:
    """A tournament whose first round is being played."""
    stage = {"format": "swiss", "sets": ["oriflamme"], "rounds": 2}
    wished = {"title": "Begun", "capacity": 9, "stages": [stage], "confirms": "never"}
    key = organiser.post("tournaments", wished).json()["id"]
    for player in players:
        assert player.post(f"tournaments/{key}/entries").status_code == 201
    organiser.post(f"tournaments/{key}/steps", {"step": "start"})
    advance(key=key)
