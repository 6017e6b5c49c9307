"""A page's script of somebody signed in: the API by session cookie and CSRF token."""

from typing import Any

import orjson
from django.test import Client, TestCase

from accounts.models import User


class SignedIn:
    def __init__(self, who: User, password: str = "a-long-secret") -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.password = password
        self.ask("GET", "auth/browser/v1/config")
        said = {"username": who.handle, "password": password}
        answer = self.ask("POST", "auth/browser/v1/auth/login", said)
        assert answer.status_code == 200, answer.content

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        token = self.client.cookies.get("csrftoken")
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self.client.generic(
                method,
                f"/api/v1/{path}",
                b"" if body is None else orjson.dumps(body),
                content_type="application/json",
                secure=True,
                headers={
                    "X-CSRFToken": token.value if token else "",
                    "Referer": "https://testserver/",
                },
            )

    def say_password_again(self) -> "SignedIn":
        said = {"password": self.password}
        answer = self.ask("POST", "auth/browser/v1/auth/reauthenticate", said)
        assert answer.status_code == 200, answer.content
        return self
