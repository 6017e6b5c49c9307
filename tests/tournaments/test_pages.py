"""Tournaments in a browser without a script: looked at, entered, announced, and what each
page costs."""

import html
import re
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Step, Tournament
from tests import bounded
from tests.conftest import Cast
from tests.pages.conftest import text_of
from tests.tournaments.browsing import At, begun, form_of, queries, read
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_round, running_games

pytestmark = pytest.mark.django_db

FINAL = {"format": "final", "sets": ["oriflamme"], "rounds": 1, "takes": 3}
PUBLIC = ["", "/standings", "/rounds", "/rounds/1", "/cross", "/players", "/players/1", "/log"]


# --- Looking -----------------------------------------------------------------------------


def test_every_page_is_there_for_strangers_from_announcement_to_end(announce: Announce) -> None:
    cup = announce("alice", "bob", "carol", "dave", stages=[SWISS, FINAL])
    stranger = Client()
    for path in ["", "/players", "/log", "/standings", "/rounds", "/cross"]:
        read(stranger, f"/tournaments/{cup.key}{path}")
    tournaments.take_step(key=cup.key, person=cup.creator, step="start")
    tournaments.advance(key=cup.key)
    bound = bounded()
    while next(bound) and running_games(cup):
        for path in PUBLIC:
            read(stranger, f"/tournaments/{cup.key}{path}")
        end_round(cup)
        tournaments.advance(key=cup.key)
    for path in [*PUBLIC, "/standings?stage=1", "/rounds/4"]:
        read(stranger, f"/tournaments/{cup.key}{path}")
    read(stranger, f"/tournaments/{cup.key}/rounds/9", 404)
    read(stranger, f"/tournaments/{cup.key}/players/9", 404)
    read(stranger, f"/tournaments/{'2' * 16}/standings", 404)


def test_a_list_names_public_tournaments_and_ones_own(
    announce: Announce,
    browser: At,
) -> None:
    announce("alice", title="Open cup")
    announce("alice", title="Hidden cup", visibility="link")
    assert "Open cup" in read(Client(), "/tournaments")
    assert "Hidden cup" not in read(Client(), "/tournaments")
    assert "Hidden cup" not in read(Client(), "/tournaments?list=mine")
    assert "Hidden cup" in read(browser("alice"), "/tournaments?list=mine")
    assert "Hidden cup" not in read(browser("mallory"), "/tournaments?list=mine")
    assert "Hidden cup" in read(browser("alice"), "/")
    assert "Open cup" not in read(browser("mallory"), "/")


def test_a_long_list_goes_on(announce: Announce, organiser: User) -> None:
    Tournament.objects.bulk_create(
        Tournament(
            creator=organiser,
            title=f"Cup {n:02}",
            capacity=8,
            pace="daily",
            languages=["en"],
            tie_breaks=["lot"],
        )
        for n in range(30)
    )
    first = read(Client(), "/tournaments")
    (more,) = re.findall(r'rel="next" href="([^"]+)"', first)
    second = read(Client(), f"/tournaments{html.unescape(more)}")
    assert "Cup 29" in first
    assert "Cup 04" not in first
    assert "Cup 04" in second
    assert "Cup 29" not in second
    assert 'rel="next"' not in second
    read(Client(), "/tournaments?list=open&after=nothing", 400)


def test_standings_explain_every_tie_break_with_its_numbers(announce: Announce) -> None:
    cup = begun(announce)
    end_round(cup)
    tournaments.advance(key=cup.key)
    page = html.unescape(read(Client(), f"/tournaments/{cup.key}/standings"))
    (stage,) = selectors.standings(key=cup.key, viewer=None)
    row = stage["divisions"][0]["rows"][0]
    told = {one["name"]: one["facts"] for one in row["tie_breaks"]}
    for said in (
        f"Opponents met: {told['strength']['opponents']}.",
        f"Tables won alone: {told['wins']['alone']}.",
        f"Influence gained at 1 tables: {told['influence']['gained']}.",
        "0 ahead, 0 behind",
        f"lot {row['entry']}” begins with {told['lot']['drawn']}",
    ):
        assert said in page, said


