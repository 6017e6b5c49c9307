"""Numbers as people see them: lists, histories, bands; by API and on pages."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest
import time_machine
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services.export import export
from accounts.services.leaving import erase
from games.ratings import graph, pages, selectors, services
from games.ratings.models import BLIND, OVERALL, Rating
from games.ratings.pool import MEET
from games.ratings.rating import BASE, Belief
from tests import bounded
from tests.api.conftest import ApiClient, client_of, stranger
from tests.ratings.conftest import NOON, Ended, standing

__all__ = ["client_of", "stranger"]
pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def names(**asked: object) -> list[str]:
    return [line["name"] for line in selectors.leaderboard(**asked)[0]]  # type: ignore[arg-type]


@pytest.fixture
def season(ended: Ended) -> None:
    """Alice beats Bob beats Carol, ten times; Dave has won twice, against all of them."""
    for _ in range(10):
        ended(["carol", "alice", "bob"], [3, 1, 2])
    for _ in range(2):
        ended(["dave", "alice", "bob", "carol"], [1, 2, 3, 4])
    services.collect()


def test_a_person_with_two_games_does_not_top_the_list(season: None) -> None:
    rows = standing()
    assert rows["dave"].mu > rows["bob"].mu
    assert names() == ["alice", "bob", "carol"]
    assert names(name="oriflamme") == ["alice", "bob", "carol"]
    assert names(name="ablaze") == names(bots=True) == []


def test_a_list_of_people_shows_who_is_settled_and_says_what_is_missing(
    season: None, person: Cast, ended: Ended
) -> None:
    """Carol has come to ten games of one box without meeting enough: no list shows her."""
    Rating.objects.filter(person=person("carol"), list=OVERALL).update(settled=False, met=2)
    assert names() == names(name="oriflamme") == ["alice", "bob"]
    assert selectors.missing(person("alice")) is None
    assert selectors.missing(person("carol")) == {"games": 10, "met": 2, "sure": False}
    assert selectors.missing(person("alice"), name="ablaze") == {
        "games": 0,
        "met": MEET,
        "sure": True,
    }
    assert selectors.missing(person("erin"), name=BLIND) == {"games": 0, "met": 0, "sure": False}
    carol = {
        row["list"]: (row["met"], row["settled"]) for row in selectors.ratings_of(person("carol"))
    }
    assert carol == {"overall": (2, False), "oriflamme": (2, False)}
    _, part = pages.shown(person("carol"), None)
    text = render_to_string("ratings/of_person.html", {"part": part})
    assert text.count("met 2 of 5 settled people") == 1
    browser = Client()
    browser.force_login(person("carol"))
    page = browser.get("/ratings", secure=True).content.decode()
    assert "You have met 2 of 5 settled people." in page
    assert "of the 10 games" not in page
    # Whoever has met enough, at games that counted for little, reads that.
    Rating.objects.filter(person=person("carol"), list=OVERALL).update(met=MEET, sigma=7)
    page = browser.get("/ratings", secure=True).content.decode()
    assert "Your rating is not sure enough yet." in page
    text = render_to_string(
        "ratings/of_person.html", {"part": pages.shown(person("carol"), None)[1]}
    )
    assert text.count("not sure enough yet") == 1
    assert "settled people." not in Client().get("/ratings?who=bots", secure=True).content.decode()


def test_two_lucky_games_show_less_than_a_dozen_good_ones(ended: Ended) -> None:
    """Good ones are against many: games with the same two again and again prove little."""
    circle = [f"rival{n}" for n in range(8)]
    for n in range(12):
        ended([circle[n % 8], circle[(n + 3) % 8], circle[(n + 5) % 8]])
    for n in range(12):
        ended(["alice", circle[n % 8], circle[(n + 3) % 8]])
    for _ in range(2):
        ended(["dave", circle[0], circle[1]])
    rows = standing()
    assert Belief(rows["dave"].mu, rows["dave"].sigma).number < (
        Belief(rows["alice"].mu, rows["alice"].sigma).number
    )


def test_whoever_has_not_played_for_a_year_has_left_the_list(season: None) -> None:
    assert names()
    with time_machine.travel(timezone.now() + timedelta(days=366)):
        assert names() == []


def test_who_is_erased_or_suspended_is_on_no_list(season: None, person: Cast) -> None:
    erase(person=person("alice"))
    User.objects.filter(handle="bob").update(is_active=False)
    assert names() == ["carol"]
    # The places of the others close up: a gap would tell that somebody was there.
    assert [line["place"] for line in selectors.leaderboard()[0]] == [1]


def test_equals_share_a_place_and_pages_follow_one_another(season: None, person: Cast) -> None:
    alice = standing()["alice"]
    for n in range(5):
        Rating.objects.create(
            person=person(f"equal{n}"),
            list="overall",
            mu=alice.mu,
            sigma=alice.sigma,
            games=12,
            settled=True,
            last_at=alice.last_at,
        )
    every, end = selectors.leaderboard()
    assert [line["place"] for line in every] == [1, 1, 1, 1, 1, 1, 7, 8]
    assert end is None
    paged, after = [], 0
    bound = bounded()
    while next(bound) and after is not None:
        lines, after = selectors.leaderboard(after=after, limit=3)  # type: ignore[assignment]
        paged += lines
    assert paged == every


def test_bots_have_a_list_of_their_own(ended: Ended, person: Cast) -> None:
    for _ in range(10):
        ended(["alice", "bot:owl", "robin:bot"], rated=False)
    services.collect()
    assert names() == []
    assert [(line["handle"], line["name"]) for line in selectors.leaderboard(bots=True)[0]] == [
        (None, "Owl"),
        ("robin", "robin"),
    ]
    assert selectors.ratings_of(person("alice")) == []


def test_a_band_has_both_ends_or_one(season: None, person: Cast) -> None:
    alice = standing()["alice"]
    number = Belief(alice.mu, alice.sigma).number
    assert selectors.may_sit_by_rating(person("alice"), low=number, high=number)
    assert not selectors.may_sit_by_rating(person("alice"), low=number + 1)
    assert not selectors.may_sit_by_rating(person("alice"), high=number - 1)
    assert selectors.may_sit_by_rating(person("alice"))
    # On another box she is new.
    assert selectors.may_sit_by_rating(person("alice"), set="ablaze", low=BASE, high=BASE)


def test_a_list_costs_one_query_and_a_person_two(season: None, person: Cast) -> None:
    with CaptureQueriesContext(connection) as caught:
        selectors.leaderboard()
    assert len(caught) == 1
    alice = person("alice")
    with CaptureQueriesContext(connection) as caught:
        selectors.ratings_of(alice)
        selectors.history_of(alice)
    assert len(caught) == 2


def test_a_private_table_is_not_named_in_a_history(ended: Ended, person: Cast) -> None:
    shown = ended(["alice", "bob", "carol"])
    ended(["alice", "bob", "carol"], spectators=False)
    services.collect()
    points = selectors.history_of(person("alice"))
    assert [point["game"] for point in points] == [shown.key, None]
    assert points[1]["number"] == points[0]["number"] + points[1]["change"]
    assert points[0]["at"] == NOON


def test_no_number_moves_before_an_anonymous_game_is_over(
    ended: Ended, stranger: ApiClient
) -> None:
    """Byte by byte: who plays there cannot be read from anybody's ratings."""
    for _ in range(3):
        ended(["alice", "bob", "carol"])
    services.collect()
    asked = ("ratings", "people/alice/ratings", "people/dave/ratings")
    ended(["dave", "erin", "frank"], rated=False)
    before = [stranger.get(path).content for path in asked]
    ended(
        ["alice", "dave", "bob"],
        anonymous=True,
        status="running",
        state="{}",
        to_move=0,
        at=timezone.now(),
    )
    services.collect()
    assert [stranger.get(path).content for path in asked] == before


