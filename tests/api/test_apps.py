"""An app reads what its user reads, and so does whoever made it: it is shut out where they could
know two hands, or who sits at a table that does not say so."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock

import orjson
import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.api.permissions import NotForAppsOfOthers
from accounts.models import AppReader, User
from accounts.services import bots, create_api_token, programs, staff
from accounts.services.leaving import erase
from games import selectors, services
from games.api.permissions import OpenToApps
from games.api.streams import export
from games.api.streams.hub import Row, Watch
from games.api.views.base import TableEndpoint
from games.models import Feed, Game
from games.selectors import news
from games.selectors.feed import Cursor, Happening
from notifications.models import Device, Hook
from notifications.services import feeding
from oriflamme_site.rest.endpoint import Endpoint
from tests.api.conftest import ApiClient, ClientOf
from tests.apps import app_of, key_of
from tests.conftest import Cast
from tests.games.conftest import OpenTable, _workers_are_asleep, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_workers_are_asleep")]
__all__ = ["_workers_are_asleep"]
LISTS = ("mine", "invited", "opened", "running", "open", "to_take_over")


@pytest.fixture
def open_table(person: Cast) -> OpenTable:
    from tests.games.conftest import open_table as gather

    made: OpenTable = gather.__wrapped__(person)  # type: ignore[attr-defined]
    return made


@pytest.fixture
def maker(person: Cast) -> User:
    return person("erin")


@pytest.fixture
def app(maker: User, alice: User) -> ApiClient:
    """Alice has connected Erin's app."""
    return ApiClient(key_of(app_of(maker), alice))


def code(answer: Any) -> str:
    return str(answer.json().get("code", "")) if answer.status_code >= 400 else ""


def listed(app: ApiClient) -> set[str]:
    """Every table that lists of all kinds name."""
    found: set[str] = set()
    for which in LISTS:
        found |= {one["id"] for one in app.get(f"games?list={which}").json()["items"]}
    found |= {one["id"] for one in app.get("me/turns").json()}
    found |= {one["game"] for one in app.get("me/unread").json()}
    for which in ("mine", "running"):
        for line in exported(app, which):
            found.add(orjson.loads(line)["game"]["id"])
    return found


def exported(app: ApiClient, which: str) -> list[bytes]:
    """What the view asks for, read here: its lines are sent from another thread."""
    with mock.patch.object(export, "lines", return_value=iter(())) as lines:
        assert app.get(f"games/export?list={which}").status_code == 200
    (asked,) = lines.call_args.args
    assert isinstance(asked, export.Export)
    return asked.read()


# --- Which tables ---------------------------------------------------------------------------------


def test_where_the_maker_does_not_sit_the_app_is_as_good_as_a_token(
    open_table: OpenTable, app: ApiClient, alice: User
) -> None:
    game = open_table("alice", "bob", "carol")
    view = app.get(f"games/{game.key}").json()
    assert view["yours"]["hand"]
    assert game.key in listed(app)


def test_where_the_maker_sits_the_app_is_shut_out_and_told_why(
    open_table: OpenTable, app: ApiClient, alice: User, client_of: ClientOf
) -> None:
    game = open_table("alice", "bob", "erin")
    answer = app.get(f"games/{game.key}")
    assert (answer.status_code, code(answer)) == (403, "app_closed")
    assert "token of your own" in answer.json()["detail"]
    assert game.key not in listed(app)
    # Their own tokens, and who uses none of it, notice nothing.
    for who in ("alice", "bob", "erin"):
        assert client_of(who).get(f"games/{game.key}").status_code == 200
    play_out(game)
    assert app.get(f"games/{game.key}").status_code == 200


def test_a_table_closes_when_the_maker_comes_and_opens_when_they_leave_before_the_deal(
    open_table: OpenTable, app: ApiClient, maker: User
) -> None:
    game = open_table("alice", "bob", seats=3)
    assert app.get(f"games/{game.key}").status_code == 200
    services.join(game_key=game.key, person=maker)
    assert code(app.get(f"games/{game.key}")) == "app_closed"


