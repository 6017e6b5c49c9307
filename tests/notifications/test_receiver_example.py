"""The receiver of docs/api.md takes what we send, and nothing that somebody else signed."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from notifications import services
from notifications.channels import outgoing
from oriflamme_site.local.ground import free_port

pytestmark = pytest.mark.django_db
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()


def test_the_receiver_of_the_documentation_works(
    alice: User, settings: Any, tmp_path: Path
) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 17
    (tmp_path / "receiver.py").write_text(code)
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    hook, secret = services.make_hook(person=alice, url=url)
    assert secret is not None
    with subprocess.Popen(
        [sys.executable, "receiver.py", str(port), secret.reveal()],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as receiver:
        try:
            forged = {"webhook-id": "x", "webhook-timestamp": "1", "webhook-signature": "v1,x"}
            assert _patiently(url, forged) == 401
            services.ping(hook=hook)
            (due,) = services.due_deliveries("hooks")
            assert services.deliver(due)
            assert receiver.stdout is not None
            said = receiver.stdout.readline()
        finally:
            receiver.terminate()
    assert json.loads(said.replace("'", '"'))["type"] == "ping"


def _patiently(url: str, headers: dict[str, str]) -> int:
    """It takes a moment to start."""
    for _ in range(100):
        try:
            return outgoing.post(url, b"{}", headers).status
        except outgoing.Unreachable:
            time.sleep(0.1)
    raise AssertionError("it never answered")
