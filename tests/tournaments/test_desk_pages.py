"""The desk of a tournament in a browser without a script, up to a whole one run from it."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from games.models import Game
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Step, Tournament
from games.tournaments.pages.steps import STEPS
from games.tournaments.services.desk import CHOICES
from notifications.models import Notification
from tests.conftest import Cast
from tests.pages.conftest import text_of
from tests.tournaments.browsing import At, begun, form_of, hidden, press, read
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import end_round, running_games

pytestmark = pytest.mark.django_db

DESK_PAGES = ["/desk", "/desk/import", "/desk/start", "/desk/drop", "/desk/fix", "/desk/undo"]


def test_every_step_of_the_api_has_its_page() -> None:
    assert set(STEPS) == set(CHOICES)


def test_nobody_without_the_right_sees_or_reaches_the_desk(
    announce: Announce,
    browser: At,
) -> None:
    cup = begun(announce)
    for handle in ("alice", "mallory"):
        at = browser(handle)
        assert "/desk" not in read(at, f"/tournaments/{cup.key}")
        for path in DESK_PAGES:
            read(at, f"/tournaments/{cup.key}{path}", 403)
            sent = {"sure": "yes", "handle": "bob", "reason": "x", "csv": "bob"}
            if path != "/desk":
                assert at.post(f"/tournaments/{cup.key}{path}", sent).status_code == 403
    for path in DESK_PAGES:
        answer = Client().get(f"/tournaments/{cup.key}{path}", secure=True)
        assert answer.status_code == 302
    read(browser("erin"), f"/tournaments/{cup.key}/desk/nonsense", 404)
    read(browser("erin"), f"/tournaments/{'2' * 16}/desk", 404)
    assert Step.objects.count() == 1  # the start


def test_the_desk_says_what_its_next_step_leads_to_and_takes_it_by_one_press(
    announce: Announce, browser: At
) -> None:
    cup = announce("alice", "bob", "carol", "dave")
    at, path = browser("erin"), f"/tournaments/{cup.key}/desk"
    page = read(at, path)
    assert "letters go out" in page
    assert "This cannot be taken back." in page
    cup.refresh_from_db()
    assert cup.began_at is None
    done = at.post(f"{path}/start", hidden(page) | {"sure": "yes"})
    assert (done.status_code, done["Location"]) == (303, path)
    cup.refresh_from_db()
    assert cup.began_at is not None


def test_what_is_the_heads_alone_an_organiser_is_refused(
    announce: Announce,
    browser: At,
    organiser: User,
    person: Cast,
) -> None:
    cup = announce("alice")
    press(browser("erin"), cup, "add_organiser", handle=person("bob").handle)
    desk = read(browser("bob"), f"/tournaments/{cup.key}/desk")
    assert "/desk/change" in desk
    assert "/desk/call_off" not in desk
    path = f"/tournaments/{cup.key}/desk/call_off"
    assert browser("bob").post(path, {"reason": "x", "sure": "yes"}).status_code == 403
    cup.refresh_from_db()
    assert cup.status == "open"


def test_a_step_is_shown_first_and_done_by_the_second_press(
    announce: Announce,
    browser: At,
) -> None:
    cup = begun(announce, "alice", "bob", "carol", "dave", "mallory")
    erin, path = browser("erin"), f"/tournaments/{cup.key}/desk/drop"
    shown = erin.post(path, {"handle": "mallory", "reason": "Asked for it"})
    assert "5 letters go out." in text_of(shown)
    assert Entry.objects.get(person__handle="mallory").state == "entered"
    done = erin.post(path, hidden(text_of(shown)) | {"sure": "yes"})
    assert done.status_code == 303
    assert Entry.objects.get(person__handle="mallory").state == "dropped"
    assert "Asked for it" in read(Client(), f"/tournaments/{cup.key}/log")


def test_two_presses_are_one_and_a_stale_page_does_nothing(
    announce: Announce,
    browser: At,
) -> None:
    cup = begun(announce)
    erin, path = browser("erin"), f"/tournaments/{cup.key}/desk/adjust"
    sent = {"handle": "bob", "points": "2.5", "reason": "Kindness"}
    again = hidden(text_of(erin.post(path, sent))) | {"sure": "yes"}
    assert erin.post(path, again).status_code == 303
    second = erin.post(path, again)
    assert second.status_code == 409
    assert "Another step has been taken since" in text_of(second)
    own = selectors.own(key=cup.key, viewer=User.objects.get(handle="bob"))
    assert own["standing"]["points"] == 2.5


def test_what_is_wrong_is_told_at_its_field(announce: Announce, browser: At) -> None:
    cup = begun(announce)
    erin, at = browser("erin"), f"/tournaments/{cup.key}/desk"
    for step, sent, near in (
        ("drop", {"handle": "bob"}, 'id="problem-reason"'),
        ("drop", {"handle": "nobody", "reason": "x"}, 'id="problem-handle"'),
        ("drop", {"handle": "x" * 40, "reason": "x"}, 'id="problem-handle"'),
        ("extend", {"hours": "0"}, 'id="problem-hours"'),
        ("extend", {"hours": "soon"}, 'id="problem-hours"'),
        ("adjust", {"handle": "bob", "points": "nan", "reason": "x"}, 'id="problem-points"'),
        ("announce", {"words": ""}, 'id="problem-words"'),
        ("decide", {"table": "9", "how": "adjudicate", "reason": "x"}, 'id="problem-table"'),
        ("decide", {"table": "1", "how": "lot", "reason": "x"}, 'id="problem-how"'),
    ):
        answer = erin.post(f"{at}/{step}", sent)
        assert answer.status_code == 400, (step, sent)
        assert near in text_of(answer), (step, sent)
    assert erin.post(f"{at}/redraw", {}).status_code == 409


def test_a_step_offers_by_name_those_it_can_be_about(announce: Announce, browser: At) -> None:
    cup = begun(announce)
    erin, at = browser("erin"), f"/tournaments/{cup.key}/desk"
    for step, offered in (
        ("drop", {"alice", "bob", "carol", "dave"}),
        ("add", set()),
        ("remove_organiser", set()),
    ):
        page = read(erin, f"{at}/{step}")
        assert set(re.findall(r'<option value="(\w+)">', page)) == offered, step


JUNK = ("", "\0", "-1", "1e9", "9" * 30, "9" * 5000, "x" * 9000, "<b>", "\ud7ff")


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_no_junk_breaks_a_page(announce: Announce, browser: At, junk: str) -> None:
    cup = begun(announce)
    at, path = browser("erin"), f"/tournaments/{cup.key}"
    for query in ("standings?stage", "standings?after", "cross?after", "desk?handle"):
        name, key = query.split("?")
        assert at.get(f"{path}/{name}", {key: junk}).status_code == 200
    assert at.get("/tournaments", {"list": junk, "after": junk}).status_code in {200, 400}
    names = ("handle", "other", "round", "table", "hours", "points", "how", "words", "reason")
    sent = dict.fromkeys((*names, "after", "title", "text", "capacity", "starts_at", "code"), junk)
    for step in STEPS:
        assert at.get(f"{path}/desk/{step}", sent).status_code == 200
        for sure in ({}, {"sure": "yes", "table": "1", "round": "1"}):
            answer = at.post(f"{path}/desk/{step}", sent | sure)
            assert answer.status_code in {200, 303, 400, 409}, (step, answer.status_code)
    for there in (path, "/tournaments/new", f"{path}/desk/import"):
        for act in ("enter", "confirm", junk):
            given = sent | {"act": act, "stages": junk, "stage-0-format": junk, "csv": junk}
            assert at.post(there, given).status_code in {200, 303, 400, 403, 409}, there


def test_a_result_is_set_seat_by_seat(announce: Announce, browser: At) -> None:
    cup = begun(announce, "alice", "bob", "carol")
    end_round(cup)
    tournaments.advance(key=cup.key)
    erin, path = browser("erin"), f"/tournaments/{cup.key}/desk/fix"
    assert 'name="table"' in read(erin, path)
    page = read(erin, f"{path}?round=1&table=1")
    names = re.findall(r'name="(rank-\d+)"', page)
    assert len(names) == 3
    sent = {"round": "1", "table": "1", "reason": "Miscounted"}
    wrong = erin.post(path, sent | dict.fromkeys(names, "2"))
    assert wrong.status_code == 400
    assert 'id="problem-results"' in text_of(wrong)
    ranks = {"alice": "1", "bob": "2", "carol": "2"}
    entries = {f"rank-{e.number}": e.person.handle for e in Entry.objects.select_related("person")}
    press(erin, cup, "fix", **sent, **{name: ranks[handle] for name, handle in entries.items()})
    (round_,) = selectors.rounds(key=cup.key, viewer=None, ordinal=1)
    got = {seat["player"]["handle"]: seat["points"] for seat in round_["tables"][0]["seats"]}
    assert got == {"alice": 12, "bob": 3, "carol": 3}


def test_a_list_is_pasted_or_sent_as_a_file_and_reported_first(
    announce: Announce,
    browser: At,
    person: Cast,
) -> None:
    cup = announce(capacity=3)
    for handle in ("alice", "bob", "carol", "dave"):
        person(handle)
    erin, path = browser("erin"), f"/tournaments/{cup.key}/desk/import"
    sheet = "\ufeffhandle;name\r\nalice;A\r\nnobody;N\r\nbob;B\r\ncarol;C\r\ndave;D\r\n"
    file = SimpleUploadedFile("list.csv", sheet.encode(), content_type="text/csv")
    shown = erin.post(path, {"csv": "", "file": file})
    assert "Would be entered: 4. Cannot be: 1." in text_of(shown)
    assert "There is nobody called nobody." in text_of(shown)
    assert not Entry.objects.exists()
    done = erin.post(path, hidden(text_of(shown)) | {"sure": "yes"})
    assert "Entered: 4." in text_of(done)
    assert sorted(Entry.objects.values_list("person__handle", "state")) == [
        ("alice", "entered"),
        ("bob", "entered"),
        ("carol", "entered"),
        ("dave", "waiting"),
    ]
    assert erin.post(path, {"csv": " \n"}).status_code == 400
    assert erin.post(path, {"csv": "alice\n" * 9000}).status_code == 400


def test_a_list_copied_from_a_spreadsheet_is_read_and_says_how(
    browser: At, announce: Announce, person: Cast
) -> None:
    cup = announce(capacity=3, team_counts=2)
    for handle in ("alice", "bob", "carol"):
        person(handle)
    erin, path = browser("erin"), f"/tournaments/{cup.key}/desk/import"
    sheet = "Player\tSeed\tTeam\nalice\t1\tOwls\n@bob\t-\t\ncarol\tfirst\t\n"
    shown = text_of(erin.post(path, {"csv": sheet}))
    assert "Would be entered: 2. Cannot be: 1." in shown
    assert "plays, Owls, seed 1" in shown
    assert "“first” is no seed" in shown
    assert "Your entry in a tournament: alice, bob" in shown
    assert not Entry.objects.exists()
    again = hidden(shown) | {"sure": "yes"}
    assert "Entered: 2." in text_of(erin.post(path, again))
    # Two presses are one; and a list that was the wrong one is taken back as a whole.
    assert "Another step has been taken since" in text_of(erin.post(path, again))
    assert "No entry any more: alice, bob" in press(erin, cup, "undo")
    assert not Entry.objects.exists()
    assert Notification.objects.filter(kind="tournament entry").count() == 4


def test_one_wrong_field_marks_no_other(announce: Announce, browser: At) -> None:
    cup = begun(announce)
    sent = {"handle": "alice", "points": "many", "reason": "A gift"}
    page = text_of(browser("erin").post(f"/tournaments/{cup.key}/desk/adjust", sent))
    assert re.findall(r'class="errorlist" id="([^"]+)"', page) == ["problem-points"]


def test_no_result_is_set_while_no_round_has_begun(announce: Announce, browser: At) -> None:
    for wait, offered in ((3600, False), (0, True)):
        cup = begun(announce, first_break_for=wait)
        page = read(browser("erin"), f"/tournaments/{cup.key}/desk")
        assert ("/desk/fix" in page) is offered


def test_a_whole_tournament_is_run_from_the_pages_alone(
    browser: At,
    organiser: User,
    person: Cast,
) -> None:
    erin = browser("erin")
    sent = form_of(read(erin, "/tournaments/new"))
    sent |= {
        "stage-0-rounds": "2",
        "break_for": "3600",
        "first_break_for": "0",
        "admission": "approval",
        "stages": "2",
    }
    sent |= {"stage-1-format": "final", "stage-1-rounds": "1", "stage-1-takes": "3"}
    sent |= {"stage-1-sets": "oriflamme", "title": "House cup", "confirms": "never"}
    assert erin.post("/tournaments/new", sent).status_code == 303
    cup = Tournament.objects.get()
    path = f"/tournaments/{cup.key}"
    people = ("alice", "bob", "carol", "dave", "frank", "grace")
    for handle in people:
        assert browser(handle).post(path, {"act": "enter"}).status_code == 303
        admit = {"handle": handle}
        assert erin.post(f"{path}/desk/admit", admit).status_code == 303
    announced = form_of(read(erin, f"{path}/desk/change"))
    wished = {"title": "House cup 1", "text": "For friends", "capacity": "20"}
    press(erin, cup, "change", **(announced | wished))
    press(erin, cup, "add", handle=person("heidi").handle)
    press(erin, cup, "start")
    tournaments.advance(key=cup.key)
    first = running_games(cup)
    assert len(first) == 2
    desk = read(erin, f"{path}/desk")
    assert "Waits for" in desk
    assert erin.post(f"{path}/desk/nudge", {"table": "1"}).status_code == 303
    press(erin, cup, "extend", table="1", hours="5")
    press(erin, cup, "announce", words="Play on!")
    press(erin, cup, "pause", reason="Holiday")
    assert "Pause" in read(Client(), f"{path}/log")
    press(erin, cup, "resume")
    press(erin, cup, "replace", handle="heidi", other=person("ivan").handle, reason="Ill")
    press(erin, cup, "decide", round="1", table="2", how="adjudicate", reason="Too slow")
    end_round(cup)
    tournaments.advance(key=cup.key)
    # The second round is drawn and has its break: now it can be changed.
    assert "Round 2: the round is drawn and begins" in read(erin, f"{path}/desk")
    press(erin, cup, "redraw")
    (drawn,) = selectors.rounds(key=cup.key, viewer=None, ordinal=2)
    one, two = (table["seats"][0]["player"]["handle"] for table in drawn["tables"])
    press(erin, cup, "move", handle=one, other=two)
    press(erin, cup, "undo")
    shown = press(erin, cup, "disqualify", handle="frank", reason="Two accounts")
    assert "letter" in shown
    press(erin, cup, "adjust", handle="grace", points="-1", reason="Late")
    Tournament.objects.filter(pk=cup.pk).update(due_at=cup.announced_at)
    cup.rounds.filter(status="drawn").update(begins_at=cup.announced_at)
    for _round in range(3):
        tournaments.advance(key=cup.key)
        cup.rounds.filter(status="drawn").update(begins_at=cup.announced_at)
        tournaments.advance(key=cup.key)
        end_round(cup)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    assert cup.status == "over"
    assert [s.kind for s in cup.steps.order_by("pk")][-6:] == [
        *("decide", "redraw", "move", "undo", "disqualify", "adjust")
    ]
    assert "You have played in this tournament." in read(browser("alice"), path)
    standings = read(Client(), f"{path}/standings")
    assert "final" in standings.lower()
    assert Game.objects.filter(tournament=cup.key, status="running").count() == 0
