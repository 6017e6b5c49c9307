"""Until it begins everything that was announced can be otherwise, and whom it concerns is told."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import errors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Stage, Step, Tournament
from notifications.models import Notification
from tests.conftest import Cast
from tests.pages.conftest import Browser
from tests.tournaments.browsing import form_of, read
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import running_games

pytestmark = pytest.mark.django_db

KNOCKOUT = {"format": "knockout", "sets": ["ablaze"], "through": 1}


def change(cup: Tournament, who: User, *, dry_run: bool = False, **settings: Any) -> Any:
    return tournaments.take_step(
        key=cup.key, person=who, step="change", dry_run=dry_run, settings=settings
    )


def told() -> list[tuple[str, str]]:
    found = Notification.objects.filter(kind="tournament changed").order_by("pk")
    return [(one.person.handle, one.what.facts["names"]) for one in found]


def test_everything_can_be_otherwise_and_who_entered_is_told(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob")
    dry = change(cup, organiser, dry_run=True, pace="live", stages=[SWISS, KNOCKOUT], seats=5)
    cup.refresh_from_db()
    assert cup.pace != "live"
    assert told() == []
    done = change(cup, organiser, pace="live", stages=[SWISS, KNOCKOUT], seats=5)
    assert dry["effects"] == done["effects"]
    assert done["effects"]["letters_to"] == [
        {"kind": "tournament changed", "handles": ["alice", "bob"]}
    ]
    cup.refresh_from_db()
    assert (cup.pace, cup.seats) == ("live", 5)
    assert list(cup.stages.order_by("number").values_list("format", flat=True)) == [
        *("swiss", "knockout")
    ]
    assert told() == [("alice", "pace seats stages"), ("bob", "pace seats stages")]


def test_the_letter_says_what_is_so_now(announce: Announce, organiser: User) -> None:
    cup = announce("alice")
    change(cup, organiser, rated=True, stages=[KNOCKOUT])
    letter = Notification.objects.get(kind="tournament changed").what.letter()
    assert "Ratings: games count" in letter.text
    assert "Stages: knock-out (Oriflamme: Ablaze; of each table go on: 1)" in letter.text
    assert "Pace" not in letter.text


def test_how_others_come_in_concerns_nobody_who_has_a_place(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice")
    change(cup, organiser, admission="code", code="sesame", conduct_min=50, capacity=30)
    assert told() == []
    assert Step.objects.get().facts["settings"] == [
        *("admission", "capacity", "code"),
        "conduct_min",
    ]
    assert "sesame" not in str(Step.objects.get().facts)


def test_a_change_taken_back_is_told_as_well(announce: Announce, organiser: User) -> None:
    cup = announce("alice")
    before = cup.settings()
    change(cup, organiser, stages=[KNOCKOUT, SWISS], points="wins")
    tournaments.take_step(key=cup.key, person=organiser, step="undo")
    cup.refresh_from_db()
    assert cup.settings() == before
    assert told() == [("alice", "points stages"), ("alice", "points stages")]


def test_what_does_not_fit_who_has_entered_is_refused(
    announce: Announce, organiser: User, person: Cast
) -> None:
    cup = announce("alice", "bob", "carol", "dave", bots_welcome=True)
    User.objects.filter(handle="bob").update(email_is_verified=False)
    with pytest.raises(errors.Refusal, match="bob"):
        change(cup, organiser, rated=True, bots_welcome=False)
    with pytest.raises(errors.Refusal, match="entered already"):
        change(cup, organiser, capacity=3)
    with pytest.raises(errors.Refusal):
        change(cup, organiser, stages=[])
    with pytest.raises(errors.Refusal):
        change(cup, organiser, start="at")


def test_a_stage_of_no_set_is_refused(announce: Announce) -> None:
    with pytest.raises(errors.Refusal, match="at least one set"):
        announce(stages=[{**SWISS, "sets": []}])


def test_while_people_are_asked_times_and_places_stay(announce: Announce, organiser: User) -> None:
    cup = announce("alice", "bob", "carol", confirms="start")
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    with pytest.raises(errors.Refusal, match="asked"):
        change(cup, organiser, confirm_for=600)
    change(cup, organiser, pace="live")
    assert len(told()) == 3


def test_after_the_start_words_alone(announce: Announce, organiser: User) -> None:
    cup = announce("alice", "bob", "carol")
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    with pytest.raises(errors.Refusal, match="begun"):
        change(cup, organiser, pace="live")
    change(cup, organiser, text="Play well.")


def test_fewer_places_than_expected_begin_a_tournament_that_begins_when_full(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob", "carol", start="full", capacity=8)
    change(cup, organiser, capacity=3)
    assert cup.key in tournaments.due()


def test_to_be_full_begins_no_tournament_that_begins_at_a_time(
    announce: Announce, organiser: User
) -> None:
    begins = timezone.now() + timedelta(days=2)
    cup = announce("alice", "bob", "carol", start="at", starts_at=begins)
    change(cup, organiser, capacity=3)
    assert tournaments.due() == []


def test_another_one_like_it(announce: Announce, organiser: User, person: Cast) -> None:
    cup = announce(admission="code", code="sesame", stages=[SWISS, KNOCKOUT], seats=3, late_until=2)
    made = tournaments.announce_like(key=cup.key, person=organiser, title="Winter cup")
    assert made.settings() == cup.settings() | {"title": "Winter cup"}
    assert not Entry.objects.filter(tournament=made).exists()
    assert made.seed.reveal() != cup.seed.reveal()
    # Somebody else, who has not the desk, is not given the code by it.
    frank = person("frank")
    User.objects.filter(pk=frank.pk).update(is_staff=True)
    frank.refresh_from_db()
    with pytest.raises(errors.Refusal, match="code"):
        tournaments.announce_like(key=cup.key, person=frank)
    other = tournaments.announce_like(key=cup.key, person=frank, code="open up")
    assert other.code == "open up"


def test_a_time_that_is_over_is_not_taken_over(announce: Announce, organiser: User) -> None:
    begins = timezone.now() + timedelta(days=2)
    cup = announce(start="at", starts_at=begins)
    Tournament.objects.filter(pk=cup.pk).update(starts_at=timezone.now() - timedelta(days=1))
    with pytest.raises(errors.Refusal, match="time"):
        tournaments.announce_like(key=cup.key, person=organiser)
    again = tournaments.announce_like(key=cup.key, person=organiser, starts_at=begins)
    assert again.starts_at == begins


def test_the_page_shows_what_was_and_what_would_be(
    announce: Announce, organiser: User, browser: Browser
) -> None:
    cup = announce("alice", confirm_for=7000, round_for=86_400)
    erin, path = browser("erin"), f"/tournaments/{cup.key}/desk/change"
    form = form_of(read(erin, path))
    # Nothing is wished that was not touched, whatever a program had chosen.
    assert "tournament changed" not in read_check(erin, path, form)
    sent = form | {"pace": "live", "round_for": "", "stage-0-rounds": "5"}
    page = read_check(erin, path, sent)
    assert "→" in page
    assert "rounds: 5" in page
    assert "as long as its games take" in page
    assert "This cannot be taken back" not in page
    assert erin.post(path, sent | {"sure": "yes"}).status_code == 303
    cup.refresh_from_db()
    assert (cup.pace, cup.round_for, cup.confirm_for) == ("live", None, 7000)
    assert Stage.objects.get(tournament=cup).rounds == 5
    assert told() == [("alice", "pace round_for stages")]
    assert "Stages, Pace, Time for a round" in read(Client(), f"/tournaments/{cup.key}/log")


def test_the_form_of_a_change_can_have_one_more_stage(
    announce: Announce, organiser: User, browser: Browser
) -> None:
    erin, path = browser("erin"), f"/tournaments/{announce().key}/desk/change"
    form = form_of(read(erin, path))
    for press, stages in (("edit", 1), ("more", 2)):
        page = read_check(erin, path, form | {press: "yes"})
        assert page.count('<fieldset class="stage">') == stages


def read_check(who: Client, path: str, sent: dict[str, Any]) -> str:
    page = who.post(path, sent)
    assert page.status_code == 200, page.content.decode()
    return page.content.decode()


def test_the_form_of_another_one_is_filled_in(
    announce: Announce, organiser: User, browser: Browser
) -> None:
    cup = announce(stages=[SWISS, KNOCKOUT], seats=5, admission="code", code="sesame")
    erin = browser("erin")
    form = form_of(read(erin, f"/tournaments/new?like={cup.key}"))
    assert erin.post("/tournaments/new", form | {"title": "Again"}).status_code == 303
    made = Tournament.objects.get(title="Again")
    assert made.settings() == cup.settings() | {"title": "Again"}


def test_its_tables_may_ask_everybody_at_once_and_play_blind(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob", "carol", capacity=3, seats=3)
    dry = change(cup, organiser, dry_run=True, together=True, blind=True)
    assert dry["effects"]["letters_to"]
    change(cup, organiser, together=True, blind=True)
    letter = Notification.objects.filter(kind="tournament changed").first()
    assert letter is not None
    assert "Order of play: blind" in letter.what.letter().text
    with pytest.raises(errors.Refusal):
        change(cup, organiser, together=False)
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    tournaments.advance(key=cup.key)
    (game,) = running_games(cup)
    assert (game.together, game.blind, game.asks_all) == (True, True, True)
