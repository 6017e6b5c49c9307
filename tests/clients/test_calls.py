"""What the clients do besides playing: refusals, exports, webhooks, tokens that end."""

import asyncio
import base64
import hmac
import json
import secrets
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts.models import User
from accounts.services import programs
from games.models import Game, Seat
from tests import run_aside
from tests.accounts.conftest import Browser
from tests.api.conftest import ClientOf, SeatParty
from tests.api.live import Site
from tests.clients.conftest import Program
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "whsec_" + base64.b64encode(b"k" * 24).decode()
BODY = json.dumps({"type": "ping", "data": {}}).encode()


def token(client_of: ClientOf, who: str) -> str:
    return client_of(who).headers["Authorization"].removeprefix("Bearer ")


def signed(at: float, secret: str = SECRET) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    said = f"msg_1.{int(at)}.".encode() + BODY
    ours = base64.b64encode(hmac.digest(key, said, "sha256")).decode()
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(at)),
        "Webhook-Signature": f"v1,{base64.b64encode(b'x' * 32).decode()} v1,{ours}",
    }


WRONG = [
    signed(time.time() + 10_000),
    signed(time.time(), "whsec_" + base64.b64encode(b"z" * 24).decode()),
    {},
]


def test_webhooks_are_believed_if_the_site_signed_them_just_now() -> None:
    from oriflamme_client import BadSignature, verify_webhook

    assert verify_webhook(BODY, signed(time.time()), SECRET)["type"] == "ping"
    for headers in WRONG:
        with pytest.raises(BadSignature):
            verify_webhook(BODY, headers, SECRET)


def test_in_javascript_too(tmp_path: Path) -> None:
    code = """
    import { verifyWebhook } from "oriflamme-client";
    const [good, bad, body, secret] = JSON.parse(process.argv[2]);
    const named = (headers) => new Headers(headers);
    const said = [(await verifyWebhook(body, named(good), secret)).type];
    for (const headers of bad) {
      const wrong = (error) => error.constructor.name;
      said.push(await verifyWebhook(body, named(headers), secret).catch(wrong));
    }
    console.log(said.join());
    """
    given = json.dumps([signed(time.time()), WRONG, BODY.decode(), SECRET])
    said = Program("js", tmp_path, code).run(given)
    assert said == "ping,BadSignature,BadSignature,BadSignature\n"


@pytest.fixture
def losing() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A site of which every third answer arrives – lost, busy, made –, and what it was sent."""
    came: list[tuple[str, bytes]] = []

    class Losing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            came.append((self.headers["Idempotency-Key"], body))
            self.close_connection = True
            if len(came) % 3 == 1:
                return
            self.send_response(503 if len(came) % 3 == 2 else 201)
            self.send_header("Retry-After", "1")
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(b'{"id": 7}')

        def log_message(self, *_said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Losing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", came
    server.shutdown()
    server.server_close()


def test_what_was_lost_is_sent_again_under_its_own_key(
    losing: tuple[str, list[tuple[str, bytes]]], tmp_path: Path
) -> None:
    from oriflamme_client import AsyncClient, Client

    url, came = losing
    with Client(url, "ofl_x") as blocking:
        assert blocking.say("2" * 16, {"text": "Hello"})["id"] == 7

    async def awaiting() -> None:
        async with AsyncClient(url, "ofl_x") as client:
            assert (await client.say("2" * 16, {"text": "Hello"}))["id"] == 7

    run_aside(awaiting())
    code = """
    import { Client } from "oriflamme-client";
    const said = await new Client(process.argv[2], "ofl_x").say("2".repeat(16), { text: "Hello" });
    console.log(said.id);
    """
    assert Program("js", tmp_path, code).run(url) == "7\n"
    assert len(came) == 9
    each = [set(came[first : first + 3]) for first in (0, 3, 6)]
    assert [len(one) for one in each] == [1, 1, 1]
    keys = {key for one in each for key, _body in one}
    assert len(keys) == 3
    assert all(keys)


BY_DEVICE = {
    "python": """
import sys
from oriflamme_client import Client, sign_in_by_device

site, app = sys.argv[1:]
tokens = sign_in_by_device(site, app, show=lambda _where, code: print(code, flush=True))
print(Client(site, tokens).get_me()["handle"], bool(tokens.refresh))
""",
    "js": """
