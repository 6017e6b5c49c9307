"""The schema: committed, current, complete – and good enough to generate a client from."""

import importlib
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from oriflamme_site.local.__main__ import BIN, ROOT
from tests.api.conftest import ApiClient, ClientOf
from tests.api.live import Site
from tests.api.operations import operations, schema
from tests.pace import PATIENCE

FILE = ROOT / "docs" / "openapi.yaml"


def described() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in schema()["paths"].items():
        yield from ((path, method, one) for method, one in item.items())


def test_the_committed_schema_is_current() -> None:
    made = SchemaGenerator().get_schema(request=None, public=True)
    assert yaml.safe_load(FILE.read_text()) == made, (
        "The API has changed: python manage.py spectacular --file docs/openapi.yaml"
    )


def test_it_is_made_without_a_warning() -> None:
    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        SchemaGenerator().get_schema(request=None, public=True)
        assert not GENERATOR_STATS


def test_every_field_and_parameter_is_described() -> None:
    silent = [
        f"{name}.{field}"
        for name, component in schema()["components"]["schemas"].items()
        for field, about in component.get("properties", {}).items()
        if not (about.get("description") or _said_elsewhere(about) or _tells(about, component))
    ]
    silent += [
        f"{path} {method} {parameter['name']}"
        for path, method, one in described()
        for parameter in one.get("parameters", [])
        if "$ref" not in parameter and not parameter.get("description")
    ]
    for kind in ("parameters", "responses", "headers"):
        said_once = schema()["components"][kind]
        silent += [name for name, about in said_once.items() if not about.get("description")]
    assert silent == []


def _said_elsewhere(about: dict[str, str]) -> str | None:
    """Of a field that many shapes have."""
    shapes = schema()["components"]["schemas"]
    found: dict[str, str] = shapes.get(about.get("$ref", "").rpartition("/")[2], {})
    return found.get("description")


def _tells(about: dict[str, str], component: dict[str, str]) -> bool:
    """Whether it is the word of a member of a union, which is described itself."""
    return "const" in about and bool(component.get("description"))


def test_no_enumeration_is_called_what_generators_call_the_words_of_a_field() -> None:
    shapes = schema()["components"]["schemas"]
    for name, shape in shapes.items():
        for field, about in shape.get("properties", {}).items():
            called = name + "".join(part.capitalize() for part in field.split("_")) + "Enum"
            if "$ref" not in about:
                assert called not in shapes


def test_every_operation_has_a_tag_a_summary_and_its_errors() -> None:
    for _, _, one in described():
        assert one["summary"]
        assert one["description"]
        assert len(one["tags"]) == 1
        assert one["responses"]["default"] == {"$ref": "#/components/responses/Refused"}


def test_generators_take_it_whole() -> None:
    """They make a file of each tag, and write over what is called alike; and of a link that sends
    more than one value, openapi-generator reads nothing at all."""
    asked = {tag for _, _, one in described() for tag in one["tags"]}
    for item in schema()["webhooks"].values():
        sent = item["post"]["requestBody"]
        assert asked.isdisjoint(item["post"]["tags"])
        assert sent["content"]["application/json"]["schema"]["$ref"].endswith(sent["x-py-typing"])
    for link in schema()["components"]["links"].values():
        assert isinstance(link.get("requestBody", ""), str)


# What makes nothing, or is asked by no program.
WITHOUT_A_KEY = {"appeal", "ask_for_deletion", "confirm_deletion", "export_me"}


def test_whatever_a_program_makes_takes_a_key() -> None:
    key = {"$ref": "#/components/parameters/IdempotencyKey"}
    posts = [one for _, method, one in described() if method == "post"]
    without = {one["operationId"] for one in posts if key not in one["parameters"]}
    assert without == WITHOUT_A_KEY


def ways_into(operation: Any) -> Any:
    """Its own, or the usual ones."""
    return operation.get("security", schema()["security"])


def test_every_operation_says_which_scope_it_needs_or_that_none_will_do() -> None:
    for _, _, one in described():
        ways = ways_into(one)
        assert ways == [{"session": []}] or ways[0]["token"][0] in {
            *("read", "play", "talk", "organise", "account")
        }


