"""What stands beside the game on the table's page: talk, orders, pauses, seats that are free."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from games import engine, services
from games.engine.words import FAMILIES
from games.models import Game, Message, OrderList, Seat
from games.pages.row import cloth
from games.selectors.orders import example
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.pages.conftest import Browser, offered, text_of

pytestmark = pytest.mark.django_db

At = Callable[[str], Browser]


@pytest.fixture
def game(open_table: OpenTable) -> Game:
    return open_table("alice", "bob", "carol", talk="full")


def test_a_word_in_private_reaches_one_and_is_read_when_it_is_shown(
    game: Game, browser: At, person: Callable[[str], User]
) -> None:
    here = f"/games/{game.key}"
    bob = game.chairs.get(person=person("bob")).number
    sent = browser("alice").post(here, {"text": "Against Carol?", "to": bob})
    assert sent.status_code == 303
    assert Message.objects.get().to_seat == bob
    assert "Against Carol?" not in text_of(browser("carol").get(here))
    assert 'class="unread"' in text_of(browser("bob").get(here, headers={"X-Unseen": "1"}))
    assert 'class="unread"' in text_of(browser("bob").get(here))
    assert 'class="unread"' not in text_of(browser("bob").get(here))
    assert "to bob alone" in text_of(browser("alice").get(here))


def test_what_was_said_in_vain_stays_in_its_box(game: Game, browser: At) -> None:
    refused = browser("alice").post(f"/games/{game.key}", {"text": "To nobody", "to": "9"})
    assert refused.status_code == 409
    assert ">To nobody</textarea>" in text_of(refused)


def test_orders_are_left_in_words_and_taken_back(game: Game, browser: At) -> None:
    alice, here = browser("alice"), f"/games/{game.key}"
    assert alice.post(here, {"orders": example("en")}).status_code == 303
    page = text_of(alice.get(here))
    left = re.search(r'name="revoke" value="(\w+)"', page)
    assert left
    assert alice.post(here, {"revoke": left.group(1)}).status_code == 303
    assert OrderList.objects.get().orders == []
    refused = alice.post(here, {"orders": "dance on the table"})
    assert refused.status_code == 400
    assert ">dance on the table</textarea>" in text_of(refused)
    assert "cannot be understood" in text_of(refused)


def test_a_pause_is_offered_agreed_to_and_ended(game: Game, browser: At) -> None:
    here = f"/games/{game.key}"
    browser("alice").post(f"{here}/offer-pause")
    assert "For a pause: alice" in text_of(browser("bob").get(here))
    assert "You are for a pause" in text_of(browser("alice").get(here))
    for name in ("bob", "carol"):
        browser(name).post(f"{here}/offer-pause")
    assert "The clock stands still" in text_of(browser("dave").get(here))
    browser("bob").post(f"{here}/withdraw-pause")
    game.refresh_from_db()
    assert game.paused_at is None


def test_who_was_away_is_back_by_a_button_and_else_somebody_takes_the_seat(
    game: Game, browser: At, person: Callable[[str], User]
) -> None:
    here = f"/games/{game.key}"
    away = Seat.objects.filter(game=game, person=person("carol"))
    absent: dict[str, Any] = {"stand_in": True, "bot": "careful", "absent_since": timezone.now()}
    away.update(**absent)
    assert "I am back" in text_of(browser("carol").get(here))
    browser("carol").post(f"{here}/return")
    assert not away.get().stand_in
    away.update(**absent)
    number = away.get().number
    assert "carol is away" in text_of(browser("alice").get(here))
    assert "Take over" not in text_of(browser("dave").get(here))
    for name in ("alice", "bob"):
        browser(name).post(f"{here}/seats/{number}/offer")
    assert "Take over" not in text_of(browser("dave").get(here))
    away.update(offered_from=timezone.now())
    services.open_seats()  # the time to come back is over
    assert "Take over this seat" in text_of(browser("dave").get(here))
    listed = text_of(browser("dave").get("/tables?list=to_take_over"))
    assert game.key in listed
    assert browser("dave").post(f"{here}/seats/{number}/take").status_code == 303
    assert Seat.objects.get(game=game, number=number).person == person("dave")


def test_nothing_chosen_is_said_kindly_and_changes_nothing(game: Game, browser: At) -> None:
    here, at = f"/games/{game.key}", browser(decider(game).handle)
    for half in ({}, {"card": "spy"}, {"place": "start"}, {"lifted": "1"}, {"gap": "2"}):
        sent = at.post(here, {"seq": game.seq, **half})
        assert sent.status_code == 400
        assert "Choose first, then send it." in text_of(sent)
    game.refresh_from_db()
    assert game.seq == 0


def test_asking_for_another_part_of_the_row_shows_the_table_and_changes_nothing(
    game: Game, browser: At
) -> None:
    here, at = f"/games/{game.key}", browser(decider(game).handle)
    for turn in ("0", "1", "7", "x"):
        shown = at.post(here, {"seq": game.seq, "turn": turn, "lifted": "99"})
        assert shown.status_code == 200
        assert offered(text_of(shown)) == offered(text_of(at.get(here)))
    game.refresh_from_db()
    assert game.seq == 0


def test_the_button_pressed_twice_plays_once_and_an_old_page_plays_nothing(
    game: Game, browser: At
) -> None:
    here, at = f"/games/{game.key}", browser(decider(game).handle)
    fields = next(iter(offered(text_of(at.get(here))).values()))
    assert at.post(here, {"seq": 0, **fields}).status_code == 303
    assert at.post(here, {"seq": 0, **fields}).status_code == 303
    other = next(name for name in ("alice", "bob", "carol") if at is not browser(name))
    assert browser(other).post(here, {"seq": 0, "move": "wait"}).status_code == 409
    game.refresh_from_db()
    assert game.seq == 1


def test_an_invitation_is_shown_taken_back_and_declined(
    open_table: OpenTable, browser: At, person: Callable[[str], User]
) -> None:
    game = open_table("alice", seats=3)
    here = f"/games/{game.key}"
    for name in ("bob", "carol"):
        services.invite(game_key=game.key, person=person("alice"), handle=person(name).handle)
    page = text_of(browser("alice").get(here))
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token
    browser("alice").post(f"{here}/uninvite", {"token": token.group(1)})
    invited = [
        one for one in ("bob", "carol") if "You are invited" in text_of(browser(one).get(here))
    ]
    assert len(invited) == 1
    assert browser(invited[0]).post(f"{here}/decline").status_code == 303
    assert not game.invitations.filter(state="open").exists()
    assert "a day for a move" in page
    assert "this game does not count" in page


def test_a_table_is_opened_with_every_choice(browser: At) -> None:
    wishes = {"fill_with_bots": "on", "fill_with": "owl", "stand_in": "random", "min_conduct": "75"}
    sent = browser("alice").post("/tables/new", wishes)
    assert sent.status_code == 303
    game = Game.objects.get()
    assert (game.fill_with, game.stand_in, game.min_conduct) == ("owl", "random", 75)
    assert "Owl" in text_of(browser("alice").get(sent["Location"]))


def test_a_guest_is_led_through_the_first_round_until_they_want_no_more(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = guests.welcome(language="en")
    browser = Browser()
    browser.force_login(guest)
    here = browser.post("/try")["Location"]
    assert "nobody else sees them" in text_of(browser.get(here))
    game = Game.objects.get()
    for _ in range(60):
        game.refresh_from_db()
        page = text_of(browser.get(here))
        if "it gathers tokens" in page:
            break
        move = engine.legal_moves(position(game))[0]
        assert browser.post(here, {"seq": game.seq, "move": move}).status_code == 303
    else:
        pytest.fail("a first card of one's own was never explained")
    browser.post(here, {"no_hints": "1"})
    assert "it gathers tokens" not in text_of(browser.get(here))


def test_a_table_begins_by_a_button_only_when_it_can(
    open_table: OpenTable, browser: At, person: Cast
) -> None:
    game = open_table("alice", "bob", seats=4, start="creator")
    assert "Begin now" not in text_of(browser("alice").get(f"/games/{game.key}"))
    services.join(game_key=game.key, person=person("carol"))
    assert "Begin now" in text_of(browser("alice").get(f"/games/{game.key}"))


def test_the_first_card_lies_in_the_middle_of_an_empty_banner() -> None:
    """A place for the first and one for the last side by side are for a row that has both."""
    assert "fit" not in cloth(0, places=2).split()
    assert "fit" in cloth(8, places=2).split()


def test_style_sheets_know_the_longest_row_that_can_be() -> None:
    """Of five families who never cover a card nor turn one over: thirty slots."""
    found = [finders.find(sheet) for sheet in ("oriflamme/look.css", "games/board.css")]
    style = "".join(Path(str(one)).read_text() for one in found)
    drawn = [cloth(slots, places=places) for slots in range(31) for places in range(3)]
    wanted = {name for classes in drawn for name in classes.split()}
    for slot in range(1, 31):
        wanted |= {f"t-m-{slot}", f"t-p-on-{slot}", f"g{slot}"}
    known = {*re.findall(r"\.([a-zA-Z][\w-]*)", style)}
    assert wanted - known == set()
    assert {f"f-{slot}" for slot in range(1, 31)} <= {*re.findall(r"#(f-\d+):checked", style)}


def test_the_log_shows_whose_each_line_is_and_where_a_round_begins(game: Game, browser: At) -> None:
    move_on(game, 2)
    shown = browser(decider(game).handle).get(f"/games/{game.key}").content.decode()
    lines = re.findall(r"<li( class=\"\w+\")?>([^<]+)</li>", shown[shown.index('id="news"') :])
    (begins,) = [says for sort, says in lines if "round" in sort]
    assert begins.startswith("Round 1 begins")
    names = {seat.number: seat.person.shown_name for seat in game.chairs.all() if seat.person}
    said = [(sort, says) for sort, says in lines if " played a card" in says]
    assert len(said) == 2
    for sort, says in said:
        (seat,) = [FAMILIES.index(family) for family in FAMILIES if family in sort]
        assert says.startswith(names[seat])


@pytest.mark.parametrize("direction", ["left_to_right", "right_to_left"])
def test_the_first_slot_comes_first_whatever_way_the_rules_draw_the_row(
    open_table: OpenTable, browser: At, direction: str
) -> None:
    game = open_table("alice", "bob", "carol", direction=direction)
    move_on(game, 24)
    assert engine.view(position(game), None)["direction"] == direction
    for who in ("alice", "bob", "frank"):
        page = text_of(browser(who).get(f"/games/{game.key}"))
        slots = re.findall(r'class="no[^"]*"[^>]*>(\d+)<', page)
        assert slots == [str(slot) for slot in range(1, 1 + len(position(game).row))]