def test_the_end_is_a_podium_and_a_knockout_is_drawn_as_a_bracket(announce: Announce) -> None:
    knockout = {"format": "knockout", "sets": ["oriflamme"], "through": 2}
    cup = announce(capacity=12, start="full", stages=[knockout])
    for one in crowd(12):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    bound = bounded()
    while next(bound) and running_games(cup):
        assert 'class="pod"' not in read(Client(), f"/tournaments/{cup.key}")
        end_round(cup)
        tournaments.advance(key=cup.key)
    placed = Entry.objects.filter(tournament=cup, final_place__gte=1).order_by("final_place")
    first, second, third, *_ = (one.person.handle for one in placed.select_related("person"))
    podium = (
        read(Client(), f"/tournaments/{cup.key}").partition('class="pod"')[2].partition("</ol>")[0]
    )
    stands = re.findall(r'<li value="(\d)".*?/people/(\w+)/picture', podium, re.S)
    assert stands == [("2", second), ("1", first), ("3", third)]
    bracket = read(Client(), f"/tournaments/{cup.key}/rounds").partition('class="bracket"')[2]
    through = re.findall(
        r'<li class="first">.*?/people/(\w+)/picture', bracket.partition("</nav>")[0]
    )
    assert through[-1] == first


def test_the_cross_table_tells_who_was_ahead_of_whom(announce: Announce) -> None:
    cup = begun(announce, "alice", "bob", "carol")
    end_round(cup)
    tournaments.advance(key=cup.key)
    rows = selectors.cross(key=cup.key, viewer=None)
    page = read(Client(), f"/tournaments/{cup.key}/cross")
    cells = re.findall(r'<td class="n">(\d:\d)</td>', page)
    told = [f"{one['ahead']}:{one['behind']}" for row in rows for one in row["met"]]
    assert sorted(cells) == sorted(told)
    assert len(cells) == 6


def test_whoever_was_cut_is_told_their_place_of_all(announce: Announce, browser: At) -> None:
    final = {"format": "final", "sets": ["oriflamme"], "rounds": 1, "takes": 3}
    names = ("alice", "bob", "carol", "dave", "frank", "grace")
    cup = begun(announce, *names, stages=[{**SWISS, "rounds": 1}, final])
    for _stage in range(2):
        end_round(cup)
        tournaments.advance(key=cup.key)
    places = dict(cup.entries.values_list("person__handle", "final_place"))
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 6]
    for name, place in places.items():
        assert f"You are in place {place} with" in read(browser(name), f"/tournaments/{cup.key}")


def test_whom_the_desk_turned_away_no_page_names(
    announce: Announce,
    browser: At,
    person: Cast,
) -> None:
    cup = announce("alice", "bob", "carol", "dave", "mallory", admission="approval")
    for handle in ("alice", "bob", "carol", "dave"):
        tournaments.take_step(key=cup.key, person=cup.creator, step="admit", handle=handle)
    tournaments.take_step(key=cup.key, person=cup.creator, step="refuse", handle="mallory")
    tournaments.take_step(key=cup.key, person=cup.creator, step="start")
    tournaments.advance(key=cup.key)
    end_round(cup)
    tournaments.advance(key=cup.key)
    for at in (Client(), browser("alice")):
        for path in PUBLIC:
            assert "mallory" not in read(at, f"/tournaments/{cup.key}{path}").lower(), path
    exported = selectors.export(key=cup.key, viewer=None, file="cross.csv")[0]
    assert b"alice" in exported
    assert b"mallory" not in exported
    assert "mallory" in read(browser("erin"), f"/tournaments/{cup.key}/players")
    read(Client(), f"/tournaments/{cup.key}/players/5", 404)


def test_a_code_is_shown_at_the_desk_alone(
    announce: Announce,
    browser: At,
) -> None:
    cup = announce(admission="code", code="sesame")
    for at in (Client(), browser("alice")):
        for path in ["", "/players", "/log"]:
            assert "sesame" not in read(at, f"/tournaments/{cup.key}{path}")
    assert "sesame" in read(browser("erin"), f"/tournaments/{cup.key}/desk")


