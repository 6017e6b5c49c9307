"""Everything that can go wrong, provoked one by one: one shape, the right status, kind words."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from accounts import tokens as account_tokens
from accounts.models import User
from accounts.services import tokens
from games import errors, selectors, services
from games.api.streams import stream
from games.models import Game
from games.moderation import notices
from notifications.services.hooking import MOST_HOOKS
from oriflamme_site.rest import exceptions, parsers, problems
from tests.accounts.test_rights import app_key
from tests.api.conftest import ApiClient, ClientOf, Party, SeatParty
from tests.api.operations import BODIES, schema
from tests.apps import app_of, key_of

pytestmark = pytest.mark.django_db
# Rooms name their problems when their addresses are loaded, and each is a test here.
import_module(settings.ROOT_URLCONF)


class Stage:
    """What a provocation may use."""

    def __init__(self, alice: ApiClient, table: Party, patch: pytest.MonkeyPatch) -> None:
        self.alice = alice
        self.table = table
        self.patch = patch
        self.game = f"games/{table.key}"

    def waiting(self, **wishes: Any) -> str:
        asked = {"name": "Waiting", "set": "oriflamme", "seats": 4, "start": "creator", **wishes}
        return f"games/{self.alice.post('games', asked).json()['id']}"

    def tournament(self) -> str:
        """Alice's, which has not begun."""
        User.objects.filter(handle="alice").update(is_staff=True)
        stages = [{"format": "swiss", "sets": ["oriflamme"], "rounds": 1}]
        asked = {"title": "Cup", "capacity": 8, "stages": stages}
        return f"tournaments/{self.alice.post('tournaments', asked).json()['id']}"

    def raising(self, where: Any, name: str, error: Exception) -> None:
        def fail(**_asked: Any) -> None:
            raise error

        self.patch.setattr(where, name, fail)

    def move(self, *moves: str, seq: int = 0, who: ApiClient | None = None, **more: Any) -> Any:
        asked = {"seq": seq, "moves": list(moves), **more}
        return (who or self.table.decider).post(f"{self.game}/moves", asked)


Provocation = Callable[[Stage], Any]
PROVOKED: dict[str, Provocation] = {}


def provokes(code: str) -> Callable[[Provocation], Provocation]:
    def note(provocation: Provocation) -> Provocation:
        PROVOKED[code] = provocation
        return provocation

    return note


@provokes("stale")
def _(stage: Stage) -> Any:
    return stage.move("wait", seq=5)


@provokes("time_up")
def _(stage: Stage) -> Any:
    who = stage.table.decider
    Game.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    assert services.sweep() == 1
    return stage.move("wait", who=who)


@provokes("asked_together")
def _(stage: Stage) -> Any:
    game = stage.waiting(together=True)
    for client in stage.table.clients[1:]:
        client.post(f"{game}/seats")
    stage.alice.post(f"{game}/start")
    return stage.alice.post(f"{game}/moves", {"seq": 0, "moves": ["wait"]})


@provokes("plans_bind")
def _(stage: Stage) -> Any:
    game = stage.waiting(together=True, blind=True)
    for client in stage.table.clients[1:]:
        client.post(f"{game}/seats")
    stage.alice.post(f"{game}/start")
    Game.objects.update(asks_all=False)
    return stage.alice.ask("PUT", f"{game}/plan", {"seq": 0})


@provokes("not_together")
def _(stage: Stage) -> Any:
    return stage.alice.ask("PUT", f"{stage.game}/plan", {"seq": 0})


@provokes("forbidden")
def _(stage: Stage) -> Any:
    stage.raising(selectors, "turns", PermissionDenied())
    return stage.alice.get("me/turns")


@provokes("orders_changed")
def _(stage: Stage) -> Any:
    return stage.alice.post(
        f"{stage.game}/orders",
        {"orders": [{"do": "wait", "card": "spy", "until_round": 4}], "revision": 7},
    )