def test_nor_where_a_bot_of_the_makers_sits_or_an_account_that_is_theirs_or_was(
    open_table: OpenTable, person: Cast, maker: User, alice: User, app: ApiClient
) -> None:
    User.objects.filter(pk=maker.pk).update(email_is_verified=True)
    maker.refresh_from_db()
    bot = bots.make_bot(owner=maker, handle="erinsbot")
    with_bot = open_table("alice", "bob", seats=3, fill_with_bots=True)
    services.join(game_key=with_bot.key, person=bot)
    with_other = open_table("alice", "bob", "carol")
    assert app.get(f"games/{with_other.key}").status_code == 200
    boss = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    staff.merge(person=person("carol"), into=maker, staff=boss, reason="one human")
    for game in (with_bot, with_other):
        assert code(app.get(f"games/{game.key}")) == "app_closed"
    erase(person=bot)
    assert code(app.get(f"games/{with_bot.key}")) == "app_closed"


def test_who_has_resigned_has_seen_a_hand(
    open_table: OpenTable, app: ApiClient, maker: User
) -> None:
    game = open_table("alice", "bob", "carol", "erin")
    services.resign(game_key=game.key, person=maker)
    assert code(app.get(f"games/{game.key}")) == "app_closed"


def test_where_nobody_is_named_every_app_of_others_is_shut_out_until_the_end(
    open_table: OpenTable, app: ApiClient, client_of: ClientOf
) -> None:
    waits = open_table("alice", "bob", seats=3, anonymous=True)
    game = open_table("alice", "bob", "carol", anonymous=True)
    elsewhere = open_table("bob", "carol", "dave", anonymous=True, spectators=False)
    for one in (waits, game, elsewhere):
        assert code(app.get(f"games/{one.key}")) == "app_closed"
    assert listed(app) == set()
    assert client_of("alice").get(f"games/{game.key}").status_code == 200
    play_out(game)
    assert app.get(f"games/{game.key}").status_code == 200


def test_a_cursor_does_not_tell_at_which_hidden_table_somebody_sits(
    open_table: OpenTable, app: ApiClient
) -> None:
    theirs = open_table("alice", "bob", "carol", anonymous=True, spectators=False)
    others = open_table("bob", "carol", "dave", anonymous=True, spectators=False)
    for game in (theirs, others):
        assert code(app.get(f"games?list=mine&cursor={game.key}")) == "bad_cursor"
        assert code(app.get(f"games/export?list=mine&after={game.key}")) == "bad_cursor"
    open_table("alice", "bob", "carol")
    page = app.get("games?list=mine&limit=1").json()
    assert page["next"] is None


def test_an_app_opens_and_joins_no_table_where_nobody_is_named(
    open_table: OpenTable, app: ApiClient, alice: User
) -> None:
    wanted = {"name": "Masks", "set": "oriflamme", "seats": 3}
    assert code(app.post("games", {**wanted, "anonymous": True})) == "app_closed"
    assert app.post("games", wanted).status_code == 201
    game = open_table("bob", seats=3, anonymous=True, join="link")
    link = f"links/{game.link.reveal()}"
    assert {code(app.get(link)), code(app.post(link, {}))} == {"app_closed"}
    assert code(app.post(f"games/{game.key}/seats", {})) == "app_closed"
    assert not game.chairs.filter(person=alice).exists()


def test_a_link_to_a_table_of_the_makers_does_not_begin_the_game(
    open_table: OpenTable, app: ApiClient, alice: User
) -> None:
    """Who comes last is answered with a hand."""
    game = open_table("bob", "erin", seats=3, join="link")
    assert code(app.post(f"links/{game.link.reveal()}", {})) == "app_closed"
    assert not game.chairs.filter(person=alice).exists()


def test_ones_own_app_and_an_app_of_nobodys(
    open_table: OpenTable, maker: User, alice: User
) -> None:
    own = ApiClient(key_of(app_of(alice), alice))
    named = open_table("alice", "bob", "carol")
    masks = open_table("alice", "bob", "carol", anonymous=True)
    for game in (named, masks):
        assert own.get(f"games/{game.key}").status_code == 200
    assert {named.key, masks.key} <= listed(own)
    assert own.get("me/hooks").status_code == 200
    app = app_of(maker)
    app.user = None
    app.save()
    nobodys = ApiClient(key_of(app, alice))
    assert nobodys.get(f"games/{named.key}").status_code == 200
    assert code(nobodys.get(f"games/{masks.key}")) == "app_closed"