def test_history_on_a_persons_page_leaves_hidden_tournaments_out(
    announce: Announce,
    browser: At,
) -> None:
    for title, visibility in (("Open cup", "public"), ("Hidden cup", "link")):
        cup = begun(
            announce,
            "alice",
            "bob",
            "carol",
            title=title,
            visibility=visibility,
            stages=[SWISS | {"rounds": 1}],
        )
        end_round(cup)
        tournaments.advance(key=cup.key)
    page = read(browser("mallory"), "/people/alice")
    assert "Open cup" in page
    assert "Hidden cup" not in page
    assert re.search(r"place [123] of 3", page)


def test_markup_of_strangers_is_text(announce: Announce, organiser: User) -> None:
    cup = announce("alice", title="<b>cup</b>", text="<script>alert(1)</script>")
    page = read(Client(), f"/tournaments/{cup.key}")
    assert "<b>cup" not in page
    assert "<script>alert" not in page


# --- Playing -----------------------------------------------------------------------------


def test_one_enters_confirms_and_withdraws_by_its_page(
    announce: Announce,
    browser: At,
    organiser: User,
) -> None:
    cup = announce("bob", "carol", confirms="start")
    path, alice = f"/tournaments/{cup.key}", browser("alice")
    assert alice.post(path, {"act": "enter"}).status_code == 303
    assert "You have a place" in read(alice, path)
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    assert "I will play" in read(alice, path)
    assert alice.post(path, {"act": "confirm"}).status_code == 303
    assert "You have said that you will play." in read(alice, path)
    assert "Withdraw from this tournament?" in text_of(alice.post(path, {"act": "withdraw"}))
    entry = Entry.objects.get(person__handle="alice")
    assert entry.state == "entered"
    assert alice.post(path, {"act": "withdraw", "sure": "yes"}).status_code == 303
    entry.refresh_from_db()
    assert entry.state == "withdrawn"


def test_a_wrong_code_is_told_beside_the_form(
    announce: Announce,
    browser: At,
) -> None:
    cup = announce(admission="code", code="sesame")
    path, alice = f"/tournaments/{cup.key}", browser("alice")
    wrong = alice.post(path, {"act": "enter", "code": "salami"})
    assert wrong.status_code == 403
    assert 'name="code"' in text_of(wrong)
    assert alice.post(path, {"act": "enter", "code": "sesame"}).status_code == 303


def test_strangers_are_asked_to_sign_in_first(announce: Announce) -> None:
    cup = announce()
    answer = Client().post(f"/tournaments/{cup.key}", {"act": "enter"}, secure=True)
    assert (answer.status_code, Entry.objects.count()) == (302, 0)


def test_a_player_sees_their_tables_and_what_they_need(
    announce: Announce,
    browser: At,
) -> None:
    cup = begun(announce, stages=[SWISS, FINAL])
    game = running_games(cup)[0]
    page = read(browser("alice"), f"/tournaments/{cup.key}")
    assert f'href="/games/{game.key}"' in page
    assert "The best 3 go on; rounds left: 3." in page
    assert "go on; rounds left" not in read(browser("mallory"), f"/tournaments/{cup.key}")


def test_a_forged_post_enters_nobody(announce: Announce, person: Cast) -> None:
    cup = announce()
    strict = Client(enforce_csrf_checks=True)
    for who, path, sent in (
        ("alice", "", {"act": "enter"}),
        ("erin", "/desk/start", {"sure": "yes"}),
        ("erin", "/desk/import", {"csv": "alice", "sure": "yes"}),
    ):
        strict.force_login(person(who))
        answer = strict.post(f"/tournaments/{cup.key}{path}", sent, secure=True)
        assert answer.status_code == 403
    assert not Entry.objects.exists()
    assert not Step.objects.exists()


# --- Announcing --------------------------------------------------------------------------