@provokes("bad_order")
def _(stage: Stage) -> Any:
    return stage.alice.post(f"{stage.game}/orders", {"text": "sing a song"})


@provokes("throttled")
def _(stage: Stage) -> Any:
    from django.conf import settings

    stage.patch.setitem(settings.API_LIMITS, "reads", 0)
    return stage.alice.get("me")


@provokes("server_error")
def _(stage: Stage) -> Any:
    stage.raising(selectors, "turns", RuntimeError("swordfish"))
    stage.alice.client.raise_request_exception = False
    answer = stage.alice.get("me/turns")
    assert b"swordfish" not in answer.content
    return answer


@provokes("busy")
def _(stage: Stage) -> Any:
    class Locked(Exception):
        sqlstate = "55P03"

    held = OperationalError("lock timeout")
    held.__cause__ = Locked()
    stage.raising(services, "play", held)
    answer = stage.move("wait")
    assert answer["Retry-After"] == "1"
    return answer


@provokes("away")
def _(stage: Stage) -> Any:
    stage.raising(services, "play", OperationalError("gone"))
    answer = stage.move("wait")
    assert answer["Retry-After"] == "5"
    return answer


@provokes("too_much_talk")
def _(stage: Stage) -> Any:
    for _n in range(20):
        stage.alice.post(f"{stage.game}/talk", {"text": "hello"})
    answer = stage.alice.post(f"{stage.game}/talk", {"text": "hello"})
    assert int(answer["Retry-After"]) > 0
    return answer


@provokes("too_many_reports")
def _(stage: Stage) -> Any:
    for kind in ("talk", "conduct", "collusion", "accounts"):
        for n in range(3):
            User.objects.get_or_create(handle=f"bad{n}", defaults={"email_is_verified": True})
            path = f"people/bad{n}/reports"
            answer = stage.alice.post(path, {"kind": kind, "text": "x"})
    assert int(answer["Retry-After"]) > 0
    return answer


@provokes("closed")
def _(stage: Stage) -> Any:
    cache.set(notices.KEY, {"closed": True})
    notices.forget_own_copy()
    answer = stage.alice.get(stage.game)
    cache.delete(notices.KEY)
    notices.forget_own_copy()
    assert answer["Retry-After"] == "300"
    return answer


@provokes("idempotency_key_reused")
def _(stage: Stage) -> Any:
    stage.alice.post(f"{stage.game}/talk", {"text": "one"}, Idempotency_Key="k")
    return stage.alice.post(f"{stage.game}/talk", {"text": "two"}, Idempotency_Key="k")


@provokes("unreadable_game")
def _(stage: Stage) -> Any:
    Game.objects.update(state="{}")
    return stage.alice.get(stage.game)


@provokes("too_many_tokens")
def _(stage: Stage) -> Any:
    stage.patch.setattr(tokens, "MOST_TOKENS", 1)
    return stage.alice.post("me/tokens", {"name": "x", "scopes": ["read"]})


@provokes("owners_to_make")
def _(stage: Stage) -> Any:
    User.objects.filter(handle="alice").update(is_bot=True)
    return stage.alice.post("me/tokens", {"name": "x", "scopes": ["read"]})


def _signed_in(stage: Stage) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(handle="alice"))
    return browser


@provokes("reauthenticate")
def _(stage: Stage) -> Any:
    return _signed_in(stage).post("/api/v1/me/export", secure=True)


@provokes("not_for_apps")
def _(stage: Stage) -> Any:
    key = app_key(User.objects.get(handle="alice"), ["account"])
    return ApiClient(key).post("me/bots", {"handle": "robin"})


@provokes("csrf")
def _(stage: Stage) -> Any:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.get(handle="alice"))
    return browser.post(
        f"/api/v1/{stage.game}/talk", b"{}", content_type="application/json", secure=True
    )


