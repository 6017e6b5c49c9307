"""Who has left is in no log: everything as it runs, from signing up to the last row."""

import re
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import redis
from celery import Celery

from tests.accounts.conftest import PASSWORD
from tests.house.playing import Play
from tests.pace import PATIENCE

HANDLE, NAME, ADDRESS = "wanda-w", "Wanda Wanderer", "wanda.w@elsewhere.test"
TRACES = ("wanda", "wanderer", "elsewhere.test")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    running = Play(tmp_path / "play", has_tables=True, LOG_FORMAT="json")
    yield running.wait()
    running.end()


class Page:
    """A browser's script: cookies, and the CSRF token sent along."""

    def __init__(self, site: str) -> None:
        self.http = httpx.Client(base_url=site, timeout=PATIENCE, follow_redirects=True)
        self.ask("GET", "api/v1/auth/browser/v1/config")

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        token = self.http.cookies.get("csrftoken") or ""
        return self.http.request(method, path, json=body, headers={"X-CSRFToken": token})


def until(found: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.2)
    raise AssertionError("it did not come")


def letter(play: Play, pattern: str) -> Callable[[], str | None]:
    """What a letter to her says in the group of this pattern, once it has come."""

    def look() -> str | None:
        for file in sorted((play.data_dir / "mail").glob("*.eml"), reverse=True):
            mail = message_from_bytes(file.read_bytes(), policy=policy.default)
            part = mail.get_body(("plain",))
            if str(mail["To"]) != ADDRESS or part is None:
                continue
            found = re.search(pattern, part.get_content().replace("\r", ""), re.M)
            if found:
                return found.group(1)
        return None

    return look


def live(play: Play) -> Page:
    """Sign up, come in, be looked at, befriend, play, talk, be refused in many ways."""
    page = Page(play.ready["site"])
    auth = "api/v1/auth/browser/v1/auth"
    page.ask("POST", f"{auth}/signup", {"email": ADDRESS, "username": HANDLE, "password": PASSWORD})
    code = until(letter(play, r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$"))
    assert page.ask("POST", f"{auth}/email/verify", {"key": code}).status_code == 200
    assert page.ask("PATCH", "api/v1/me", {"name": NAME, "about": NAME}).status_code == 200
    again = {"password": PASSWORD}
    assert page.ask("POST", f"{auth}/reauthenticate", again).status_code == 200
    keys = {"name": NAME, "scopes": ["read", "play", "talk", "organise", "account"]}
    token = page.ask("POST", "api/v1/me/tokens", keys).json()["token"]
    hers = httpx.Client(
        base_url=play.ready["api"], headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
    )
    alice = httpx.Client(
        base_url=play.ready["api"],
        headers={"Authorization": f"Bearer {play.ready['people'][0]['token']}"},
        timeout=PATIENCE,
    )
    asked = {"name": f"{NAME}'s", "set": "oriflamme", "seats": 2, "talk": "full"}
    game = hers.post("games", json=asked | {"invite": ["alice"]}).json()["id"]
    assert alice.post(f"games/{game}/seats", json={}).status_code == 201
    hers.post(f"games/{game}/talk", json={"text": f"I am {NAME}."})
    for player in (hers, alice):
        view = player.get(f"games/{game}").json()
        if view["question"]["moves"]:
            move = view["question"]["moves"][0]["move"]
            player.post(f"games/{game}/moves", json={"seq": view["seq"], "moves": [move]})
    # By name in addresses, and wrong in every way that writes a line.
    assert alice.put(f"me/relations/friend/{HANDLE}").status_code == 204
    alice.get("games", params={"player": HANDLE, "search": NAME})
    alice.delete(f"games/{game}/seats/{HANDLE}")
    stranger = httpx.Client(base_url=play.ready["site"], timeout=PATIENCE)
    for path in (f"people/{HANDLE}", f"people/{HANDLE}/picture.svg", f"{HANDLE}", f"x?{ADDRESS}"):
        stranger.get(path)
    for path in (f"account/bots/{HANDLE}", f"people/{HANDLE}", "account/login/"):
        stranger.post(path, data={"login": HANDLE, "password": "wrong"})
    Page(play.ready["site"]).ask("POST", f"{auth}/login", {"username": HANDLE, "password": "wrong"})
    Page(play.ready["site"]).ask("POST", f"{auth}/password/request", {"email": ADDRESS})
    with psycopg.connect(play.ready["database_url"]) as db, pytest.raises(psycopg.Error):
        db.execute(f"UPDATE accounts_user SET handle = '{HANDLE}' WHERE handle = 'alice'")
    return page


def test_nothing_of_who_has_left_is_in_a_log_a_table_or_redis(play: Play) -> None:
    page = live(play)
    assert page.ask("POST", "api/v1/me/deletion").status_code == 202
    key = until(letter(play, r"/account/leave/(\S+)"))
    confirmed = page.ask("POST", "api/v1/me/deletion/confirmation", {"key": key})
    assert confirmed.status_code == 200
    until(letter(play, r"(14|\d{4}-\d\d-\d\d)"))
    database = play.ready["database_url"]
    assert all(trace in everything(database) for trace in TRACES)
    with psycopg.connect(database) as db:
        db.execute(
            "UPDATE accounts_user SET deletion_due_at = now() WHERE deletion_due_at IS NOT NULL"
        )
    # Else all that the next tests send would go there.
    elsewhere = Celery(broker=play.ready["redis_url"], set_as_current=False)
    elsewhere.send_task("accounts.tasks.let_go", queue="later")
    until(lambda: is_erased(database))
    left = everything(database) + in_redis(play.ready["redis_url"])
    logs = [play.end(), *(file.read_text() for file in play.data_dir.rglob("*.log"))]
    assert '"event": "answered"' in logs[0]
    assert "unique constraint" in logs[0]  # PostgreSQL's own lines are among them
    for trace in (*TRACES, key):
        assert trace not in left.lower()
        for log in logs:
            found = re.search(f".*{re.escape(trace)}.*", log, re.I)
            assert found is None, found.group()


def is_erased(database: str) -> bool:
    with psycopg.connect(database) as db:
        row = db.execute("SELECT count(*) FROM accounts_user WHERE erased_at IS NOT NULL")
        return row.fetchone() == (1,)


def everything(database: str) -> str:
    with psycopg.connect(database) as db:
        tables = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return "\n".join(
            str(row[0]).lower()
            for (table,) in tables.fetchall()
            for row in db.execute(f'SELECT t::text FROM "{table}" t')
        )


def in_redis(url: str) -> str:
    """Names and values, as far as they are text."""
    with redis.Redis.from_url(url) as client:
        return "\n".join(f"{name!r} {client.dump(name)!r}" for name in client.scan_iter())
