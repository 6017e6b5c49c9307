"""The page behind a button: looking changes nothing, pressing plays, and only this position."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import engine, faces
from games.models import Correspondence, Game, Move
from games.post import agreements, tokens
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, play_out, position

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    """Without cookies and without the token against forged forms, which nobody is asked for."""
    return Client(enforce_csrf_checks=True)


def address(game: Game, who: User, seq: int | None = None) -> str:
    game.refresh_from_db()
    return f"/turn/{tokens.make(game.key, who.pk, game.seq if seq is None else seq).reveal()}"


def moves_on(page: str) -> set[str]:
    return set(re.findall(r'name="move" value="([^"]+)"', page))


def test_the_page_shows_the_table_the_one_move_and_all_others(
    tables: OpenTable, browser: Client
) -> None:
    game = tables("alice", "alicia", "alison")
    move_on(game, 4)
    who = decider(game)
    legal = engine.legal_moves(position(game))
    answer = browser.get(address(game, who), {"move": legal[0]}, secure=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert moves_on(page) == set(legal)
    assert f'<button name="move" value="{legal[0]}">Play it</button>' in page
    assert "Influence: " in page
    assert "Your hand: " in page


def test_looking_changes_nothing(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    move = engine.legal_moves(position(game))[0]
    for path in ("", "/stop", "/void"):
        for look in (browser.get, browser.head):
            answer = look(address(game, who) + path, {"move": move}, secure=True)
            assert answer.status_code == 200
    game.refresh_from_db()
    assert game.seq == 0
    assert not Correspondence.objects.exists()


def test_pressing_plays_and_shows_what_came_of_it(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    move = engine.legal_moves(position(game))[0]
    answer = browser.post(address(game, who), {"move": move}, secure=True)
    assert answer.status_code == 303
    row = Move.objects.get(game=game, seq=1)
    assert (row.move, row.door, row.by_id) == (move, "mail_link", who.pk)
    page = browser.get(answer.headers["Location"], secure=True).content.decode()
    assert "You played the" in page
    assert "There is nothing for you to decide now." in page
    assert moves_on(page) == set()


def test_pressing_twice_plays_once(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    there = address(game, decider(game))
    move = engine.legal_moves(position(game))[0]
    answers = [browser.post(there, {"move": move}, secure=True).status_code for _ in range(2)]
    assert answers == [303, 409]
    game.refresh_from_db()
    assert game.seq == 1


def test_a_question_that_follows_at_once_is_answered_on_the_page_too(
    tables: OpenTable, browser: Client
) -> None:
    game = tables("alice", "alicia")
    bound = bounded()
    while True:
        next(bound)
        who, legal = decider(game), engine.legal_moves(position(game))
        for move in legal:
            later = position(game).copy()
            engine.play(later, move)
            if engine.to_move(later) == game.to_move:
                answer = browser.post(address(game, who), {"move": move}, secure=True)
                page = browser.get(answer.headers["Location"], secure=True).content.decode()
                assert moves_on(page) == set(engine.legal_moves(later))
                return
        move_on(game)


def test_a_position_that_has_passed_shows_nothing(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    there = address(game, who)
    move_on(game)
    for path in ("", "/table.png"):
        answer = browser.get(there + path, secure=True)
        assert answer.status_code == 409
        assert b"Your hand" not in answer.content
        assert b"Somebody has moved since." in answer.content


def test_an_impossible_move_is_refused_with_the_possible_ones(
    tables: OpenTable, browser: Client
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    for move in ("wait", "nonsense", ""):
        answer = browser.post(address(game, who), {"move": move}, secure=True)
        assert answer.status_code == 400
        assert moves_on(answer.content.decode()) == set(engine.legal_moves(position(game)))


def test_whoever_waits_has_no_choices(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    waiting = next(seat.person for seat in game.chairs.all() if seat.person != decider(game))
    assert moves_on(browser.get(address(game, waiting), secure=True).content.decode()) == set()
    assert browser.post(address(game, waiting), {"move": "wait"}, secure=True).status_code == 409


@pytest.mark.parametrize("token", ["x", "a" * 53, "я"])
def test_a_broken_link_says_so(token: str, browser: Client, db: None) -> None:
    answer = browser.get(f"/turn/{token}", secure=True)
    assert answer.status_code == 404
    assert b"This link is not complete." in answer.content


def test_a_link_ends_with_time_and_when_it_is_revoked(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    there = address(game, who)
    with time_machine.travel(timezone.now() + tokens.LASTS + timedelta(days=1)):
        assert browser.get(there, secure=True).status_code == 410
    assert browser.get(there, secure=True).status_code == 200
    assert browser.post(f"{there}/void", secure=True).status_code == 200
    assert browser.get(there, secure=True).status_code == 410
    assert browser.post(there, {"move": "wait"}, secure=True).status_code == 410


def test_one_click_unsubscribes(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    answer = browser.post(
        address(game, who) + "/stop", {"List-Unsubscribe": "One-Click"}, secure=True
    )
    assert answer.status_code == 200
    assert Correspondence.objects.get(person=who).stopped


def test_the_picture_is_a_png_for_light_and_dark_narrow_and_wide(
    tables: OpenTable, browser: Client
) -> None:
    game = tables("alice", "alicia", "alison")
    bound = bounded()
    while next(bound) and len(position(game).row) <= faces.NARROW:
        move_on(game)
    there = address(game, decider(game)) + "/table.png"
    answers = [browser.get(f"{there}?{wish}", secure=True) for wish in ("", "dark", "dark&wide")]
    assert {answer.headers["Content-Type"] for answer in answers} == {"image/png"}
    assert len({answer.content for answer in answers}) == 3


def test_the_address_is_kept_nowhere(tables: OpenTable, browser: Client) -> None:
    game = tables("alice", "alicia", "alison")
    answer = browser.get(address(game, decider(game)), secure=True)
    assert answer.headers["Cache-Control"] == "no-store, private"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert not answer.cookies


def test_the_page_speaks_the_players_language_and_shows_cards_kept_out_of_letters(
    tables: OpenTable, browser: Client
) -> None:
    game = tables("bob", "bobby", "alice")
    who = next(seat.person for seat in game.chairs.all() if seat.person.handle == "bob")
    agreements.change(game.key, who.pk, hides_cards=True)
    page = browser.get(address(game, who), secure=True).content.decode()
    assert "Ваша рука: " in page
    assert 'lang="uk"' in page


def test_a_game_that_is_over_takes_no_moves(
    tables: OpenTable, browser: Client, alice: User
) -> None:
    game = tables("alice", "alicia")
    play_out(game)
    assert browser.post(address(game, alice), {"move": "wait"}, secure=True).status_code == 409
    assert browser.get(address(game, alice), secure=True).status_code == 200
