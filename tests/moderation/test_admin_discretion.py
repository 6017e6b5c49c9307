"""The admin shows what its lists name, and answers no question about anything else."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.admin_base import Discreet, StaffAdmin
from accounts.models import User
from games import services
from games.models import Game
from notifications.models import Delivery
from tests.conftest import Cast
from tests.games.conftest import OpenTable
from tests.moderation.conftest import of_staff
from tests.moderation.test_admin_rows import PATHS, populate

pytestmark = pytest.mark.django_db

PAGES = dict(admin.site._registry)
# As a URL asks them; where a field knows a lookup it would be answered.
LOOKUPS = ("", "__exact", "__regex", "__startswith", "__gte", "__in", "__isnull")
# What no model of ours may show to staff, however it comes there.
TELLTALE = re.compile("seed|state|link|token|code|digest|password|context|secret|word$|sealed")
# What differs from one answer to the next.
PASSING = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|Reference: [^<]*')
OPEN_BY_NATURE = {
    *("Report.state", "Entry.state", "Invitation.state", "Delivery.state", "Hook.state"),
    *("Profile.picture_seed", "Hook.old_secret_until", "Permission.codename", "Berth.seeding"),
    *("Tournament.seeding", "Tournament.seeded_from", "Entry.seed_place"),
}


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss", "boss@example.test", "a-long-secret"))
    return client


def columns(model: Any, path: str = "", depth: int = 3) -> Iterator[str]:
    """Every column that can be named from a model, over relations in both directions."""
    for field in model._meta.get_fields():
        name = path + field.name
        yield name
        if field.is_relation and depth > 1:
            yield from columns(field.related_model, f"{name}__", depth - 1)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.opts.label)
def test_a_list_answers_its_own_filters_and_nothing_else(page: Any, boss: Client, rf: Any) -> None:
    request = rf.get("/admin/")
    named = set()
    for one in page.list_filter:
        simple = getattr(one, "parameter_name", None)
        named.add(simple or (one[0] if isinstance(one, tuple) else one))
    asked = 0
    for column in columns(page.model):
        for how in LOOKUPS:
            asked += 1
            may = page.lookup_allowed(column + how, "x", request)
            assert not may or column in named, column + how
            assert not may or how in {"", "__exact", "__isnull"}, column + how
    assert asked > 20
    path = reverse(f"{PATHS[page.model]}_changelist")
    for name in {column.split("__")[0] for column in columns(page.model)} - named:
        for how in ("__regex", "__isnull"):
            answer = boss.get(path, {name + how: "1"}, secure=True)
            assert answer.status_code == 400, name + how


def test_every_page_of_the_admin_is_discreet() -> None:
    for page in PAGES.values():
        assert isinstance(page, StaffAdmin), page
        for rows in page.inlines:
            assert issubclass(rows, Discreet), rows


def test_what_sounds_like_a_secret_is_named_as_one_wherever_the_admin_reads() -> None:
    read = {page.model for page in PAGES.values()}
    for model in list(read):
        joined = (field.related_model for field in model._meta.concrete_fields)
        read |= {other for other in joined if other}
    ours = [model for model in read if model._meta.app_config.path.startswith(_home())]
    assert len(ours) > 15
    for model in ours:
        for field in model._meta.concrete_fields:
            name = f"{model.__name__}.{field.name}"
            if TELLTALE.search(field.name) and name not in OPEN_BY_NATURE:
                assert field.name in getattr(model, "SECRETS", ()), name


def _home() -> str:
    return apps.get_app_config("accounts").path.removesuffix("accounts")


def secret_columns() -> set[str]:
    return {
        f'"{model._meta.db_table}"."{name}"'
        for model in apps.get_models()
        for name in getattr(model, "SECRETS", ())
    }


def test_no_page_reads_a_secret_from_the_database(boss: Client) -> None:
    populate(0, 3)
    secrets = secret_columns()
    assert len(secrets) > 8
    me = User.objects.get(handle="boss").pk
    paths = []
    for model, name in PATHS.items():
        oldest = model._default_manager.earliest("pk")
        paths.append(reverse(f"{name}_changelist"))
        paths.append(reverse(f"{name}_change", args=[oldest.pk]))
    paths.append(reverse("admin:look_into_game", args=[Game.objects.earliest("pk").pk]))
    for path in paths:
        with CaptureQueriesContext(connection) as asked:
            assert boss.get(path, secure=True).status_code == 200, path
        for query in asked:
            of_session = f'WHERE "accounts_user"."id" = {me} LIMIT 21' in query["sql"]
            told = {name for name in secrets if name in query["sql"]}
            assert of_session or not told, (path, query["sql"])


def test_no_secret_can_be_sorted_by_searched_or_picked() -> None:
    for page in PAGES.values():
        secrets = set(getattr(page.model, "SECRETS", ()))
        seen = {*page.list_display, *page.search_fields, *(page.fields or ())}
        assert not secrets & {name.strip("=^@").split("__")[-1] for name in seen}, page
        assert page.to_field_allowed(None, page.opts.pk.name)
        for field in page.opts.concrete_fields:
            assert field.primary_key or not page.to_field_allowed(None, field.name)


@pytest.mark.parametrize("role", ["moderator", "organiser", "support", "operator"])
def test_two_worlds_that_differ_in_hands_answer_staff_alike(
    client: Client, open_table: OpenTable, person: Cast, role: str
) -> None:
    """Every way of asking the list of games that once told of hands, links and hosts."""
    game = open_table("alice", "bob", "carol", "dave", anonymous=True)
    client.force_login(of_staff(person("staff"), role))
    state, seed, link = game.state.reveal(), game.seed.reveal(), game.link.reveal()
    assert state is not None
    asked = [
        {"state__regex": '"hands":'},
        {"state__contains": "archer"},
        {"seed__isnull": "0"},
        {"link__startswith": link[:3]},
        {"creator__handle": "alice"},
        {"creator__password__startswith": "argon"},
        {"chairs__person__handle": "bob"},
        {"invitations__token__regex": "."},
        {"o": "-1.2"},
        {"q": link},
        {"q": state[:40]},
        {"_to_field": "link", "_popup": "1"},
        {"e": "1"},
    ]

    def answers() -> list[tuple[int, bytes]]:
        found = []
        for one in asked:
            answer = client.get("/admin/games/game/", one, secure=True)
            found.append((answer.status_code, PASSING.sub(b"", answer.content)))
        return found

    here = answers()
    Game.objects.filter(pk=game.pk).update(
        state=state.replace("archer", "knight"), seed=seed[::-1], link="another-" + link[:10]
    )
    there = answers()
    assert here == there
    assert [code for code, _ in here].count(400) == 9


def test_no_autocomplete_shows_more_than_a_name(boss: Client) -> None:
    """Each relation that the admin knows, asked for as a field that completes itself."""
    for model in PAGES:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                facts = {
                    "app_label": model._meta.app_label,
                    "model_name": model._meta.model_name,
                    "field_name": field.name,
                    "term": "a",
                }
                answer = boss.get("/admin/autocomplete/", facts, secure=True)
                rows = answer.json().get("results", []) if answer.status_code == 200 else []
                assert all(set(row) == {"id", "text"} for row in rows)


def test_the_host_of_an_anonymous_table_is_nobodys_to_read_until_its_end(
    client: Client, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", seats=4, anonymous=True)
    services.cancel(game_key=game.key, person=person("alice"))
    client.force_login(of_staff(person("staff"), "organiser"))
    for path in ("games/seat/", "games/invitation/", f"games/game/{game.pk}/change/"):
        assert b"alice" not in client.get(f"/admin/{path}", secure=True).content, path


def test_how_far_somebody_has_read_is_on_no_page_of_staff(
    boss: Client, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol")
    chair = game.chairs.get(number=0)
    type(chair).objects.filter(pk=chair.pk).update(talk_read=4177, seen_seq=4178)
    page = boss.get(f"/admin/games/seat/{chair.pk}/change/", secure=True)
    assert page.status_code == 200
    assert b">417" not in page.content


def test_staff_read_no_letter_of_a_table_before_it_is_over(
    boss: Client, open_table: OpenTable
) -> None:
    """That nobody was called would tell whose orders answer; and letters name hidden players."""
    game = open_table("alice", "bob", "carol")
    services.call(game_key=game.key)
    letter = Delivery.objects.filter(notification__subject=f"game {game.key}").first()
    assert letter is not None
    one = f"/admin/notifications/delivery/{letter.pk}/change/"
    assert boss.get(one, secure=True).status_code == 302  # there is no such row
    page = boss.get("/admin/notifications/delivery/", secure=True).content.decode()
    assert f"/delivery/{letter.pk}/" not in page
    Game.objects.filter(pk=game.pk).update(status="over")
    page = boss.get("/admin/notifications/delivery/", secure=True).content.decode()
    assert f"/delivery/{letter.pk}/" in page
    assert boss.get(one, secure=True).status_code == 200