@provokes("too_many_streams")
def _(stage: Stage) -> Any:
    stage.patch.setattr(stream, "MOST_OPEN", 0)
    return stage.alice.get("me/events?wait=0")


@provokes("table_full")
def _(stage: Stage) -> Any:
    path = stage.waiting(seats=2)
    stage.table.clients[1].post(f"{path}/seats")
    return stage.table.clients[2].post(f"{path}/seats")


@provokes("game_over")
def _(stage: Stage) -> Any:
    for client in stage.table.clients:
        client.ask("PUT", f"{stage.game}/early-end")
    return stage.move("wait", who=stage.alice)


@provokes("too_many_moves")
def _(stage: Stage) -> Any:
    move = stage.table.view(stage.table.decider)["question"]["moves"][0]["move"]
    return stage.move(move, move)


@provokes("bad_text")
def _(stage: Stage) -> Any:
    # The form catches what is empty or too long before the service does.
    stage.raising(services, "say", errors.BadText(most=2000))
    return stage.alice.post(f"{stage.game}/talk", {"text": "Hello"})


@provokes("comes_to_light")
def _(stage: Stage) -> Any:
    stage.raising(services, "play", errors.ComesToLight(number=1))
    return stage.move("eliminate 1", "wait")


def _hook(stage: Stage, form: str, **change: Any) -> str:
    wish = {"url": "https://example.test/?chat_id=1", "format": form}
    path = f"me/hooks/{stage.alice.post('me/hooks', wish).json()['id']}"
    stage.alice.patch(path, change)
    return path


@provokes("too_many_devices")
def _(stage: Stage) -> Any:
    stage.patch.setattr("notifications.services.devices.MOST_DEVICES", 0)
    return stage.alice.post("me/devices", BODIES["add_device"])


@provokes("push_off")
def _(stage: Stage) -> Any:
    stage.patch.setattr(settings, "PUSH_KEY", "")
    return stage.alice.post("me/devices", BODIES["add_device"])


@provokes("app_closed")
def _(stage: Stage) -> Any:
    alice = User.objects.get(handle="alice")
    app = ApiClient(key_of(app_of(User.objects.get(handle="bob")), alice))
    return app.get(stage.game)


@provokes("too_many_hooks")
def _(stage: Stage) -> Any:
    for _number in range(MOST_HOOKS):
        _hook(stage, "generic")
    return stage.alice.post("me/hooks", {"url": "https://example.test/"})


PROVOKED |= {
    "hook_paused": lambda s: s.alice.post(f"{_hook(s, 'generic', paused=True)}/ping"),
    "no_secret": lambda s: s.alice.post(f"{_hook(s, 'discord')}/secret"),
    "bad_request": lambda s: s.alice.get("me", Host="elsewhere.example"),
    "invalid": lambda s: s.alice.patch("me", {"name": 7}),
    "not_json": lambda s: s.alice.patch("me", b"{"),
    "bad_token": lambda _: ApiClient("nonsense").get("me"),
    "sign_in": lambda _: ApiClient().get("me"),
    "in_person": lambda s: s.alice.get("me/sessions"),
    "missing_scope": lambda s: s.weak.patch("me", {}),
    "not_allowed": lambda s: s.alice.get(f"{s.game}/record"),
    "not_at_table": lambda s: s.move("wait", who=s.mallory),
    "not_found": lambda s: s.alice.get("games/2222222222222222"),
    "method_not_allowed": lambda s: s.alice.delete("me"),
    "already_seated": lambda s: s.alice.post(f"{s.waiting()}/seats"),
    "not_gathering": lambda s: s.alice.post(f"{s.game}/start"),
    "not_running": lambda s: s.alice.post(f"{s.waiting()}/resign"),
    "not_now": lambda s: s.alice.post(f"{s.tournament()}/steps", {"step": "redraw"}),
    "bad_tournament": lambda s: s.alice.post(
        f"{s.tournament()}/steps", {"step": "drop", "handle": "bob"}
    ),
    "not_your_turn": lambda s: s.move("wait", who=s.table.others()[0]),
    "too_few": lambda s: s.alice.post(f"{s.waiting()}/start"),
    "too_large": lambda s: s.alice.patch("me", {"name": "x" * parsers.LARGEST_BODY}),
    "unsupported_media_type": lambda s: s.alice.client.post(
        f"/api/v1/{s.game}/talk", {"text": "x"}, secure=True, headers=s.alice.headers
    ),
    "bad_delivery_cursor": lambda s: s.alice.get("me/deliveries?after=nowhere"),
    "bad_cursor": lambda s: s.alice.get("games?cursor=nowhere"),
    "bad_notation": lambda s: s.move("dance"),
    "bad_table": lambda s: s.alice.post(
        "games", {"name": "x", "set": "oriflamme", "seats": 2, "rated": True}
    ),
    "bad_tables": lambda s: s.alice.post(
        "games/tables",
        {"set": "oriflamme", "tables": [{"name": "x", "players": ["alice", "nobody"]}]},
    ),
    "illegal_move": lambda s: s.move("reveal"),
    "unfit": lambda s: s.alice.patch("me", {"time_zone": "Mars/Olympus"}),
}


