"""Every list and every page of the admin, with three rows of everything and with thirty: both ask
the database as often."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Consent, Terms, User
from accounts.services import bots, create_api_token
from accounts.services.trail import Kind, note
from games.models import Game, Invitation, Standstill
from games.moderation import services
from games.moderation.models import (
    Announcement,
    Appeal,
    BackupTrial,
    Closure,
    Decision,
    Hint,
    Look,
    Report,
)
from games.ratings.models import Annulment
from games.tournaments.models import (
    Entry,
    Organiser,
    Round,
    Stage,
    Step,
    Tournament,
    TournamentTable,
)
from notifications.models import KeptMail, MailLane, MailReport, TakenMail
from notifications.services import enqueue

pytestmark = pytest.mark.django_db

FEW, MANY = 3, 30
PATHS = {
    model: f"admin:{model._meta.app_label}_{model._meta.model_name}"
    for model in admin.site._registry
}


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss", "boss@example.test", "a-long-secret"))
    return client


def populate(first: int, last: int) -> None:
    """A row of everything that the admin shows for each number, with people of its own; and below
    the first game and the first tournament one more of all that belongs to them."""
    for n in range(first, last):
        one = User.objects.create_user(f"one{n}", f"one{n}@example.test", "a-long-secret")
        two = User.objects.create_user(f"two{n}", f"two{n}@example.test", "a-long-secret")
        bots.make_bot(owner=one, handle=f"bot{n}")
        _account(n, one, two)
        game = _game(n, one, two)
        _care(one, two, game)
        _tournament(n, one, two, game)


def _account(n: int, one: User, two: User) -> None:
    create_api_token(user=one, name="x")
    note(person=one, kind=Kind.SUSPENDED, staff=two)
    terms = Terms.objects.create(version=n + 1, texts={"en": "x"})
    Consent.objects.create(person=one, terms=terms)
    Consent.objects.create(person=two, terms=Terms.objects.get(version=1))
    group, _ = Group.objects.get_or_create(name=f"group{n}")
    one.groups.add(group)
    User.objects.get(handle="one0").groups.add(group)
    enqueue(person=one, kind="welcome", dedupe_key=f"w{n}")
    KeptMail.objects.create(digest=n.to_bytes(32, "big"), reason="x", size=1, content=b"x")
    TakenMail.objects.create(digest=bytes(32), came_to="no right", size=1)
    MailLane.objects.create(domain=f"n{n}.test", free_at=timezone.now())
    MailReport.objects.create(
        kind="tls", reporter="x", key=str(n), began_at=timezone.now(), passed=1, failed=0
    )


def _game(n: int, one: User, two: User) -> Game:
    now = timezone.now()
    game = Game.objects.create(
        name=f"t{n}",
        set="oriflamme",
        seats=3,
        creator=one,
        pace="normal",
        closes_at=now + timedelta(days=1),
        commitment="x",
    )
    game.chairs.create(person=one)
    game.chairs.create(person=two)
    Invitation.objects.create(game=game, by=one, person=two)
    Standstill.objects.create(since=now, until=now + timedelta(seconds=1))
    Annulment.objects.create(game=game, reason="x", by=one)
    return game


def _care(one: User, two: User, game: Game) -> None:
    now = timezone.now()
    report = services.report_person(handle=two.handle, person=one, kind="talk", text="x")
    Report.objects.filter(pk=report.pk).update(game=game, taken_by=one, state="taken")
    decision = Decision.objects.create(person=two, by=one, outcome="warning", reason="x")
    Appeal.objects.create(decision=decision, text="x", answered_by=one)
    Hint.objects.create(
        kind="together", person=one, other=two, numbers={}, counted_at=now, set_aside_by=one
    )
    Announcement.objects.create(texts={"en": "x"}, until=now + timedelta(days=1))
    still = Standstill.objects.create(since=now, until=now + timedelta(seconds=1))
    Closure.objects.create(by=one, note="x", standstill=still, ended_at=now)
    for _ in range(2):
        BackupTrial.objects.create(reaches_to=timezone.now(), games=1)
    Look.objects.create(staff=one, game=game, seat=0, reason="x")
    Look.objects.create(staff=two, game=Game.objects.earliest("pk"), seat=0, reason="x")


def _tournament(n: int, one: User, two: User, game: Game) -> None:
    cup = Tournament.objects.create(
        title=f"Cup {n}", creator=one, capacity=64, languages=["en"], pace="daily", tie_breaks=[]
    )
    stage = Stage.objects.create(tournament=cup, number=1, format="swiss", sets=["oriflamme"])
    now = timezone.now()
    drawn = Round.objects.create(
        tournament=cup, stage=stage, ordinal=1, status="running", begins_at=now
    )
    TournamentTable.objects.create(round=drawn, number=1, game=game)
    Entry.objects.create(tournament=cup, person=two, number=1, state="entered")
    last = Step.objects.create(tournament=cup, by=one, kind="pause", facts={})
    Step.objects.create(tournament=cup, by=one, kind="undo", facts={}, undoes=last)
    first = Tournament.objects.earliest("pk")
    Organiser.objects.create(tournament=first, person=two)
    if first != cup:
        Entry.objects.create(tournament=first, person=two, number=n + 1, state="entered")


def costs(boss: Client) -> dict[str, int]:
    """Of each list, and of the page of its first row, how many queries."""
    found = {}
    for model, name in PATHS.items():
        oldest = model._default_manager.earliest("pk")
        for path in (reverse(f"{name}_changelist"), reverse(f"{name}_change", args=[oldest.pk])):
            with CaptureQueriesContext(connection) as asked:
                answer = boss.get(path, secure=True)
            assert answer.status_code == 200, (path, answer.status_code)
            found[path] = len(asked)
    return found


def test_no_page_asks_more_for_more_rows(boss: Client) -> None:
    populate(0, FEW)
    costs(boss)  # content types are remembered from here on
    few = costs(boss)
    populate(FEW, MANY)
    assert all(model._default_manager.count() >= MANY for model in PATHS), "nothing was measured"
    many = costs(boss)
    assert {path: (few[path], many[path]) for path in few if many[path] != few[path]} == {}
    assert max(many.values()) <= 16, many


def test_pages_without_rows_cost_little(boss: Client) -> None:
    populate(0, 1)
    game, cup = Game.objects.get(), Tournament.objects.get()
    for path in (
        reverse("admin:index"),
        reverse("admin:site_state"),
        reverse("admin:look_into_game", args=[game.pk]),
        reverse("admin:tournament_desk", args=[cup.pk]),
        reverse("admin:deed", args=[User.objects.get(handle="two0").pk, "rename"]),
        reverse("admin:ratings_annulment_add"),
        reverse("admin:accounts_terms_add"),
        reverse("admin:care_announcement_add"),
        reverse("admin:games_standstill_add"),
    ):
        boss.get(path, secure=True)
        with CaptureQueriesContext(connection) as asked:
            assert boss.get(path, secure=True).status_code == 200, path
        assert len(asked) <= 24, (path, len(asked))