@pytest.mark.django_db(transaction=True)
def test_the_site_serves_it_with_a_page_that_asks_no_other_host(site: Site) -> None:
    with httpx.Client(base_url=f"{site.url}/api/v1/", timeout=PATIENCE) as http:
        served = http.get("schema")
        assert served.json() == schema()
        unchanged = http.get("schema", headers={"If-None-Match": served.headers["ETag"]})
        assert unchanged.status_code == 304
        page = http.get("docs")
        parts = re.findall(r'(?:src|href)="([^"]+)"', page.text)
        assert any(part.endswith("swagger-ui-bundle.js") for part in parts)
        assert all(part.startswith("/") for part in parts)
        assert all(http.get(f"{site.url}{part}").status_code == 200 for part in parts)


@pytest.mark.django_db
@pytest.mark.parametrize("operation", operations(), ids=lambda one: one.id)
def test_strangers_get_in_exactly_where_the_schema_says(
    stranger: ApiClient, client_of: ClientOf, operation: Any
) -> None:
    one = schema()["paths"][operation.path][operation.method.lower()]
    ways = ways_into(one)
    is_open = {} in ways
    answer = operation.ask(stranger)
    assert (answer.status_code == 401) == (not is_open)
    if ways == [{"session": []}]:
        answer = operation.ask(client_of("alice"))
        assert (answer.status_code, answer.json()["code"]) == (403, "in_person")
        return
    scope = ways[0]["token"][0]
    other = "talk" if scope != "talk" else "read"
    answer = operation.ask(client_of("alice", scopes=(other,)))
    assert (answer.status_code, answer.json()["scope"]) == (403, scope)


@pytest.fixture
def generated(tmp_path: Path) -> Iterator[Any]:
    """A client package, made from the committed schema by a generator from the package index."""
    (tmp_path / "config.yaml").write_text("post_hooks: []\n")
    subprocess.run(
        [
            *(str(BIN / "openapi-python-client"), "generate", "--meta", "none"),
            *("--path", str(FILE), "--config", str(tmp_path / "config.yaml")),
            *("--output-path", str(tmp_path / "table_client"), "--fail-on-warning"),
        ],
        check=True,
        capture_output=True,
    )
    sys.path.insert(0, str(tmp_path))
    yield importlib.import_module
    sys.path.remove(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "table_client"]:
        del sys.modules[name]


@pytest.mark.django_db(transaction=True)
def test_a_generated_client_plays_a_whole_game(
    site: Site, client_of: ClientOf, generated: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one line of hand-written model: what it reads is checked against the schema."""
    package = generated("table_client")
    models = generated("table_client.models")
    api = {
        name: generated(f"table_client.api.{name}")
        for name in (
            *("tables.create_game", "tables.join_game", "play.get_game", "play.make_moves"),
            *("play.get_log", "play.get_record", "me.list_turns"),
        )
    }
    players = [
        package.AuthenticatedClient(
            base_url=site.url,
            token=client_of(name).headers["Authorization"].removeprefix("Bearer "),
        )
        for name in ("alice", "bob", "carol")
    ]
    wish = models.GameRequest(name="Made by a machine", set_=models.SetEnum.ALLIANCE, seats=3)
    game = api["tables.create_game"].sync(client=players[0], body=wish)
    for other in players[1:]:
        api["tables.join_game"].sync(client=other, key=game.id, body=models.JoinRequest())
    rng = random.Random(3)
    for _ in range(1000):
        waiting = [
            (player, turns[0])
            for player in players
            if (turns := api["me.list_turns"].sync(client=player))
        ]
        if not waiting:
            break
        (player, turn) = waiting[0]
        view = api["play.get_game"].sync(client=player, key=turn.id)
        move = rng.choice(view.question.moves).move
        body = models.MovesRequest(seq=view.seq, moves=[move])
        played = api["play.make_moves"].sync(client=player, key=view.id, body=body)
        assert played.view.seq == view.seq + 1
    view = api["play.get_game"].sync(client=players[0], key=game.id)
    assert view.status == models.StatusEnum.OVER
    log = api["play.get_log"].sync(client=players[0], key=game.id, limit=500)
    assert len(log) == view.seq + 1
    assert view.deal.seed in api["play.get_record"].sync(client=players[0], key=game.id)
