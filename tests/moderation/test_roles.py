"""Role × action: the whole table of who of staff may do what in the admin."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import SecurityEvent, Terms, User
from games.models import Game
from games.moderation import roles, services
from games.moderation.models import Appeal, Decision, Hint
from games.ratings.models import Annulment
from games.tournaments.models import Step, Tournament
from notifications.models import Delivery, KeptMail
from notifications.services import enqueue
from tests.api.conftest import ClientOf, client_of
from tests.conftest import Cast
from tests.games.conftest import OpenTable
from tests.moderation.conftest import of_staff

pytestmark = pytest.mark.django_db
_ = client_of  # the fixture

M, O, S, P = "moderator", "organiser", "support", "operator"  # noqa: E741
ROLES = (M, O, S, P)

# Every list of the admin, and who may open it. A list that is not named is a superuser's alone.
LISTS: dict[str, set[str]] = {
    "care/report": {M},
    "care/decision": {M},
    "care/appeal": {M},
    "care/hint": {M},
    "care/backuptrial": {P},
    "care/look": {M, P},
    "care/announcement": {P},
    "care/closure": {P},
    "accounts/user": {M, S, P},
    "accounts/securityevent": {M, S},
    "accounts/apitoken": {S},
    "accounts/consent": {S},
    "accounts/terms": {P},
    "games/game": {M, O, S, P},
    "games/seat": {M, O, S},
    "games/invitation": {O, S},
    "games/standstill": {P},
    "notifications/delivery": {S, P},
    "notifications/keptmail": {P},
    "notifications/takenmail": {P},
    "notifications/maillane": {P},
    "notifications/mailreport": {P},
    "ratings/annulment": {M, O},
    "tournaments/tournament": {O},
    "tournaments/entry": {O},
    "tournaments/round": {O},
    "tournaments/tournamenttable": {O},
    "tournaments/step": {O},
    "auth/group": set(),
}

# … and whose rows may be added, changed or deleted there, by whom. What is not named nobody does,
# a superuser neither: it is done by a deed or not at all.
WRITING: dict[str, dict[str, set[str]]] = {
    "care/announcement": {"add": {P}, "change": {P}, "delete": {P}},
    "accounts/terms": {"add": {P}, "change": {P}},
    "accounts/user": {"change": set()},
    "games/standstill": {"add": {P}, "change": {P}},
    "notifications/delivery": {"change": {S, P}},
    "notifications/keptmail": {"delete": {P}},
    "notifications/maillane": {"delete": {P}},
    "ratings/annulment": {"add": {M, O}},
}

# Every deed, how it is asked for, and who may do it.
DEEDS: dict[str, set[str]] = {
    "take a report": {M},
    "decide a report": {M},
    "answer an appeal": {M},
    "set a hint aside": {M},
    "look into a game": {M},
    "suspend": {M},
    "let in again": {M},
    "rename": {M, S},
    "merge": {S},
    "anonymise": {P},
    "change a person's rights": set(),
    "announce": {P},
    "change an announcement": {P},
    "delete an announcement": {P},
    "stop the clocks": {P},
    "close the site": {P},
    "add a standstill": {P},
    "put terms": {P},
    "send a letter again": {S, P},
    "see the numbers": {P},
    "annul a game": {M, O},
    "let a game count again": {M, O},
    "take a step at the desk": {O},
}
# Of what is only looked at there is nothing to tell.
UNTOLD = {"see the numbers"}


class Desk:
    """One member of staff before the admin, with something of everything to act on."""

    def __init__(self, client: Client, game: Game, person: Cast) -> None:
        self.client = client
        self.game = game
        self.bob = person("bob")
        judge = person("judge")
        self.report = services.report_person(
            handle="bob", person=person("alice"), kind="talk", text="x"
        )
        decision = Decision.objects.create(person=self.bob, by=judge, outcome="warning", reason="x")
        self.appeal = services.appeal(token=decision.token.reveal(), text="x")
        self.hint = Hint.objects.create(
            kind="feeds", person=self.bob, other=judge, numbers={}, counted_at=timezone.now()
        )
        enqueue(person=self.bob, kind="welcome", dedupe_key="w")
        Delivery.objects.update(state="failed")
        KeptMail.objects.create(digest=bytes(32), reason="x", size=1, content=b"x")
        self.over = Game.objects.create(
            set="oriflamme",
            seats=3,
            status="over",
            creator=judge,
            pace="daily",
            closes_at=timezone.now(),
            ended_at=timezone.now(),
            commitment="x",
        )
        self.cup = Tournament.objects.create(
            title="Cup", creator=judge, capacity=8, languages=["en"], pace="daily", tie_breaks=[]
        )

    def post(self, path: str, **sent: str) -> bool:
        """Whether it was done rather than forbidden."""
        answer = self.client.post(f"/admin/{path}", sent, secure=True)
        assert answer.status_code in {200, 302, 403}, (path, answer.status_code)
        return answer.status_code != 403

    def deed(self, name: str, **more: str) -> bool:
        return self.post(f"accounts/user/{self.bob.pk}/deed/{name}/", reason="x", **more)

    def act(self, deed: str) -> bool:
        acts: dict[str, Callable[[], bool]] = {
            "take a report": lambda: self.post(self._report, take=""),
            "decide a report": lambda: self.post(
                self._report, decide="", outcome="warning", reason="x"
            ),
            "answer an appeal": lambda: self.post(
                f"care/appeal/{self.appeal.pk}/change/", is_upheld="yes", answer="x"
            ),
            "set a hint aside": self._set_aside,
            "look into a game": lambda: self.post(
                f"care/look/into/{self.game.pk}/", seat="0", reason="x"
            ),
            "suspend": lambda: self.deed("suspend"),
            "let in again": lambda: self.deed("let-in-again"),
            "rename": lambda: self.deed("rename", handle="bobby"),
            "merge": lambda: self.deed("merge", into="alice"),
            "anonymise": lambda: self.deed("anonymise"),
            "change a person's rights": lambda: self.post(
                f"accounts/user/{self.bob.pk}/change/", is_staff="on"
            ),
            "announce": lambda: self.post("care/announcement/add/", **self._words),
            "change an announcement": lambda: self.post(
                f"care/announcement/{self._announcement()}/change/", **self._words
            ),
            "delete an announcement": lambda: self.post(
                f"care/announcement/{self._announcement()}/delete/", post="yes"
            ),
            "stop the clocks": lambda: self.post("care/closure/site/", reason="x", stop=""),
            "close the site": lambda: self.post("care/closure/site/", reason="x", close=""),
            "add a standstill": lambda: self.post(
                "games/standstill/add/", since_0="2026-01-01", since_1="00:00"
            ),
            "put terms": lambda: self.post(
                "accounts/terms/add/",
                version="7",
                texts_en="x",
                published_at_0="2026-01-01",
                published_at_1="00:00",
            ),
            "send a letter again": self._send_again,
            "see the numbers": lambda: (
                b"number-running" in self.client.get("/admin/", secure=True).content
            ),
            "annul a game": lambda: self.post(
                "ratings/annulment/add/", game=self.over.key, reason="x"
            ),
            "let a game count again": self._reinstate,
            "take a step at the desk": lambda: self.post(
                f"tournaments/tournament/{self.cup.pk}/desk/?step=change",
                title="Mug",
                after="0",
                do="",
            ),
        }
        return acts[deed]()

    @property
    def _report(self) -> str:
        return f"care/report/{self.report.pk}/change/"

    _words = {
        **{f"texts_{lang}": "x" for lang in ("en", "uk", "ru", "it")},
        "since_0": "2026-01-01",
        "since_1": "00:00",
        "until_0": "2090-01-01",
        "until_1": "00:00",
    }

    def _announcement(self) -> int:
        from games.moderation.models import Announcement

        made = Announcement.objects.create(
            texts=dict.fromkeys(("en", "uk", "ru", "it"), "x"),
            until=timezone.now() + timedelta(days=1),
        )
        return made.pk

    def _reinstate(self) -> bool:
        Annulment.objects.get_or_create(game=self.over, defaults={"reason": "x"})
        return self.post(f"ratings/annulment/{self.over.pk}/change/", reason="x")

    def _set_aside(self) -> bool:
        chosen = {"_selected_action": str(self.hint.pk)}
        self.post("care/hint/", action="set_aside", **chosen)
        self.hint.refresh_from_db()
        return self.hint.set_aside_by is not None

    def _send_again(self) -> bool:
        (letter,) = Delivery.objects.filter(person=self.bob, notification__kind="welcome")
        chosen = {"_selected_action": str(letter.pk)}
        self.post("notifications/delivery/", action="send_again", **chosen)
        letter.refresh_from_db()
        return letter.state == "queued"


@pytest.fixture
def desk(client: Client, open_table: OpenTable, person: Cast) -> Desk:
    person("bob")
    return Desk(client, open_table("alice", "carol", "dave"), person)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("deed", DEEDS)
def test_role_and_deed(desk: Desk, person: Cast, role: str, deed: str) -> None:
    staff = of_staff(person("staff"), role)
    desk.client.force_login(staff)
    before = told_of(staff)
    assert desk.act(deed) == (role in DEEDS[deed])
    assert (told_of(staff) > before) == (role in DEEDS[deed] and deed not in UNTOLD)


def told_of(staff: User) -> int:
    """What the trail, or the record of a tournament's desk, tells of their deeds."""
    return SecurityEvent.objects.filter(staff=staff).count() + Step.objects.filter(by=staff).count()