def test_announced_by_one_press_with_usual_values(browser: At, organiser: User) -> None:
    erin = browser("erin")
    made = erin.post("/tournaments/new", form_of(read(erin, "/tournaments/new")))
    cup = Tournament.objects.get()
    assert made["Location"] == f"/tournaments/{cup.key}/desk"
    assert (cup.capacity, cup.pace, cup.start, cup.rated) == (16, "daily", "desk", False)
    assert [(s.format, s.rounds, s.sets) for s in cup.stages.all()] == [("swiss", 4, ["oriflamme"])]
    assert cup.tie_breaks == ["strength", "wins", "influence", "direct", "seat", "lot"]


def test_several_stages_and_everything_else(browser: At, organiser: User) -> None:
    erin = browser("erin")
    sent = form_of(read(erin, "/tournaments/new"))
    more = erin.post("/tournaments/new", sent | {"more": "yes", "title": "Grand cup"})
    assert not Tournament.objects.exists()
    sent = form_of(text_of(more))
    assert sent["title"] == ["Grand cup"]
    assert [name for name in sent if name.endswith("-format")] == [
        "stage-0-format",
        "stage-1-format",
    ]
    sent |= {
        "stage-1-format": "final",
        "stage-1-rounds": "2",
        "stage-1-takes": "4",
        "stage-1-sets": ["ablaze", "oriflamme"],
        "stage-1-carries": "on",
        "start": "at",
        "starts_at": "2099-05-01T18:30",
        "admission": "code",
        "code": "sesame",
        "round_for": "604800",
        "break_for": "86400",
        "seats": "5",
        "exact_seats": "on",
        "tie-0": "wins",
        "tie-1": "lot",
        "tie-2": "",
        "tie-3": "",
        "tie-4": "",
        "tie-5": "",
        "languages": ["it", "uk"],
        "rating_min": "900",
        "late": "half",
        "late_until": "2",
    }
    answer = erin.post("/tournaments/new", sent)
    assert answer.status_code == 303, re.findall(r"errorlist[^<]*<?", text_of(answer))
    cup = Tournament.objects.get()
    assert (cup.code, cup.round_for, cup.seats, cup.exact_seats) == ("sesame", 604_800, 5, True)
    assert (cup.tie_breaks, cup.languages) == (["wins", "lot"], ["it", "uk"])
    assert cup.starts_at is not None
    assert cup.starts_at.hour == 18
    _first, second = cup.stages.order_by("number")
    assert (second.format, second.takes, second.carries) == ("final", 4, True)
    assert second.sets == ["ablaze", "oriflamme"]
    erin_page = read(erin, f"/tournaments/{cup.key}")
    assert "for the best 4" in erin_page


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ({"title": " "}, 'id="problem-title"'),
        ({"capacity": "2"}, 'id="problem-capacity"'),
        ({"capacity": "many"}, 'id="problem-capacity"'),
        ({"stage-0-rounds": ""}, "Say how many rounds there shall be."),
        ({"start": "at"}, 'id="problem-starts_at"'),
        ({"start": "at", "starts_at": "2001-01-01T10:00"}, 'id="problem-starts_at"'),
        ({"admission": "code"}, 'id="problem-code"'),
        ({"tie-1": "strength"}, 'id="problem-tie_breaks"'),
        ({"rated": "on", "bots_welcome": "on"}, 'id="problem-rated"'),
        ({"languages": "xx"}, 'id="problem-languages"'),
        ({"pace": "never"}, 'id="problem-pace"'),
        ({"stage-0-format": ""}, "It is not announced yet"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_nothing_typed_is_lost(
    browser: At,
    organiser: User,
    wrong: dict[str, str],
    near: str,
) -> None:
    erin = browser("erin")
    sent = form_of(read(erin, "/tournaments/new")) | {"conduct_min": "77"} | wrong
    answer = erin.post("/tournaments/new", sent)
    assert answer.status_code == 400
    assert near in text_of(answer)
    assert 'value="77"' in text_of(answer)
    assert not Tournament.objects.exists()


def test_announcing_is_for_those_who_have_the_right(
    browser: At,
    organiser: User,
) -> None:
    read(browser("mallory"), "/tournaments/new", 403)
    sent = form_of(read(browser("erin"), "/tournaments/new"))
    assert browser("mallory").post("/tournaments/new", sent).status_code == 403
    assert "/tournaments/new" not in read(browser("mallory"), "/tournaments")
    assert not Tournament.objects.exists()


# --- Cost --------------------------------------------------------------------------------


def big(announce: Announce, count: int) -> Tournament:
    cup = announce(capacity=count, start="full")
    people = crowd(count)
    Entry.objects.bulk_create(
        Entry(tournament=cup, person=one, number=n, state="entered")
        for n, one in enumerate(people, 1)
    )
    tournaments.take_step(key=cup.key, person=cup.creator, step="start")
    tournaments.advance(key=cup.key)
    end_round(cup)
    tournaments.advance(key=cup.key)
    return cup


# By page: queries of a stranger, whose session is not asked for. One of each is when the round
# begins that is drawn.
COST = {
    "": 5,
    "/standings": 12,
    "/rounds": 12,
    "/cross": 12,
    "/players": 9,
    "/players/1": 23,
    "/log": 7,
}


@pytest.mark.parametrize("count", [8, 500])
def test_every_page_costs_the_same_queries_for_any_number(announce: Announce, count: int) -> None:
    cup = big(announce, count)
    found = {path: queries(Client(), f"/tournaments/{cup.key}{path}") for path in COST}
    assert found == COST
    assert queries(Client(), "/tournaments") <= 3


@pytest.mark.parametrize("count", [8, 64])
def test_the_desk_costs_the_same_queries_for_any_number(
    announce: Announce,
    browser: At,
    count: int,
) -> None:
    """With a step that can be taken back."""
    cup = big(announce, count)
    wish = {"handle": "player003", "points": 3, "reason": "A gift"}
    tournaments.take_step(key=cup.key, person=cup.creator, step="adjust", **wish)
    assert queries(browser("erin"), f"/tournaments/{cup.key}/desk") == 25


@pytest.mark.parametrize("count", [8, 64])
def test_what_a_player_sees_costs_the_same_queries_for_any_number(
    announce: Announce, browser: At, count: int
) -> None:
    cup = big(announce, count)
    player, one = browser("player003"), f"/tournaments/{cup.key}"
    found = {path: queries(player, one + path) for path in ("", "/objections")}
    assert found == {"": 19, "/objections": 22}


def test_a_large_round_is_not_drawn_where_the_desk_is_only_looked_at(
    announce: Announce, browser: At
) -> None:
    cup = announce(capacity=64)
    for one in crowd(41):
        tournaments.enter_tournament(key=cup.key, person=one)
    desk = f"/tournaments/{cup.key}/desk"
    assert f"{desk}/start" in read(browser("erin"), desk)
    with patch.object(tournaments, "take_step") as taken:
        read(browser("erin"), desk)
    taken.assert_not_called()


def test_five_hundred_are_shown_a_hundred_at_a_time(announce: Announce) -> None:
    cup = big(announce, 150)
    page = read(Client(), f"/tournaments/{cup.key}/standings")
    assert page.count('<th scope="row">') == 100
    assert 'href="?after=100&amp;stage=1"' in page
    rest = read(Client(), f"/tournaments/{cup.key}/standings?after=100&stage=1")
    assert rest.count('<th scope="row">') == 50
    met = read(Client(), f"/tournaments/{cup.key}/cross")
    assert met.count('class="plain met"') == 1


def test_who_may_announce_no_tournament_is_told_so(browser: At) -> None:
    answer = browser("alice").get("/tournaments/new")
    assert answer.status_code == 403
    assert "10 games with others" in answer.content.decode()


def test_nobody_is_told_what_they_need_once_it_is_over(announce: Announce, browser: At) -> None:
    stage = {"format": "knockout", "sets": ["oriflamme"], "through": 2}
    cup = announce(capacity=8, start="full", stages=[stage], break_for=0)
    people = crowd(8)
    for one in people:
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    told = []
    bound = bounded(10)
    while Tournament.objects.get(pk=cup.pk).status == "running" and next(bound):
        end_round(cup)
        tournaments.advance(key=cup.key)
        told.append(
            sum(
                "Others play on without you."
                in read(browser(one.handle), f"/tournaments/{cup.key}")
                for one in people
            )
        )
    assert told == [4, 0]
