"""What has to be there so that every page has something to show: the demo's people and tables,
and sessions for whoever looks at them."""

import time
from typing import Any, NamedTuple

from django.conf import settings
from django.test import Client

from accounts.models import Terms, User
from accounts.services import consent
from games.models import Game
from oriflamme_site.local import demo
from tests.games.conftest import decider


class Shown(NamedTuple):
    """A page: its picture's name, its address, and the session of who looks (none: a visitor)."""

    name: str
    path: str
    session: str = ""
    # What was answered once, where there is no address to open.
    html: str = ""
    status: int = 200


class World:
    """`me` is who has to decide at the demo's table on Friday: their pages show the most."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        demo.fill_if_empty()
        self.friday = Game.objects.get(name="Friday table")
        self.over = Game.objects.get(name="Last winter")
        self.open = Game.objects.get(set="ablaze")
        self.me = decider(self.friday)
        read = User.objects.filter(pk=self.me.pk) if language == "en" else User.objects.all()
        read.update(language=language)
        User.objects.filter(pk=self.me.pk).update(time_zone="Europe/Kyiv")
        self.me.refresh_from_db()
        self.others = list(User.objects.exclude(pk=self.me.pk).exclude(is_staff=True))
        self.terms = Terms.objects.create(version=1, texts={"en": "Be kind.\n\nPlay to the end."})
        for person in User.objects.all():
            consent.agree(person=person, terms=self.terms)

    def named(self, handle: str, **more: Any) -> User:
        """Somebody new, who has nothing yet."""
        more.setdefault("language", self.language)
        person = User.objects.create_user(handle, f"{handle}@example.test", "a-long-secret", **more)
        consent.agree(person=person, terms=self.terms)
        return person


def enter(person: User) -> Client:
    """A session of somebody who has just said their password."""
    client = Client(raise_request_exception=False)
    client.force_login(person)
    session = client.session
    # To look at every page takes longer on a busy machine than a password said is believed.
    said = {"method": "password", "at": time.time() + 3600, "reauthenticated": True}
    session["account_authentication_methods"] = [said]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    return client


def key_of(client: Client) -> str:
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def send(client: Client, path: str, **fields: Any) -> Any:
    return client.post(path, fields, secure=True)


def kept(name: str, answer: Any) -> Shown:
    """An answer that cannot be asked for by its address alone."""
    return Shown(name, "", html=answer.content.decode(), status=answer.status_code)