def test_who_makes_staff_of_somebody_is_in_the_trail(desk: Desk) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    desk.client.force_login(boss)
    assert desk.act("change a person's rights")
    told = SecurityEvent.objects.filter(staff=boss, kind="as staff").latest("pk")
    assert told.about == "gave bob rights: is_staff"


def test_a_superuser_does_all_of_it(desk: Desk) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    desk.client.force_login(boss)
    for deed in DEEDS:
        if deed not in {"anonymise", "merge"}:  # nothing would be left to act on
            assert desk.act(deed), deed
    assert Terms.objects.count() <= 1
    assert Appeal.objects.get().answered_at is not None


def test_staff_of_no_role_and_strangers_do_nothing(desk: Desk, person: Cast, alice: User) -> None:
    desk.client.force_login(of_staff(person("staff")))
    assert not any(desk.act(deed) for deed in DEEDS)
    desk.client.force_login(alice)
    for path in LISTS:
        answer = desk.client.get(f"/admin/{path}/", secure=True)
        assert (answer.status_code, "/login/" in answer["Location"]) == (302, True)


@pytest.mark.parametrize("role", ROLES)
def test_role_and_list(client: Client, person: Cast, role: str) -> None:
    client.force_login(of_staff(person("staff"), role))
    for model in admin.site._registry:
        name = f"{model._meta.app_label}/{model._meta.model_name}"
        expected = 200 if role in LISTS.get(name, set()) else 403
        answer = client.get(f"/admin/{name}/", secure=True)
        assert answer.status_code == expected, (role, name)


