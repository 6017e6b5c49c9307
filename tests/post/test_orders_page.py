"""Standing orders on the page behind a letter: a box to write in, a list to take back from."""

import pytest
from django.test import Client

from games.models import OrderList
from tests.games.conftest import OpenTable, decider, move_on
from tests.post.test_page import address, browser  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db


def test_orders_are_written_listed_and_taken_back(
    tables: OpenTable,
    browser: Client,  # noqa: F811
) -> None:
    game = tables("bob", "alicia", "alison")
    who = decider(game)
    here = address(game, who)
    lines = "wait with everything this round\r\n\r\nspy: richest\r\n"
    answer = browser.post(here, {"orders": lines}, secure=True)
    assert (answer.status_code, answer["Location"]) == (303, f"{here}#orders")
    page = browser.get(here, secure=True).content.decode()
    kept = OrderList.objects.get(person=who).orders
    assert [one["order"]["do"] for one in kept] == ["wait", "choose"]
    assert all(f'value="{one["id"]}"' in page for one in kept)
    answer = browser.post(here, {"revoke": kept[0]["id"]}, secure=True)
    assert answer.status_code == 303
    assert [one["id"] for one in OrderList.objects.get().orders] == [kept[1]["id"]]
    assert browser.post(here, {"revoke": kept[0]["id"]}, secure=True).status_code == 404


def test_what_is_no_order_comes_back_with_the_reason(
    tables: OpenTable,
    browser: Client,  # noqa: F811
) -> None:
    game = tables("alice", "alicia", "alison")
    here = address(game, decider(game))
    answer = browser.post(here, {"orders": "wait with <Queen>"}, secure=True)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "no such card" in page
    assert ">wait with &lt;Queen&gt;</textarea>" in page
    assert not OrderList.objects.exists()


def test_a_passed_link_leaves_no_orders_and_shows_nothing(
    tables: OpenTable,
    browser: Client,  # noqa: F811
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    here = address(game, who)
    move_on(game)
    for posted in ({"orders": "wait with everything"}, {"orders": "nonsense"}, {"revoke": "x"}):
        answer = browser.post(here, posted, secure=True)
        assert answer.status_code == 409
        assert b"Your hand" not in answer.content
    assert not OrderList.objects.exists()


def test_the_page_says_that_orders_are_about_to_answer(
    tables: OpenTable,
    browser: Client,  # noqa: F811
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    here = address(game, who)
    hand = browser.get(here, secure=True).content.decode()
    card = next(c for c in ("archer", "soldier", "spy", "heir") if f"place {c} end" in hand)
    browser.post(here, {"orders": f"place {card} at the end in round 1"}, secure=True)
    page = browser.get(here, secure=True).content.decode()
    assert f"“place {card} end” when you might have answered" in page
