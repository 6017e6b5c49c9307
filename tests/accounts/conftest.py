"""A browser of somebody's, and the mailbox that the outbox fills."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client, TestCase

from accounts.middleware import EvenTime
from accounts.models import User
from notifications import services
from notifications.models import Delivery

PASSWORD = "violet anvil under the orchard"


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is slow on purpose is tested by itself, in test_telling_nothing.py."""
    monkeypatch.setattr(EvenTime, "FLOOR", 0.0)
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk, _queue: None)
    cache.clear()


class Browser:
    """A person before real pages: follows redirects, sends forms, reads their mail."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.page: Any = None
        self.password = ""

    def get(self, path: str) -> Any:
        self.page = self.client.get(path, secure=True, follow=True)
        return self._prove()

    def _prove(self) -> Any:
        """Say the password again where the site asks for it, and go on to what was wanted."""
        if self.at == "/account/reauthenticate/" and self.password:
            found = re.search(r'name="next" value="([^"]+)"', self.text)
            password, self.password = self.password, ""
            self.send(password=password, next=found.group(1) if found else "")
            self.password = password
        return self.page

    def send(self, path: str = "", /, *, follow: bool = True, **fields: Any) -> Any:
        """Open the page, fill in its form and press the button."""
        if path:
            self.get(path)
        here = self.page.request["PATH_INFO"]
        query = self.page.request.get("QUERY_STRING", "")
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.text)
        with TestCase.captureOnCommitCallbacks(execute=True):
            self.page = self.client.post(
                f"{here}?{query}" if query else here,
                {"csrfmiddlewaretoken": found.group(1) if found else "", **fields},
                secure=True,
                follow=follow,
                headers={"Referer": "https://testserver/"},
            )
        if follow and self.at == "/account/reauthenticate/" and self.password:
            self._prove()
            return self.send(**fields)  # what was sent was kept nowhere
        return self.page

    @property
    def text(self) -> str:
        return str(self.page.content.decode())

    @property
    def at(self) -> str:
        return str(self.page.request["PATH_INFO"])

    def is_in(self) -> bool:
        return "_auth_user_id" in self.client.session

    def sign_in(self, who: User | str, password: str = "a-long-secret") -> "Browser":
        login = who if isinstance(who, str) else who.handle
        self.send("/account/login/", login=login, password=password)
        self.password = password
        return self


@pytest.fixture
def browser(db: None) -> Browser:
    return Browser()


@pytest.fixture
def other_browser(db: None) -> Browser:
    return Browser()


class Post:
    """The worker and the mailboxes."""

    def come(self) -> list[Any]:
        """Send what is due; the letters that came."""
        before = len(mail.outbox)
        for pk in Delivery.objects.filter(state="queued").values_list("pk", flat=True):
            services.deliver(pk)
        return mail.outbox[before:]

    def last(self, to: str, subject: str = "") -> Any:
        self.come()
        found = [m for m in mail.outbox if m.to == [to] and subject in m.subject]
        assert found, [(m.to, m.subject) for m in mail.outbox]
        return found[-1]

    def code(self, to: str) -> str:
        """The code in the last letter to this address."""
        found = re.search(r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$", self.last(to).body, re.M)
        assert found, self.last(to).body
        return found.group(1)


@pytest.fixture
def post(db: None) -> Post:
    return Post()
