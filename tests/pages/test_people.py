"""The page of a person: what everybody may see, what only they see, and what one may do."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.models import Relation, User
from accounts.services import create_api_token
from games.models import Game
from tests.games.conftest import OpenTable, play_out
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db


def test_finished_games_are_shown_to_everybody_and_running_ones_to_nobody(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    over = open_table("alice", "bob", "carol", name="Last winter")
    play_out(over)
    open_table("alice", "bob", "carol", name="Friday table")
    for at in (Browser(), browser("mallory"), browser("alice")):
        page = text_of(at.get("/people/alice"))
        assert "Last winter" in page
        assert "Friday table" not in page


def test_a_finished_game_without_spectators_is_not_shown(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    over = open_table("alice", "bob", "carol", name="Last winter")
    play_out(over)
    Game.objects.filter(pk=over.pk).update(spectators=False)
    assert "Last winter" not in text_of(browser("mallory").get("/people/alice"))


def test_a_page_tells_the_cards_that_won_and_whom_somebody_met(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    games = [open_table("alice", "bob", "carol") for _ in range(3)]
    ahead = behind = 0
    for game in games:
        play_out(game)
        alice, bob = (
            game.result["ranks"][game.chairs.get(person__handle=name).number]
            for name in ("alice", "bob")
        )
        ahead, behind = ahead + (alice < bob), behind + (alice > bob)
    page = text_of(Browser().get("/people/alice"))
    assert "Cards that won" in page
    assert "3 games together" in page
    assert f"{ahead} : {behind}" in page
    Game.objects.filter(pk=games[0].pk).update(spectators=False)
    page = text_of(Browser().get("/people/alice"))
    assert "3 games together" not in page


def test_how_reliably_somebody_decides_is_for_their_own_eyes(
    browser: Callable[[str], Browser], alice: User
) -> None:
    assert "100 %" in text_of(browser("alice").get("/people/alice"))
    for at in (Browser(), browser("bob")):
        assert "100 %" not in text_of(at.get("/people/alice"))


def test_a_friend_is_made_and_taken_off_where_they_are_met(
    browser: Callable[[str], Browser], alice: User, person: Callable[[str], User]
) -> None:
    at = browser("bob")
    assert "Add as a friend" in text_of(at.get("/people/alice"))
    asked = {"handle": "alice", "kind": "friend", "from_page": "1"}
    assert at.post("/account/people", asked)["Location"] == "/people/alice"
    assert "No longer a friend" in text_of(at.get("/people/alice"))
    at.post("/account/people", asked | {"end": ""})
    assert not Relation.objects.filter(person=person("bob")).exists()


def test_nobody_learns_that_they_are_blocked(
    browser: Callable[[str], Browser], person: Callable[[str], User]
) -> None:
    person("alice")
    before = text_of(browser("bob").get("/people/alice"))
    asked = {"handle": "bob", "kind": "block", "from_page": "1"}
    browser("alice").post("/account/people", asked)
    assert "Unblock" in text_of(browser("alice").get("/people/bob"))
    after = text_of(browser("bob").get("/people/alice"))
    assert _without_tokens(before) == _without_tokens(after)


def test_one_s_own_page_offers_no_friendship(browser: Callable[[str], Browser]) -> None:
    page = text_of(browser("alice").get("/people/alice"))
    assert "Add as a friend" not in page
    assert 'href="/account/profile"' in page


@pytest.mark.parametrize(("zone", "hour"), [("Asia/Tokyo", "9:00 PM"), ("Europe/Kyiv", "2:00 PM")])
def test_times_of_the_account_are_by_one_s_own_clock(
    browser: Callable[[str], Browser], alice: User, zone: str, hour: str
) -> None:
    alice.time_zone = zone
    alice.save()
    with time_machine.travel(datetime(2026, 11, 18, 12, tzinfo=UTC), tick=False):
        create_api_token(user=alice, name="demo")
        assert f"18 Nov 2026, {hour}" in text_of(browser("alice").get("/account/trail"))


SETTINGS = (
    *("profile", "handle", "holidays", "relations", "letters", "deliveries", "account_email"),
    *("account_change_password", "mfa_index", "usersessions_list", "trail", "decisions"),
    *("connected", "tokens", "bots", "hooks", "feeds", "apps", "my_data", "account_logout"),
)


def test_everything_about_an_account_is_one_tap_away(
    browser: Callable[[str], Browser], alice: User
) -> None:
    page = text_of(browser("alice").get("/account/"))
    missing = {name for name in SETTINGS if f'="{reverse(name)}"' not in page}
    assert missing == set()


def _without_tokens(page: str) -> str:
    return re.sub(r'(?<=name="csrfmiddlewaretoken" value=")[^"]+', "", page)