def test_what_the_maker_sits_down_at_meanwhile_is_not_answered(
    open_table: OpenTable, app: ApiClient, maker: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would ask for the first hand at the very moment in which they begin the game."""
    game = open_table("alice", "bob", seats=3)
    honest = selectors.find_game

    def slow(*asked: Any) -> Any:
        services.join(game_key=game.key, person=maker)
        return honest(*asked)

    monkeypatch.setattr(selectors, "find_game", slow)
    assert code(app.get(f"games/{game.key}")) == "app_closed"
    game.refresh_from_db()
    assert game.status == "running"


# --- Every address --------------------------------------------------------------------------------

# What is not about one table: how each keeps quiet about those that are closed to an app.
LEAVES_THEM_OUT = {"games", "games/export", "me/events", "me/turns", "me/unread", "links/{token}"}
# What knows of no seat more than everybody, or is no matter of tables.
SAYS_NOTHING = {
    *("", "schema", "problems", "problems/{code}", "cards", "cards/{id}", "bots", "practice"),
    *("games/events", "games/tables", "games/data"),  # public, or of tables that name who comes
    *("me", "me/apps", "me/apps/{client_id}", "me/holidays", "me/holidays/{first_day}"),
    *("me/relations", "me/relations/{kind}/{handle}", "me/terms", "me/trail", "me/wishes"),
    "me/conduct",  # of which no decision at a table without names is a part until it is over
    *("people", "people/{handle}", "people/{handle}/ratings", "people/{handle}/reports"),
    *("people/{handle}/tournaments", "ratings", "appeals/{token}"),
    *("series", "series/{key}", "tournaments", "tournaments/{key}"),
}
# Keys and bots, which no app makes; what there is of them, and no secret.
OF_KEYS = {"me/tokens", "me/tokens/{id}", "me/bots", "me/bots/{handle}"}
OF_KEYS |= {"me/bots/{handle}/tokens", "me/bots/{handle}/tokens/{id}"}


def addresses(
    patterns: list[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, type[Endpoint]]]:
    for one in patterns:
        part = re.sub(r"\(\?P<(\w+)>[^()]*(?:\([^()]*\))*[^()]*\)", r"{\1}", str(one.pattern))
        path = before + part.removeprefix("^").replace("\\Z", "")
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, path)
        elif issubclass(getattr(one.callback, "view_class", object), Endpoint):
            yield path, one.callback.view_class  # type: ignore[attr-defined]


def all_addresses() -> dict[str, type[Endpoint]]:
    every = dict(addresses(get_resolver().url_patterns))
    api = "api/v1/"
    return {path.removeprefix(api): view for path, view in every.items() if path.startswith(api)}


def test_every_address_asks_or_leaves_out_what_is_closed_or_is_none_of_it() -> None:
    found = all_addresses()
    assert len(found) > 90
    unknown = set()
    for path, view in found.items():
        guards = set(view.permission_classes)
        methods = {m.upper() for m in view.http_method_names if hasattr(view, m)} - {"OPTIONS"}
        if path.startswith("games/{key}"):
            assert issubclass(view, TableEndpoint), path
            assert OpenToApps in guards, path
        elif NotForAppsOfOthers not in guards and methods - view.in_person:
            unknown.add(path)
    of_tournaments = {path for path in unknown if path.startswith("tournaments/{key}/")}
    assert unknown - of_tournaments == LEAVES_THEM_OUT | SAYS_NOTHING | OF_KEYS


def test_every_address_of_a_closed_table_refuses_whatever_is_asked(
    open_table: OpenTable, app: ApiClient
) -> None:
    named = open_table("alice", "bob", "erin")
    masks = open_table("alice", "bob", "carol", anonymous=True)
    asked = 0
    for path, view in all_addresses().items():
        if not path.startswith("games/{key}"):
            continue
        for game in (named, masks):
            filled = path.format(key=game.key, seat=1, handle="bob", token="2" * 24, order="2" * 10)
            for method in view.scopes:
                answer = app.ask(method, filled, None if method in {"GET", "DELETE"} else {})
                assert code(answer) == "app_closed", filled
                asked += 1
    assert asked > 80


# --- Streams --------------------------------------------------------------------------------------


def told(watch: Watch, *games: Game) -> list[tuple[str, str]]:
    """What a stream says of these tables, and whether it is woken at all."""
    written = Feed.objects.select_related("game").filter(game__in=games).order_by("id")
    mark = Cursor(1, 0, timezone.now())
    rows = [
        Happening(mark, row.game_id, row.game.key, row.kind, row.ref, row.person_id)
        for row in written
        if row.game is not None
    ]
    at = news.tables_of(rows)
    mine = [row for one in rows if watch.concerns(row := Row(one, at[one.game_id or 0]))]
    return [(one.kind, str((one.data or {}).get("game"))) for one in watch.tell(mine)]


def test_a_stream_says_nothing_of_tables_that_are_closed_and_is_not_woken_by_them(
    open_table: OpenTable, maker: User, alice: User
) -> None:
    free = open_table("alice", "bob", "carol")
    masks = open_table("alice", "bob", "carol", anonymous=True)
    closed = open_table("alice", "bob", "erin")
    watch = Watch(alice.pk, "en", None, maker=maker.pk)
    heard = told(watch, free, masks, closed)
    assert {key for _, key in heard} == {free.key}
    assert watch.closed == {closed.key}
    assert told(Watch(alice.pk, "en", None), free, masks, closed) != heard
    for game in (masks, closed):
        what = Happening(Cursor(1, 0, timezone.now()), game.pk, game.key, "talk", None, alice.pk)
        (table,) = news.tables_of([what]).values()
        assert not watch.concerns(Row(what, table))


def test_a_stream_of_one_table_ends_to_tell_when_the_maker_sits_down(
    open_table: OpenTable, maker: User, alice: User
) -> None:
    game = open_table("alice", "bob", seats=3)
    watch = Watch(alice.pk, "en", selectors.find_game(game.key, alice).table, maker=maker.pk)
    assert told(watch, game)
    services.join(game_key=game.key, person=maker)
    assert told(watch, game) == []


# --- What would outlive the app -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("GET", f"me/{what}") for what in ("hooks", "feeds", "devices", "deliveries")),
        *(("GET", f"me/{what}") for what in ("reports", "decisions")),
        *(("POST", f"me/{what}") for what in ("hooks", "feeds", "devices", "tokens", "bots")),
        ("DELETE", "me/feeds"),
    ],
)
def test_an_app_of_others_neither_makes_nor_reads_what_tells_elsewhere(
    app: ApiClient, alice: User, method: str, path: str
) -> None:
    feeding.renew_feeds(person=alice)
    answer = app.ask(method, path, {} if method == "POST" else None)
    assert (answer.status_code, code(answer)) == (403, "not_for_apps")
    assert not Hook.objects.exists()
    assert not Device.objects.exists()


def test_what_is_left_of_an_allowance_tells_nothing_of_what_else_is_done(
    app: ApiClient, client_of: ClientOf
) -> None:
    before = app.get("me")["RateLimit"]
    for _ in range(5):
        client_of("alice").get("me")
    left = [int(said.split("r=")[1].split(";")[0]) for said in (before, app.get("me")["RateLimit"])]
    assert left[0] - left[1] == 1


# --- What is remembered ---------------------------------------------------------------------------


def test_it_is_remembered_until_when_an_app_could_read_along(maker: User, alice: User) -> None:
    app = app_of(maker)
    key_of(app, alice)
    key_of(app_of(alice), alice)
    row = AppReader.objects.get()
    assert (row.maker, row.person) == (maker, alice)
    assert row.until > timezone.now() + timedelta(days=89)
    AppReader.objects.update(until=timezone.now() - timedelta(days=1))
    key_of(app, alice)
    assert AppReader.objects.get().until >= row.until


def test_disconnecting_ends_it_and_removing_the_app_forgets_nothing(
    maker: User, alice: User
) -> None:
    app = app_of(maker)
    key_of(app, alice)
    programs.disconnect_app(person=alice, app=app)
    assert AppReader.objects.get().until <= timezone.now()
    key_of(app, alice)
    programs.remove_app(app=app)
    assert AppReader.objects.get().until > timezone.now()


def test_a_token_of_ones_own_asks_the_database_nothing_more(
    open_table: OpenTable, alice: User, app: ApiClient, django_assert_num_queries: Any
) -> None:
    game = open_table("alice", "bob", "carol")
    own = ApiClient(create_api_token(user=alice, name="x")[1].reveal())
    own.get(f"games/{game.key}/log")
    with django_assert_num_queries(3) as asked:
        own.get(f"games/{game.key}/log")
    assert "formerplayer h" not in str(asked.captured_queries)
    with django_assert_num_queries(5):
        app.get(f"games/{game.key}/log")
