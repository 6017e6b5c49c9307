"""What goes wrong is told to a person in their language, with a way on; programs get a problem."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.post import tokens
from tests.games.conftest import OpenTable, move_on
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db

LANGUAGES = ["en", "uk", "ru", "it"]


def fails(with_this: Exception) -> Callable[..., Any]:
    def view(*_args: object, **_kwargs: object) -> Any:
        raise with_this

    return view


def stranger(language: str = "en", **more: Any) -> Browser:
    at = Browser(headers={"Accept-Language": language}, **more)
    at.raise_request_exception = False
    return at


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_not_there(language: str) -> None:
    answer = stranger(language).get("/nowhere")
    assert answer.status_code == 404
    with translation.override(language):
        assert f"<h1>{_('There is nothing here')}</h1>" in text_of(answer)
    assert f'<html lang="{language}">' in text_of(answer)
    assert 'href="/tables"' in text_of(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_of_ours_names_the_request(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr("games.selectors.list_games", fails(RuntimeError("no")))
    answer = stranger(language).get("/tables", headers={"X-Request-ID": "banner-raven-0042"})
    assert answer.status_code == 500
    page = text_of(answer)
    with translation.override(language):
        assert _("Something broke on our side") in page
    assert "banner-raven-0042" in page
    assert "operator@oriflamme.test" in page
    assert answer["Cache-Control"] == "no-store"


def test_without_a_database_the_site_says_when_to_come_back(
    browser: Callable[[str], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing on the page may ask for what has just failed, not even who is signed in."""
    at = browser("alice")
    at.raise_request_exception = False
    monkeypatch.setattr(
        "accounts.models.User.is_authenticated", property(fails(OperationalError()))
    )
    answer = at.get("/tables")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "Back in a moment" in text_of(answer)


def test_a_lost_token_of_a_form_says_what_to_do(browser: Callable[[str], Browser]) -> None:
    at = Client(enforce_csrf_checks=True)
    answer = at.post("/account/login/", {"login": "alice"}, secure=True)
    assert answer.status_code == 403
    assert "Nothing was sent" in text_of(answer)
    assert "load the page anew" in text_of(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_than_a_form_needs_is_not_taken(language: str) -> None:
    answer = stranger(language).post("/account/login/", {"login": "x" * 17_000_000})
    assert answer.status_code == 413
    with translation.override(language):
        assert f"<h1>{_('That was too much at once')}</h1>" in text_of(answer)
    assert 'href="/"' in text_of(answer)


def test_an_address_that_is_not_ours_is_told_so() -> None:
    answer = stranger().get("/tables", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "<h1>This could not be read</h1>" in text_of(answer)


def test_maintenance_is_told_with_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.moderation.notices.is_closed", lambda: True)
    answer = stranger().get("/tables")
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "<h1>Closed for maintenance</h1>" in text_of(answer)


def test_whoever_tries_too_often_is_asked_to_wait(person: Callable[[str], User]) -> None:
    at = stranger()
    person("alice")
    for _attempt in range(40):
        answer = at.post("/account/password/reset/", {"email": "alice@example.test"})
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert "Too often in a short time" in text_of(answer)


def test_programs_are_told_in_their_own_shape() -> None:
    answer = stranger("uk").get("/api/v1/nowhere")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_who_was_slower_is_shown_the_way_to_the_table(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    game = open_table("alice", "bob", "carol")
    late = browser("dave").post(f"/games/{game.key}/join")
    assert late.status_code == 409
    assert "Somebody was faster" in text_of(late)
    assert f'href="/games/{game.key}"' in text_of(late)


def test_the_letter_of_somebody_who_sits_there_no_more_leads_to_a_refusal(
    open_table: OpenTable, browser: Callable[[str], Browser], mallory: User
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 1)
    game.refresh_from_db()
    answer = browser("alice").get(f"/turn/{tokens.make(game.key, mallory.pk, game.seq).reveal()}")
    assert answer.status_code == 403
    assert "you do not sit at it" in text_of(answer)


def test_a_visitor_chooses_a_language_and_keeps_it() -> None:
    at = Browser(headers={"Accept-Language": "it"})
    page = text_of(at.get("/learn"))
    assert '<html lang="it">' in page
    assert all(name in page for name in ("English", "Українська", "Русский", "Italiano"))
    sent = at.post("/language", {"language": "uk"}, headers={"Referer": "https://testserver/learn"})
    assert (sent.status_code, sent["Location"]) == (302, "https://testserver/learn")
    assert '<html lang="uk">' in text_of(at.get("/learn"))
    away = at.post("/language", {"language": "ru", "next": "https://elsewhere.example/"})
    assert away["Location"] == "/"


def test_what_one_reader_sets_is_gone_for_the_next(
    browser: Callable[[str], Browser], alice: User
) -> None:
    """Two people are served by one thread: the second reads by no clock of the first."""
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    browser("alice").get("/tables")
    browser("bob").get("/")
    assert timezone.get_current_timezone_name() == "UTC"


def test_phones_can_keep_the_site_among_their_apps() -> None:
    for language in LANGUAGES:
        answer = stranger(language).get("/manifest.webmanifest")
        assert answer["Content-Type"] == "application/manifest+json"
        facts = answer.json()
        assert (facts["lang"], facts["start_url"]) == (language, "/")
        assert {icon["sizes"] for icon in facts["icons"]} == {"192x192", "512x512"}
        assert "maskable" in {icon["purpose"] for icon in facts["icons"]}
    page = text_of(stranger().get("/"))
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/tournaments/", "/tournaments"),
        ("/ratings/?set=ablaze", "/ratings?set=ablaze"),
        ("/account", "/account/"),
        ("/learn/spy/", "/learn/spy"),
    ],
)
def test_a_slash_too_many_or_too_few_leads_there(client: Client, path: str, there: str) -> None:
    answer = client.get(path, secure=True)
    assert (answer.status_code, answer["Location"]) == (301, there)
    assert client.post(path, secure=True).status_code == 404


@pytest.mark.parametrize("path", ["/nowhere/", "/%2Fevil.example/", "/people/nobody/"])
def test_a_slash_leads_nowhere_else(client: Client, path: str) -> None:
    assert client.get(path, secure=True).status_code in {404, 301}
    assert "evil" not in client.get(path, secure=True).headers.get("Location", "")
