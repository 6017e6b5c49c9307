"""What people are written to in a tournament, in their language, and where its links lead."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.models import User
from games.models import Feed
from games.tournaments import services, tasks
from games.tournaments.models import Entry, Tournament
from notifications import registry
from notifications import services as outbox
from notifications.models import Delivery, Notification
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db

KINDS = ("entry", "confirm", "round", "bye", "news", "stage", "over", "desk", "nudge")


def deliver() -> list[Any]:
    before = len(mail.outbox)
    for pk in Delivery.objects.filter(state="queued").values_list("pk", flat=True):
        outbox.deliver(pk)
    return mail.outbox[before:]


@pytest.fixture
def asking(announce: Announce, clock: Any) -> Tournament:
    """Alice, Bob and Carol are asked whether they will play."""
    cup = announce(
        *("alice", "bob", "carol", "dave"),
        start="at",
        starts_at=timezone.now() + timedelta(days=1),
        confirms="start",
        confirm_for=86_400,
    )
    deliver()
    tasks.sweep()
    return cup


def test_every_kind_is_known() -> None:
    for kind in KINDS:
        assert registry.find(f"tournament {kind}")


def test_who_has_confirmed_is_not_asked_again(asking: Tournament, person: Cast) -> None:
    services.confirm(key=asking.key, person=person("alice"))
    letters = {letter.to[0]: letter for letter in deliver()}
    assert set(letters) == {f"{name}@example.test" for name in ("bob", "carol", "dave")}
    assert f"/tournaments/{asking.key}" in letters["bob@example.test"].body
    assert "Will you play round 1?" in letters["bob@example.test"].subject


def test_the_whole_way_is_written_about(announce: Announce, organiser: User, clock: Any) -> None:
    cup = announce(
        capacity=8,
        start="full",
        break_for=3600,
        stages=[
            {"format": "swiss", "sets": ["oriflamme"], "rounds": 2},
            {"format": "final", "sets": ["oriflamme"], "rounds": 1, "takes": 4},
        ],
    )
    for one in crowd(8):
        services.enter_tournament(key=cup.key, person=one)
    services.advance(key=cup.key)
    services.take_step(key=cup.key, person=organiser, step="nudge", table=1)
    services.take_step(key=cup.key, person=organiser, step="announce", words="Bring tea.")
    for _round in range(6):
        end_round(cup)
        services.advance(key=cup.key)
        clock(hours=2)
    said = {letter.subject.partition("] ")[2] for letter in deliver()}
    told = set(Notification.objects.values_list("kind", flat=True))
    assert {f"tournament {kind}" for kind in KINDS if kind not in {"confirm", "bye"}} <= told
    assert {
        *("Your entry", "Your table waits for you", "News from the organisers", "You go on"),
        *("Others go on", "The tournament is over", "Your desk"),
    } <= said


def test_a_button_of_the_page_confirms_and_a_forged_one_does_not(
    asking: Tournament, person: Cast
) -> None:
    address = f"/tournaments/{asking.key}"
    alice = Client()
    alice.force_login(person("alice"))
    assert b"I will play" in alice.get(address, secure=True).content
    assert alice.post(address, {"act": "confirm"}, secure=True).status_code == 303
    assert b"I will play" not in alice.get(address, secure=True).content
    assert Entry.objects.get(person=person("alice")).confirmed_for == 1
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(person("bob"))
    assert forged.post(address, {"act": "confirm"}, secure=True).status_code == 403


def test_the_page_shows_standings_to_everybody_and_signs_strangers_in(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob", "carol")
    address = f"/tournaments/{cup.key}"
    stranger = Client()
    assert b"Sign in to enter" in stranger.get(address, secure=True).content
    assert "login" in stranger.post(address, {"act": "enter"}, secure=True)["Location"]
    assert stranger.get(f"/tournaments/{'2' * 16}", secure=True).status_code == 404
    services.take_step(key=cup.key, person=organiser, step="start")
    services.advance(key=cup.key)
    end_round(cup)
    services.advance(key=cup.key)
    assert f'href="{address}/standings"' in stranger.get(address, secure=True).content.decode()
    page = stranger.get(f"{address}/standings", secure=True).content.decode()
    assert ">alice</a>" in page


def test_a_letter_is_in_the_language_of_who_reads_it(asking: Tournament, person: Cast) -> None:
    notification = Notification.objects.filter(kind="tournament confirm").first()
    assert notification is not None
    for language in ("en", "uk", "ru", "it"):
        notification.person.language = language
        with translation.override(language):
            letter = notification.what.letter()
        assert asking.title in letter.subject
        assert "{" not in letter.text + letter.subject


def test_a_draw_tells_all_streams_at_once(announce: Announce, organiser: User) -> None:
    cup = announce("alice", "bob", "carol", "dave", "frank", "grace", first_break_for=3600)
    services.take_step(key=cup.key, person=organiser, step="start")
    services.advance(key=cup.key)
    with CaptureQueriesContext(connection) as asked:
        services.take_step(key=cup.key, person=organiser, step="redraw")
    told = [one["sql"] for one in asked if one["sql"].startswith('INSERT INTO "games_feed"')]
    assert len(told) == 1
    assert Feed.objects.filter(kind="tournament", tournament=cup.key).count() >= 12
