"""docs/adding-a-channel.md, followed to the letter: two files and a line, and people are told."""

import json
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from accounts import notification_wishes
from accounts.models import User
from notifications import channels, presets, selectors, services
from notifications.models import Delivery
from tests.notifications.conftest import Turns

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-channel.md").read_text()
FILE = re.compile(r"in\s`(\w+\.py)` of [\w\s`]+:.*?```python\n(.*?)```", re.DOTALL)


class Homeserver(ThreadingHTTPServer):
    """Takes what is sent to a room, each transaction once."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Client)
        self.said: dict[str, Any] = {}
        self.answers = [200]


class Client(BaseHTTPRequestHandler):
    server: Homeserver

    def do_PUT(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.answers.pop(0) if len(self.server.answers) > 1 else 200
        if self.headers["Authorization"] != "Bearer secret":
            answer = 401
        if answer == 200:
            self.server.said[self.path] = body
        self.send_response(answer)
        self.end_headers()
        self.wfile.write(b'{"event_id": "$1"}')

    def log_message(self, *_said: Any) -> None:
        pass


@pytest.fixture
def matrix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> Iterator[tuple[Homeserver, Any]]:
    steps = FILE.findall(PAGE)
    assert [path for path, _text in steps] == ["rooms.py", "__init__.py"]
    (line,) = re.findall(r'argument of `channels.load`,\n`"(\w+)"`', PAGE)
    for path, text in steps:
        (tmp_path / line).mkdir(exist_ok=True)
        (tmp_path / line / path).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(channels, "_channels", {**channels._channels})
    monkeypatch.setattr(notification_wishes, "CHANNELS", [*notification_wishes.CHANNELS])
    monkeypatch.setitem(notification_wishes.DEFAULT, "channels", notification_wishes.CHANNELS)
    channels.load(line)
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    server = Homeserver()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rooms = import_module("matrix.rooms")
    rooms.SERVER = f"http://127.0.0.1:{server.server_port}"
    rooms.TOKEN, rooms.ROOMS = "secret", {"alice": "!table:example.org"}
    yield server, rooms
    server.shutdown()
    server.server_close()
    for name in ("matrix", "matrix.rooms"):
        sys.modules.pop(name, None)


def test_who_follows_the_page_is_told_in_a_room(
    matrix: tuple[Homeserver, Any], alice: User, turns: Turns
) -> None:
    server, _rooms = matrix
    server.answers = [503, 200]
    turns.call(alice, "a")
    delivery = Delivery.objects.get(channel="matrix")
    assert delivery.pk in services.due_deliveries("hooks")
    assert not services.deliver(delivery.pk)  # too busy: it is tried again
    Delivery.objects.update(due_at=delivery.due_at)
    assert services.deliver(delivery.pk)
    ((path, said),) = server.said.items()
    assert path.startswith("/_matrix/client/v3/rooms/%21table%3Aexample.org/send/m.room.message/")
    assert said["msgtype"] == "m.notice"
    assert said["body"].startswith("Decide at a\nhttps://testserver")


def test_people_choose_it_like_any_other(
    matrix: tuple[Homeserver, Any], alice: User, turns: Turns
) -> None:
    wants, _kinds = selectors.wishes_of(alice)
    assert "matrix" in wants.wish(turns_kind())["channels"]
    only_mail = {"default": {"channels": ["email"], "bundle": "at once"}}
    services.change_wishes(person=alice, wishes=only_mail, quiet_from=None, quiet_until=None)
    turns.call(alice, "a")
    assert not Delivery.objects.filter(channel="matrix").exists()


def test_who_wants_to_be_told_nothing_is_told_nothing_by_it(
    matrix: tuple[Homeserver, Any], turns: Turns
) -> None:
    assert presets.wish("off", turns_kind())["channels"] == ["webhook"]
    without_mail = [name for name in notification_wishes.CHANNELS if name != "email"]
    assert "matrix" in without_mail
    assert presets.wish("device", turns_kind())["channels"] == without_mail


def turns_kind() -> Any:
    from notifications import registry

    return registry.find("a turn")


def test_names_of_channels_stand_in_their_folders_alone() -> None:
    """Beside them only where they are loaded, and in words that people read."""
    names = {channel.name for channel in channels.known()} - {"email"}
    assert names >= {"webhook", "push"}
    written = re.compile(rf"""(?<![\w.])["']({"|".join(names)})["']""")
    for room in ("accounts", "games", "notifications", "oriflamme_site"):
        for file in (ROOT / room).rglob("*.py"):
            inside = file.relative_to(ROOT).parts
            if "migrations" not in inside and inside[:2] != ("notifications", "channels"):
                found = written.findall(_code(file.read_text()))
                assert not found, file
    mail = re.compile(r"""channels?(?:"|_|=| == |__in=).{0,12}["']email["']""")
    for file in (ROOT / "notifications").rglob("*.py"):
        if "migrations" not in file.parts and "channels" not in file.parts:
            assert not mail.findall(file.read_text()), file


def _code(text: str) -> str:
    return re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