def test_strangers_read_lists_and_people_by_api(season: None, stranger: ApiClient) -> None:
    page = stranger.get("ratings?limit=2").json()
    assert [one["handle"] for one in page["items"]] == ["alice", "bob"]
    rest = stranger.get(f"ratings?cursor={page['next']}").json()
    assert [one["place"] for one in rest["items"]] == [3]
    assert rest["next"] is None
    dave = stranger.get("people/Dave/ratings").json()
    assert dave["handle"] == "dave"
    assert [(one["list"], one["games"], one["provisional"]) for one in dave["ratings"]] == [
        ("overall", 2, True),
        ("oriflamme", 2, True),
    ]
    assert dave["history"][-1]["number"] == dave["ratings"][0]["number"]
    assert stranger.get("people/dave/ratings?set=ablaze").json()["history"] == []
    assert stranger.get("people/nobody/ratings").status_code == 404
    assert stranger.get("ratings?set=chess").status_code == 400
    assert stranger.get("ratings?cursor=99999999").status_code == 400


def test_an_erased_person_has_no_ratings_page(
    season: None, stranger: ApiClient, person: Cast
) -> None:
    alice = person("alice")
    erase(person=alice)
    for handle in ("alice", f"gone-{alice.pk}"):
        assert stranger.get(f"people/{handle}/ratings").status_code == 404


