"""Through a real mail server: the outbox sends by SMTP, the catcher keeps, a person reads."""

import email
import email.policy
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from notifications import services
from notifications.models import Delivery
from oriflamme_site.local.ground import free_port
from tests.accounts.conftest import PASSWORD, Browser
from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def mailbox(tmp_path: Path, settings: Any) -> Iterator[Path]:
    port = free_port()
    command = [sys.executable, "-m", "oriflamme_site.local.mailcatcher", str(port), str(tmp_path)]
    catcher = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert catcher.stdout
    catcher.stdout.readline()  # it says when it listens
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    yield tmp_path
    catcher.terminate()
    catcher.wait(PATIENCE)


def read(mailbox: Path, to: str) -> Any:
    """Send what is due, and open the last mail to this address."""
    for pk in services.due_deliveries():
        services.deliver(pk)
    for _ in range(100):
        found = [
            mail
            for file in sorted(mailbox.glob("*.eml"))
            if (mail := email.message_from_bytes(file.read_bytes(), policy=email.policy.default))
            and mail["X-Envelope-To"] == to
        ]
        if found:
            return found[-1]
        time.sleep(0.05)
    raise AssertionError(f"no mail to {to}")


def code_in(mail: Any) -> str:
    found = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", mail.get_content(), re.M)
    assert found
    return found.group(1)


def test_from_signing_up_to_a_new_address_by_real_letters(mailbox: Path, browser: Browser) -> None:
    browser.send("/account/signup/", email="erin@example.test", username="erin", password1=PASSWORD)
    first = read(mailbox, "erin@example.test")
    assert first["Auto-Submitted"] == "auto-generated"
    browser.send(code=code_in(first))
    assert browser.is_in()
    browser.password = PASSWORD
    browser.send("/account/email/", email="new@example.test", action_add="")
    browser.send("/account/confirm-email/", code=code_in(read(mailbox, "new@example.test")))
    assert User.objects.get().email == "new@example.test"
    assert "new@example.test" in read(mailbox, "erin@example.test").get_content()
    other = Browser()
    other.send("/account/login/code/", email="new@example.test")
    for delivery in services.due_deliveries():
        services.deliver(delivery)
    assert Delivery.objects.exclude(state="sent").count() == 0
    other.send(code=code_in(read(mailbox, "new@example.test")))
    assert other.is_in()
