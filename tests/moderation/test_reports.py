"""Somebody reports somebody, and nobody learns more by it than they knew."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.services import bots, guests
from games import errors
from games import services as tables
from games.models import Game
from games.moderation import selectors, services
from games.moderation.api.serializers import ReportShape
from games.moderation.errors import TooManyReports
from games.moderation.models import Report
from games.services.practising import practise
from tests.conftest import Cast
from tests.games.conftest import OpenTable, give_away
from tests.moderation.conftest import Browser, say, seat_of

pytestmark = pytest.mark.django_db


def report(game: Game, by: User, **about: Any) -> Report:
    facts: dict[str, Any] = {"kind": "talk", "text": "Look at this.", **about}
    return services.report_at_table(game_key=game.key, person=by, **facts)


def test_words_are_reported_with_whoever_said_them(table: Game, alice: User, person: Cast) -> None:
    key = say(table, person("bob"), "You fool!")
    made = report(table, alice, message=key)
    assert (made.person, made.game, made.reporter) == (person("bob"), table, alice)
    assert made.message is not None
    assert made.message.text == "You fool!"


def test_a_letter_between_others_is_nothing_to_report(
    table: Game, alice: User, person: Cast
) -> None:
    key = say(table, person("bob"), "Psst.", to=person("carol"))
    with pytest.raises(errors.NotFound):
        report(table, alice, message=key)
    assert report(table, person("carol"), message=key).person == person("bob")


def test_the_words_are_those_of_who_sat_there_then(table: Game, alice: User, person: Cast) -> None:
    bob, erin = person("bob"), person("erin")
    key = say(table, bob, "You fool!")
    seat = seat_of(table, bob)
    tables.resign(game_key=table.key, person=bob)
    give_away(table, seat)
    tables.take_over(game_key=table.key, person=erin, seat=seat)
    assert report(table, alice, message=key).person == bob
    assert report(table, alice, seat=seat).person == erin


def test_only_who_sits_there_reports_a_seat(table: Game, mallory: User, alice: User) -> None:
    with pytest.raises(errors.NotAtTable):
        report(table, mallory, seat=1)
    with pytest.raises(errors.NotAllowed):
        report(table, alice, seat=seat_of(table, alice))
    with pytest.raises(errors.NotAllowed):
        report(table, alice, seat=4)
    with pytest.raises(errors.NotAllowed):
        report(table, alice)
    with pytest.raises(errors.BadText):
        report(table, alice, seat=(seat_of(table, alice) + 1) % 3, text=" ")


def test_before_a_game_there_are_no_seats_to_report(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = tables.create_game(person=alice, name="x", set="oriflamme", seats=3)
    with pytest.raises(errors.NotAllowed):
        report(game, alice, seat=0)


def test_a_bot_of_the_house_answers_for_nothing(alice: User) -> None:
    game = practise(person=alice, set="oriflamme")
    mine = seat_of(game, alice)
    with pytest.raises(errors.NotAllowed, match="bot"):
        report(game, alice, seat=(mine + 1) % 3)


def test_a_report_at_an_anonymous_table_tells_nothing_of_who_sits_there(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    """Alice reports both others after having reported Bob on his page: all answers are alike."""
    game = open_table("alice", "bob", "carol", anonymous=True)
    services.report_person(handle="bob", person=alice, kind="conduct", text="x")
    others = [seat_of(game, person(name)) for name in ("bob", "carol")]
    reports = [report(game, alice, seat=seat, kind="conduct") for seat in others]
    shown = [ReportShape(one).data for one in reports]
    for one in shown:
        del one["seat"], one["at"]
    assert shown[0] == shown[1]
    assert shown[0]["handle"] is None
    assert Report.objects.count() == 3


def test_the_same_thing_twice_is_one_report(table: Game, alice: User, person: Cast) -> None:
    seat = seat_of(table, person("bob"))
    assert report(table, alice, seat=seat) == report(table, alice, seat=seat)
    assert report(table, alice, seat=seat, kind="conduct") != report(table, alice, seat=seat)


def test_ten_in_a_day_are_enough(alice: User, person: Cast) -> None:
    def one(handle: str) -> None:
        person(handle)
        services.report_person(handle=handle, person=alice, kind="accounts", text="x")

    for n in range(10):
        one(f"bad{n}")
    with pytest.raises(TooManyReports) as refusal:
        one("bad10")
    assert 0 < refusal.value.seconds <= 86401
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        one("bad10")


def test_somebody_is_reported_on_their_page(alice: User, person: Cast) -> None:
    with pytest.raises(errors.NotFound):
        services.report_person(handle="nobody", person=alice, kind="talk", text="x")
    with pytest.raises(errors.NotAllowed):
        services.report_person(handle="alice", person=alice, kind="talk", text="x")
    robot = bots.make_bot(owner=person("bob"), handle="robot")
    made = services.report_person(handle="ROBOT", person=alice, kind="talk", text="x")
    assert made.person == robot


def test_staff_read_the_neighbours_of_the_words_and_no_other_letters(
    table: Game, alice: User, person: Cast
) -> None:
    bob, carol = person("bob"), person("carol")
    say(table, alice, "Good evening")
    say(table, alice, "Secret of ours", to=carol)
    key = say(table, bob, "You fool!")
    say(table, carol, "Please!")
    around = selectors.around(report(table, alice, message=key))
    assert [one["text"] for one in around] == ["Good evening", "You fool!", "Please!"]
    letter = say(table, bob, "Psst", to=carol)
    say(table, carol, "No", to=bob)
    around = selectors.around(report(table, carol, message=letter))
    assert [one["text"] for one in around] == ["Psst", "No"]


def test_pages_take_reports_and_show_no_hidden_name(
    browser: Browser, open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", anonymous=True)
    say(game, person("bob"), "You fool!")
    browser.sign_in(alice).get(f"/games/{game.key}/report")
    assert "You fool!" in browser.text
    assert "bob" not in browser.text
    seat = seat_of(game, person("bob"))
    browser.send(whom=str(seat), kind="talk", text="He insults me.")
    assert "Thank you" in browser.text
    assert Report.objects.get().person == person("bob")
    browser.send("/people/carol/report", kind="conduct", text="Slow.")
    assert Report.objects.count() == 2
    browser.send("/people/carol/report", kind="nonsense", text="Slow.")
    assert browser.page.status_code == 400


def test_strangers_sign_in_first(browser: Browser, table: Game) -> None:
    for path in (f"/games/{table.key}/report", "/people/alice/report", "/account/decisions"):
        browser.get(path)
        assert browser.at == "/account/login/"


def test_mallory_finds_no_form_at_a_table_of_others(
    browser: Browser, table: Game, mallory: User
) -> None:
    assert browser.sign_in(mallory).get(f"/games/{table.key}/report").status_code == 403


def test_guests_report_nobody(person: Cast, alice: User) -> None:
    """There is no end of them, and staff read every report."""
    guest = guests.welcome(language="en")
    with pytest.raises(errors.NotAllowed):
        services.report_person(handle=alice.handle, person=guest, kind="talk", text="Bad!")
    assert not Report.objects.exists()
