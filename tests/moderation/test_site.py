"""Word to everybody without a query; clocks stopped by a button; the site closed and opened."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import SecurityEvent, User
from games.models import Standstill
from games.moderation import notices, services
from games.moderation.models import Announcement, Closure
from games.services.standstill import stand_still
from tests.conftest import Cast
from tests.moderation.conftest import of_staff

pytestmark = pytest.mark.django_db

TEXTS = {"en": "Moving house on Friday", "uk": "Переїзд", "ru": "Переезд", "it": "Trasloco"}


@pytest.fixture
def oli(person: Cast) -> User:
    return of_staff(person("oli"), "operator")


@pytest.fixture
def now_on_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.transaction.on_commit", lambda act: act())


def announce(since: int = 0, until: int = 1) -> None:
    now = timezone.now()
    Announcement.objects.create(
        texts=TEXTS,
        since=now + timedelta(hours=since, seconds=-1),
        until=now + timedelta(hours=until),
    )
    services.publish()


def banner(lang: str = "en") -> str:
    request = RequestFactory().get("/")
    request.user = User()
    with translation.override(lang):
        return render_to_string("care/banner.html", {}, request)


def test_word_is_shown_in_every_language_and_asks_nothing_of_the_database() -> None:
    announce()
    with CaptureQueriesContext(connection) as asked:
        assert {lang: TEXTS[lang] in banner(lang) for lang in TEXTS} == dict.fromkeys(TEXTS, True)
        cache.clear()
        notices.forget_own_copy()
        assert banner().strip() == ""
    assert len(asked) == 0


def test_word_is_told_from_its_beginning_to_its_end() -> None:
    announce(since=1, until=2)
    announce(since=-2, until=-1)
    assert banner().strip() == ""


def test_a_cache_that_has_forgotten_hears_it_again_within_a_minute() -> None:
    from games.moderation import tasks

    announce()
    cache.clear()
    notices.forget_own_copy()
    tasks.publish()
    assert TEXTS["en"] in banner()


def test_word_is_escaped() -> None:
    Announcement.objects.create(
        texts=dict.fromkeys(TEXTS, "<script>x</script>"),
        until=timezone.now() + timedelta(hours=1),
    )
    services.publish()
    assert "<script>" not in banner()


def test_the_admin_publishes_what_it_saves(client: Client, oli: User, now_on_commit: None) -> None:
    client.force_login(oli)
    sent = {f"texts_{lang}": text for lang, text in TEXTS.items()}
    times = {"since_0": "2026-01-01", "since_1": "00:00", "until_0": "2090-01-01"}
    sent |= times | {"until_1": "00:00"}
    client.post("/admin/care/announcement/add/", sent, secure=True)
    assert TEXTS["en"] in banner()
    one = Announcement.objects.get()
    assert one.texts == TEXTS
    client.post(f"/admin/care/announcement/{one.pk}/delete/", {"post": "yes"}, secure=True)
    assert banner().strip() == ""


# --- clocks and maintenance ------------------------------------------------------------------


def worked(staff: User) -> list[str]:
    events = SecurityEvent.objects.filter(person=staff, kind="as staff").order_by("pk")
    return list(events.values_list("about", flat=True))


def test_one_button_stops_all_clocks_and_another_lets_them_run(client: Client, oli: User) -> None:
    client.force_login(oli)
    path = "/admin/care/closure/site/"
    client.post(path, {"reason": " ", "stop": ""}, secure=True)
    assert not stand_still(timezone.now())
    client.post(path, {"reason": "New disks", "stop": ""}, secure=True)
    assert stand_still(timezone.now())
    client.post(path, {"reason": "Done", "run": ""}, secure=True)
    assert not stand_still(timezone.now())
    assert worked(oli) == ["stopped the clocks: New disks", "let the clocks run: Done"]


def test_a_closed_site_answers_staff_alone_and_no_clock_runs(
    client: Client, oli: User, now_on_commit: None
) -> None:
    services.close_site(staff=oli, note="New disks")
    assert stand_still(timezone.now())
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/about", secure=True)
        answer = client.get("/api/v1/games", secure=True)
    assert len(asked) == 0
    assert (page.status_code, page["Retry-After"]) == (503, "300")
    assert "No clock runs" in page.content.decode()
    assert (answer.status_code, answer.json()["code"]) == (503, "closed")
    assert (answer["Content-Type"], answer["Retry-After"]) == ("application/problem+json", "300")
    assert client.get("/account/login/", secure=True).status_code == 200
    assert client.get("/readyz").status_code == 200
    client.force_login(oli)
    path = "/admin/care/closure/site/"
    assert "The site is closed." in client.get(path, secure=True).content.decode()
    client.post(path, {"reason": "Done", "open": ""}, secure=True)
    assert client.get("/about", secure=True).status_code == 200
    assert not stand_still(timezone.now())
    assert worked(oli) == ["closed the site: New disks", "opened the site: Done"]


def test_it_is_closed_in_the_readers_language(
    client: Client, oli: User, now_on_commit: None
) -> None:
    services.close_site(staff=oli, note="x")
    with translation.override("en"):  # Django leaves the reader's language to whatever comes next
        page = client.get("/about", secure=True, headers={"Accept-Language": "it"})
    assert 'lang="it"' in page.content.decode()


def test_while_the_clocks_stand_still_every_page_says_so(
    client: Client, oli: User, now_on_commit: None
) -> None:
    def is_said(path: str) -> bool:
        return "The clocks stand still" in client.get(path, secure=True).content.decode()

    paths = ("/tables", "/account/login/")
    assert not any(map(is_said, paths))
    services.stop_clocks(staff=oli, note="A long weekend")
    assert all(map(is_said, paths))
    services.run_clocks(staff=oli, note="Monday")
    assert not any(map(is_said, paths))


def test_clocks_that_were_stopped_before_stay_stopped_after_maintenance(oli: User) -> None:
    services.stop_clocks(staff=oli, note="A long weekend")
    services.close_site(staff=oli, note="New disks")
    services.open_site(staff=oli, note="Done")
    assert stand_still(timezone.now())
    services.run_clocks(staff=oli, note="Monday")
    assert not stand_still(timezone.now())


def test_nothing_is_done_twice(oli: User) -> None:
    facts: dict[str, Any] = {"staff": oli, "note": "x"}
    services.close_site(**facts)
    for act in (services.close_site, services.run_clocks, services.stop_clocks):
        with pytest.raises(ValidationError):
            act(**facts)
    services.open_site(**facts)
    with pytest.raises(ValidationError):
        services.open_site(**facts)
    assert (Closure.objects.count(), Standstill.objects.count()) == (1, 1)