def test_the_copy_of_ones_data_tells_each_change(season: None, person: Cast) -> None:
    copied = export(person=person("dave"))["ratings"]
    assert [row["list"] for row in copied["ratings"]] == ["oriflamme", "overall"]
    assert len(copied["history"]) == 4
    assert {row["share"] for row in copied["history"]} == {1.0}


@pytest.mark.parametrize("query", ["", "?who=bots", "?set=ablaze", "?set=x&after=-1", "?after=1"])
def test_the_page_of_the_list(season: None, query: str) -> None:
    page = Client().get(f"/ratings{query}", secure=True)
    assert page.status_code == 200
    if not query:
        text = page.content.decode()
        assert text.index("alice") < text.index("bob") < text.index("carol")
        assert "dave" not in text


def test_a_section_for_the_page_of_a_person(season: None, person: Cast) -> None:
    def page(handle: str) -> str:
        template, part = pages.shown(person(handle), None)
        return render_to_string(template, {"part": part})

    text = page("alice")
    svg = text[text.index("<svg") : text.index("</svg>") + 6]
    (line,) = (one for one in ElementTree.fromstring(svg) if one.tag == "polyline")
    assert len(line.attrib["points"].split()) == 12
    assert "provisional" not in text
    assert "provisional" in page("dave")
    assert page("erin").strip() == ""


def test_a_graph_fills_its_picture_and_stands_a_straight_line() -> None:
    rising = graph.line([1000, 1200, 1100])
    points = [tuple(map(float, at.split(","))) for at in rising.points.split()]
    assert (rising.low, rising.high) == (1000, 1200)
    assert points[0] == (graph.MARGIN, graph.HEIGHT - graph.MARGIN)
    assert points[1][1] == graph.MARGIN
    assert points[2] == rising.last
    assert points[2][0] == graph.WIDTH - graph.MARGIN
    flat = graph.line([1000, 1000]).points.split()
    assert flat[0].split(",")[1] == flat[1].split(",")[1]
    assert graph.line([1000]).last == (graph.MARGIN, graph.HEIGHT - graph.MARGIN)


def test_answers_are_json_that_a_client_can_read(season: None, stranger: ApiClient) -> None:
    read = json.loads(stranger.get("people/alice/ratings").content)
    assert datetime.fromisoformat(read["history"][0]["at"]) == NOON


def test_each_list_has_its_own_name() -> None:
    assert pages.list_name(OVERALL, "en") == "All games"
    assert pages.list_name("ablaze", "en") != "All games"