@pytest.fixture
def stage(
    client_of: ClientOf, party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Stage]:
    table = party(3)
    made = Stage(table.clients[0], table, monkeypatch)
    made.mallory = client_of("mallory")  # type: ignore[attr-defined]
    made.weak = client_of("alice", scopes=("read",))  # type: ignore[attr-defined]
    return made


@pytest.mark.parametrize("code", [kind.code for kind in problems.kinds()])
def test_every_problem_has_one_shape(stage: Stage, code: str) -> None:
    answer = PROVOKED[code](stage)
    body = answer.json()
    kind = problems.find(code)
    assert kind is not None
    assert (body["code"], answer.status_code, body["status"]) == (code, kind.status, kind.status)
    assert answer["Content-Type"] == "application/problem+json"
    assert body["type"] == f"/api/v1/problems/{code}"
    assert body["request_id"] == answer["X-Request-ID"]
    shape = {"$ref": "#/components/schemas/Problem", "components": schema()["components"]}
    Draft202012Validator(shape).validate(body)
    for error in body.get("errors", []):
        assert error["field"]
        assert error["detail"]
    # Kind: a whole sentence that says what happened, and one that says what to do.
    assert len(body["detail"].split()) >= 5
    assert body["detail"].endswith((".", "…"))
    assert "{" not in body["detail"]


def test_every_problem_leads_to_its_explanation(stranger: ApiClient) -> None:
    for shown in stranger.get("problems").json():
        assert stranger.get(f"problems/{shown['code']}").json() == shown


@pytest.mark.parametrize("path", ["nowhere", "games/short", "me/tokens/zz", "games/"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_that_leads_nowhere_answers_in_the_same_shape(
    stranger: ApiClient, path: str, method: str
) -> None:
    answer = stranger.ask(method, path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_wrong_method_is_told_what_works(client_of: ClientOf) -> None:
    assert client_of("alice").delete("me")["Allow"] == "GET, HEAD, OPTIONS, PATCH"


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "nowhere", 404), ("DELETE", "me", 405)]
)
def test_where_there_is_nothing_no_key_is_looked_at(
    client: Client, django_assert_num_queries: Any, method: str, path: str, status: int
) -> None:
    """Else keys could be tried there, without an allowance."""
    key = {"Authorization": f"Bearer {account_tokens.make()}"}
    with django_assert_num_queries(0):
        answer = client.generic(method, f"/api/v1/{path}", headers=key, secure=True)
    assert answer.status_code == status


def test_options_and_head_are_answered(client_of: ClientOf) -> None:
    alice = client_of("alice")
    assert alice.ask("OPTIONS", "me")["Allow"] == "GET, HEAD, OPTIONS, PATCH"
    assert alice.ask("HEAD", "me").status_code == 200