@pytest.mark.parametrize("role", [*ROLES, "superuser"])
def test_role_and_model_and_action(rf: RequestFactory, person: Cast, role: str) -> None:
    """Every model that the admin knows, and whether its rows may be looked at, added, changed,
    deleted."""
    request = rf.get("/admin/")
    if role == "superuser":
        request.user = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    else:
        request.user = of_staff(person("staff"), role)
    may: dict[str, set[str]] = {}
    expected: dict[str, set[str]] = {}
    for model, page in admin.site._registry.items():
        name = f"{model._meta.app_label}/{model._meta.model_name}"
        may[name] = {
            action
            for action in ("view", "add", "change", "delete")
            if getattr(page, f"has_{action}_permission")(request)
        }
        rows = {"view": LISTS[name], **WRITING.get(name, {})}
        expected[name] = {
            action for action, roles in rows.items() if role in roles or role == "superuser"
        }
    assert may == expected


@pytest.mark.parametrize("role", [*ROLES, "superuser"])
def test_by_api_staff_see_no_more_of_a_table_than_anybody(
    client_of: ClientOf, open_table: OpenTable, person: Cast, role: str
) -> None:
    """To look into a game there is one way, and it is written down."""
    game = open_table("alice", "bob", "carol", talk="full", spectators=False)
    if role == "superuser":
        staff = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    else:
        staff = of_staff(person("staff"), role)
    by_staff, by_mallory = client_of(staff), client_of("mallory")
    for page in ("", "/record", "/log", "/talk", "/timeline", "/orders", "/invitations", "/hooks"):
        theirs = by_staff.get(f"games/{game.key}{page}")
        hers = by_mallory.get(f"games/{game.key}{page}")
        assert theirs.status_code == hers.status_code >= 400, page
        assert theirs.json()["code"] == hers.json()["code"]
    for act in ("moves", "start", "cancel", "resign", "talk"):
        assert by_staff.post(f"games/{game.key}/{act}", {}).status_code >= 400, act


def test_no_page_shows_what_is_a_secret_or_a_right() -> None:
    """Sessions, second factors and tokens of programs are nothing to look at."""
    shown = {model._meta.app_label for model in admin.site._registry}
    ours = {"accounts", "games", "notifications", "care", "tournaments", "ratings", "auth"}
    assert shown == ours


def test_every_right_that_is_given_exists_and_none_is_given_beside_the_table() -> None:
    known = {
        f"{row.content_type.app_label}.{row.codename}"
        for row in Permission.objects.select_related("content_type")
    }
    from django.apps import apps

    for name, rights in roles.ROLES.items():
        ours = {right for right in rights if apps.is_installed(f"games.{right.split('.')[0]}")}
        ours |= {right for right in rights if right.split(".")[0] != "tournaments"}
        assert ours <= known, ours - known
        group = Group.objects.get(name=name)
        assert group.permissions.count() == len(rights & known)
    assert set(roles.ROLES) == set(ROLES)


def test_what_was_given_by_hand_is_gone_after_the_next_migration() -> None:
    group = Group.objects.get(name=S)
    group.permissions.add(Permission.objects.get(codename="anonymise_user"))
    roles.make()
    assert not group.permissions.filter(codename="anonymise_user").exists()