import { Client, signInByDevice } from "oriflamme-client";
const [site, app] = process.argv.slice(2);
const tokens = await signInByDevice(site, app, { show: (_where, code) => console.log(code) });
const me = await new Client(site, tokens).getMe();
console.log(me.handle, tokens.refresh ? "True" : "False");
""",
}


@pytest.mark.parametrize("language", BY_DEVICE)
def test_a_terminal_is_let_in_by_its_person_elsewhere(
    language: str, site: Site, alice: User, tmp_path: Path
) -> None:
    app, _ = programs.register_app(
        owner=alice, name="tty", redirect_uris="", is_confidential=False, is_device=True
    )
    terminal = Program(language, tmp_path, BY_DEVICE[language]).start(site.url, app.client_id)
    try:
        assert terminal.stdout
        code = terminal.stdout.readline().strip()
        browser = Browser().sign_in(alice)
        browser.send("/oauth/device/", user_code=code)
        browser.send(action="accept")
        said, wrong = terminal.communicate(timeout=PATIENCE)
    finally:
        terminal.kill()
    assert said == "alice True\n", wrong


def test_a_refusal_has_its_code_and_language(site: Site, client_of: ClientOf) -> None:
    from oriflamme_client import Client, Problem

    with Client(site.url, token(client_of, "alice"), language="it") as alice:
        with pytest.raises(Problem) as refused:
            alice.get_game("2" * 16)
        assert (refused.value.status, refused.value.code) == (404, "not_found")
        game = alice.create_game({"name": "Prova", "set": "oriflamme", "seats": 2})
        assert game["status"] == "gathering"
        assert alice.list_games(list="mine")["items"][0]["id"] == game["id"]


def test_by_themselves_they_add_to_the_deal(
    site: Site, client_of: ClientOf, tmp_path: Path
) -> None:
    """Whoever opens a table and whoever sits down; what somebody names is sent as it is."""
    from oriflamme_client import Client

    own = "ab" * 32
    with Client(site.url, token(client_of, "alice")) as alice:
        game = alice.create_game({"name": "x", "set": "oriflamme", "seats": 4})
        with Client(site.url, token(client_of, "bob")) as bob:
            bob.join_game(game["id"], {"contribution": own})
        code = """
        import { Client } from "oriflamme-client";
        const [site, token, id] = process.argv.slice(2);
        const client = new Client(site, token);
        await client.joinGame(id, {});
        const own = await client.createGame({ name: "y", set: "ablaze", seats: 3 });
        console.log(own.id);
        """
        mine = Program("js", tmp_path, code).run(site.url, token(client_of, "carol"), game["id"])
    seats = Seat.objects.filter(game__key=game["id"]).order_by("place")
    added = [seat.contribution and seat.contribution.reveal().hex() for seat in seats]
    assert len({*added}) == 3
    assert None not in added
    assert added[1] == own
    assert Seat.objects.get(game__key=mine.strip()).contribution is not None


def test_who_waits_for_many_things_plays_and_exports(site: Site, party: SeatParty) -> None:
    from oriflamme_client import AsyncClient

    table = party(2)
    tokens = [c.headers["Authorization"].removeprefix("Bearer ") for c in table.clients]

    async def choose(view: Any) -> str:
        return str(view["question"]["moves"][0]["move"])

    async def both() -> list[str]:
        async with AsyncClient(site.url, tokens[0]) as one, AsyncClient(site.url, tokens[1]) as two:
            until = time.monotonic() + PATIENCE
            while (await one.get_game(table.key))["status"] == "running":
                assert time.monotonic() < until
                await asyncio.gather(one.play_waiting(choose), two.play_waiting(choose))
            await asyncio.to_thread(long_ago)
            return [line["game"]["id"] async for line in one.export(list="mine_over")]

    assert run_aside(both()) == [table.key]


def long_ago() -> None:
    from django.db import connection

    Game.objects.update(ended_at=timezone.now() - timedelta(days=1))
    connection.close()


@pytest.fixture
def app(alice: User) -> Application:
    made: Application = Application.objects.create(
        name="tty",
        user=alice,
        client_type="public",
        authorization_grant_type="authorization-code",
        redirect_uris="http://127.0.0.1:1/",
    )
    return made


def test_a_token_that_has_ended_is_renewed_and_the_new_one_kept(
    site: Site, alice: User, app: Application
) -> None:
    from oriflamme_client import Client, Tokens

    over = timezone.now() - timedelta(minutes=1)
    old = AccessToken(user=alice, application=app, scope="read play", expires=over)
    old._raw_token = secrets.token_hex(8)
    old.save()
    refresh = secrets.token_hex(8)
    RefreshToken.objects.create(user=alice, application=app, token=refresh, access_token=old)
    kept: list[str] = []
    tokens = Tokens("ended", refresh, app.client_id, keep=lambda new: kept.append(new.access))
    with Client(site.url, tokens) as client:
        assert client.get_me()["handle"] == "alice"
        assert kept == [client.tokens.access]
        assert client.tokens.refresh != refresh
    assert httpx.get(f"{site.url}/api/v1/me").status_code == 401