def test_a_field_that_is_repeated_or_unknown_is_named(stranger: ApiClient) -> None:
    answer = stranger.get("games?limit=1&limit=2&colour=red&rated=yes&seats=3.0")
    found = {error["field"]: error["code"] for error in answer.json()["errors"]}
    assert found == {
        "?limit": "repeated",
        "?colour": "unknown",
        "?rated": "wrong_kind",
        "?seats": "wrong_kind",
    }


def test_all_that_is_wrong_with_a_body_is_told_at_once(client_of: ClientOf) -> None:
    asked = {"name": 7, "set": "chess", "seats": 9, "colour": "red", "deck": ["spy", 3, "king"]}
    errors = client_of("alice").post("games", asked).json()["errors"]
    assert {error["field"]: error["code"] for error in errors} == {
        "name": "wrong_kind",
        "set": "invalid_choice",
        "seats": "max_value",
        "colour": "unknown",
        "deck.1": "wrong_kind",
        "deck.2": "invalid_choice",
    }


def test_all_that_is_wrong_with_items_of_a_list_is_told_at_once(client_of: ClientOf) -> None:
    wishes = [{"kind": 1, "channels": ["smoke"], "bundle": "daily"}, "x", {"colour": "red"}]
    asked = {"quiet_from": None, "quiet_until": None, "kinds": wishes}
    errors = client_of("alice").ask("PUT", "me/wishes", asked).json()["errors"]
    assert {error["field"]: error["code"] for error in errors} == {
        "kinds.0.kind": "wrong_kind",
        "kinds.0.channels.0": "invalid_choice",
        "kinds.1": "wrong_kind",
        "kinds.2.colour": "unknown",
        "kinds.2.kind": "required",
        "kinds.2.channels": "required",
        "kinds.2.bundle": "required",
    }


def test_of_thousands_of_wrong_items_a_hundred_are_told(client_of: ClientOf) -> None:
    answer = client_of("alice").post("games/tables", {"deck": [{}] * 20_000})
    assert answer.status_code == 400
    assert len(answer.json()["errors"]) == exceptions.MOST_TOLD
    assert len(answer.content) < 20_000


def test_a_wrong_choice_is_told_the_right_ones(client_of: ClientOf) -> None:
    asked = {"name": "x", "set": "chess", "seats": 3}
    (error,) = client_of("alice").post("games", asked).json()["errors"]
    assert error["detail"] == ("“chess” is none of these: oriflamme, ablaze, alliance, mixed.")


def test_the_root_tells_where_to_begin(stranger: ApiClient) -> None:
    there = stranger.get("").json()
    assert there["schema"] == "/api/v1/schema"
    for name, path in there.items():
        answer = stranger.get(path.removeprefix("/api/v1/"))
        assert answer.status_code == (401 if name == "me" else 200)


def test_a_pace_that_there_is_not_is_told_with_whatever_else_is_wrong(
    client_of: ClientOf,
) -> None:
    asked = {"name": "x", "set": "chess", "seats": 3, "pace": "fast"}
    answer = client_of("alice").post("games", asked).json()
    assert {(one["field"], one["code"]) for one in answer["errors"]} == {
        *(("set", "invalid_choice"), ("pace", "invalid_choice"))
    }
    assert all("live, evening" in e["detail"] for e in answer["errors"] if e["field"] == "pace")


def test_who_names_an_event_that_there_is_not_is_told_which_there_are(client_of: ClientOf) -> None:
    asked = {"url": "https://example.test/", "types": ["turn"]}
    (wrong,) = client_of("alice").post("me/hooks", asked).json()["errors"]
    assert wrong["field"] == "types"
    assert "turn" in wrong["detail"]
    assert "your_turn" in wrong["detail"]
    for shape in ("OwnEvent", "TableEvent", "TournamentEvent"):
        assert shape in schema()["components"]["schemas"]["Types"]["description"]
