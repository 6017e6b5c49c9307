"""A whole season, by programs alone and by pages alone: a series, its first tournament with teams,
seeds and a desk that has its hands full, another one like it, and the table over both."""

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from typing import Any, Protocol

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Series, Tournament
from games.tournaments.services.desk import effects
from notifications.models import Notification
from oriflamme_site.rest import throttling
from tests import bounded
from tests.api.conftest import ApiClient, client_of
from tests.conftest import Cast
from tests.tournaments.browsing import At, form_of, hidden, press, read
from tests.tournaments.playing import crowd, end_at_once, end_round, play_out, running_games
from tests.tournaments.soundness import must_be_sound
from tests.tournaments.test_first_round import seats

pytestmark = [pytest.mark.django_db]
_ = client_of  # the fixture
DAY = 86_400
PEOPLE = 23
# Three of them never say that they will play.
SILENT = {"player004", "player011", "player019"}
LIST = "handle,seed,team\n" + "".join(
    f'player{n:03},{n + 1 if n < 4 else ""},"{("Owls, old", "Ravens", "")[n % 3]}"\n'
    for n in range(PEOPLE)
)
SWISS = {"format": "swiss", "sets": ["oriflamme"], "rounds": 2}
KNOCKOUT = {"format": "knockout", "sets": ["oriflamme"], "through": 2}


class Door(Protocol):
    """How somebody does what is done in a season."""

    def begin_series(self, title: str, counts: int) -> str: ...
    def announce(self, **wish: Any) -> str: ...
    def clone(self, key: str, **wish: Any) -> str: ...
    def change(self, cup: Tournament, **wish: Any) -> None: ...
    def import_list(self, cup: Tournament, text: str) -> None: ...
    def step(self, cup: Tournament, name: str, **wish: Any) -> None: ...
    def confirm(self, cup: Tournament, who: str) -> None: ...
    def object_to(self, cup: Tournament, who: str, ordinal: int, table: int) -> None: ...
    def teams(self, cup: Tournament) -> list[tuple[str, int]]: ...
    def series(self, key: str) -> list[tuple[str, int]]: ...


class ByApi:
    def __init__(self, client_of: Callable[[Any], ApiClient]) -> None:
        self.made: dict[str, ApiClient] = {}
        self.client_of = client_of

    def at(self, who: str) -> ApiClient:
        if who not in self.made:
            self.made[who] = self.client_of(User.objects.get(handle=who))
        throttling.forget()
        return self.made[who]

    def post(self, who: str, path: str, body: Any = None) -> Any:
        answer = self.at(who).post(path, body)
        assert answer.status_code in {200, 201}, answer.content
        return answer.json()

    def begin_series(self, title: str, counts: int) -> str:
        return str(self.post("erin", "series", {"title": title, "counts": counts})["id"])

    def announce(self, **wish: Any) -> str:
        return str(self.post("erin", "tournaments", wish)["id"])

    def clone(self, key: str, **wish: Any) -> str:
        return str(self.post("erin", f"tournaments/{key}/clone", wish)["id"])

    def change(self, cup: Tournament, **wish: Any) -> None:
        self.step(cup, "change", settings=wish)

    def import_list(self, cup: Tournament, text: str) -> None:
        path = f"tournaments/{cup.key}/import"
        tried = self.post("erin", path, {"csv": text, "dry_run": True})
        assert self.post("erin", path, {"csv": text}) == tried

    def step(self, cup: Tournament, name: str, **wish: Any) -> None:
        """As its preview had it."""
        path, asked = f"tournaments/{cup.key}/steps", {"step": name, **wish}
        stood = effects.look(cup)
        told = self.post("erin", path, {**asked, "dry_run": True})
        assert effects.look(cup) == stood
        assert self.post("erin", path, asked)["effects"] == told["effects"]

    def confirm(self, cup: Tournament, who: str) -> None:
        self.post(who, f"tournaments/{cup.key}/confirmation")

    def object_to(self, cup: Tournament, who: str, ordinal: int, table: int) -> None:
        said = {"round": ordinal, "table": table, "text": "I was first."}
        self.post(who, f"tournaments/{cup.key}/objections", said)

    def _get(self, path: str) -> Any:
        answer = ApiClient().get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def teams(self, cup: Tournament) -> list[tuple[str, int]]:
        rows = self._get(f"tournaments/{cup.key}/teams")
        return [(row["team"], row["points"]) for row in rows]

    def series(self, key: str) -> list[tuple[str, int]]:
        rows = self._get(f"series/{key}")["standings"]
        return [(row["player"]["handle"], row["points"]) for row in rows]


class ByPage:
    def __init__(self, browser: At) -> None:
        self.browser = browser

    def _sent(self, wish: dict[str, Any]) -> dict[str, Any]:
        sent = {name: str(value) for name, value in wish.items() if name != "stages"}
        sent |= {name: "yes" for name, value in wish.items() if value is True}
        for number, stage in enumerate(wish.get("stages", ())):
            whole = {"rounds": "", **stage}
            sent |= {f"stage-{number}-{name}": value for name, value in whole.items()}
        return sent

    def begin_series(self, title: str, counts: int) -> str:
        sent = {"title": title, "counts": str(counts)}
        made = self.browser("erin").post("/tournaments/series", sent)
        return str(made["Location"]).rpartition("/")[2]

    def _announce(self, at: str, wish: dict[str, Any]) -> str:
        erin = self.browser("erin")
        made = erin.post("/tournaments/new", form_of(read(erin, at)) | self._sent(wish))
        assert made.status_code == 303, made.content.decode()
        return str(made["Location"]).split("/")[2]

    def announce(self, **wish: Any) -> str:
        return self._announce("/tournaments/new", wish)

    def clone(self, key: str, **wish: Any) -> str:
        return self._announce(f"/tournaments/new?like={key}", wish)

    def change(self, cup: Tournament, **wish: Any) -> None:
        form = form_of(read(self.browser("erin"), f"/tournaments/{cup.key}/desk/change"))
        press(self.browser("erin"), cup, "change", **(form | self._sent(wish)))

    def import_list(self, cup: Tournament, text: str) -> None:
        erin, path = self.browser("erin"), f"/tournaments/{cup.key}/desk/import"
        again = hidden(erin.post(path, {"csv": text}).content.decode())
        assert erin.post(path, again | {"sure": "yes"}).status_code == 200

    def step(self, cup: Tournament, name: str, **wish: Any) -> None:
        results = wish.pop("results", ())
        numbers = dict(Entry.objects.filter(tournament=cup).values_list("person__handle", "number"))
        wish |= {f"rank-{numbers[row['handle']]}": row["rank"] for row in results}
        press(self.browser("erin"), cup, name, **self._sent(wish))

    def confirm(self, cup: Tournament, who: str) -> None:
        done = self.browser(who).post(f"/tournaments/{cup.key}", {"act": "confirm"})
        assert done.status_code == 303

    def object_to(self, cup: Tournament, who: str, ordinal: int, table: int) -> None:
        sent = {"at": f"{ordinal}/{table}", "text": "I was first."}
        done = self.browser(who).post(f"/tournaments/{cup.key}/objections", sent)
        assert done.status_code == 303

    def teams(self, cup: Tournament) -> list[tuple[str, int]]:
        page = read(Client(), f"/tournaments/{cup.key}/standings")
        return _rows(page)

    def series(self, key: str) -> list[tuple[str, int]]:
        return _rows(read(Client(), f"/tournaments/series/{key}"))


def _rows(page: str) -> list[tuple[str, int]]:
    """Names and points of a table of a page."""
    row = (
        r'<tr><td class="n">\d+</td><th scope="row">(?:(?!</th>).)*?([^<>]+)(?:</a>|</span>)*</th>'
    )
    found = re.findall(row + r'<td class="n">(?:<strong>)?(\d+)', page)
    return [(unescape(name), int(points)) for name, points in found]


@pytest.fixture(params=["by api", "by page"])
def door(
    request: pytest.FixtureRequest, client_of: Callable[[Any], ApiClient], browser: At
) -> Door:
    return ByApi(client_of) if request.param == "by api" else ByPage(browser)


def test_a_season(door: Door, organiser: User, person: Cast, clock: Any) -> None:
    person("alice")
    people = {one.handle: one for one in crowd(PEOPLE)}
    league = door.begin_series("League of the year", 2)
    first = Tournament.objects.get(
        key=door.announce(
            title="Autumn cup", capacity=30, seats=4, stages=[SWISS], confirms="start",
            confirm_for=DAY, first_break_for=3600, break_for=3600, round_for=7 * DAY,
            at_deadline="stand_ins", series=league, team_counts=3,
        )
    )  # fmt: skip
    # --- changed, and whoever had come is told
    tournaments.enter_tournament(key=first.key, person=people["player000"])
    door.change(first, title="Autumn cup I", capacity=23, break_for=7200)
    first.refresh_from_db()
    assert (first.title, first.capacity, first.break_for) == ("Autumn cup I", 23, 7200)
    assert Notification.objects.filter(kind="tournament changed").count() == 1
    # --- everybody from a list, with seeds and teams
    door.import_list(first, LIST)
    entries = {one.person.handle: one for one in first.entries.select_related("person")}
    assert len(entries) == PEOPLE
    assert [entries[f"player{n:03}"].seed_place for n in range(5)] == [1, 2, 3, 4, None]
    assert Counter(one.team for one in entries.values()) == {"Owls, old": 8, "Ravens": 8, "": 7}
    # --- three say nothing, and do not play
    door.step(first, "start")
    for who in people:
        if who not in SILENT:
            door.confirm(first, who)
    clock(days=1, minutes=1)
    go_on(first)
    silent = Entry.objects.filter(tournament=first, state="no_show")
    assert {*silent.values_list("person__handle", flat=True)} == SILENT
    # --- the first round is looked at and set right
    stood = seats(first)
    assert sorted(map(len, stood.values())) == [4] * 5
    strong = {f"player{n:03}" for n in range(4)}
    assert all(len(strong & {*table}) <= 1 for table in stood.values())
    door.step(first, "seat", handle="player005", table=2, place=1, reason="Reads slowly")
    one, other = seats(first)[1][:2]
    door.step(first, "keep_apart", handle=one, other=other)
    assert seats(first)[2][0] == "player005"
    assert not any({one, other} <= {*table} for table in seats(first).values())
    door.step(first, "undo")
    one, other = seats(first)[1][1], seats(first)[3][1]
    door.step(first, "move", handle=one, other=other)
    assert one in seats(first)[3]
    # --- played, but for one table
    clock(hours=2)
    go_on(first)
    late, played, *others = running_games(first)
    play_out(played)
    for game in others:
        end_at_once(game)
    go_on(first)
    # --- one who lost objects and is heard; the result is set right, and back, and right
    drawn = first.rounds.get(ordinal=1).tables.get(game=others[0])
    places = drawn.sittings.select_related("entry__person").order_by("-rank", "pk")
    order = [sitting.entry.person.handle for sitting in places]
    door.object_to(first, order[0], 1, drawn.number)
    door.step(first, "answer", objection=1, how="uphold", reason="So it was.", public=True)
    results = [{"handle": who, "rank": rank} for rank, who in enumerate(order, 1)]
    fixed = {"round": 1, "table": drawn.number, "results": results, "reason": "As answered"}
    before = effects.look(first)
    door.step(first, "fix", **fixed)
    assert effects.look(first).places != before.places
    door.step(first, "undo")
    assert effects.look(first).places == before.places
    assert effects.look(first).seats == before.seats
    door.step(first, "fix", **fixed)
    # --- the table that drags on waits for one, who is said to be late, and no other
    clock(days=8)
    go_on(first)
    asked = late.chairs.get(stand_in=True)
    assert first.rounds.get().sittings.get(was_late=True).entry.person_id == asked.person_id
    end_at_once(late)
    go_on(first)
    assert seats(first, 2)[2][0] == "player005"
    # --- to its end; then another one like it, seeded by its places
    play_on(first, clock)
    assert first.status == "over"
    must_be_sound(first)
    assert [points for _team, points in door.teams(first)] == best_three(first)
    second = Tournament.objects.get(
        key=door.clone(
            first.key, title="Autumn cup II", stages=[KNOCKOUT], confirms="never",
            seeding="earlier", seeded_from=first.key, round_for=DAY,
        )
    )  # fmt: skip
    assert (second.series, second.team_counts, second.capacity) == (league, 3, 23)
    door.import_list(second, LIST.replace("player022", "alice"))
    door.step(second, "start")
    go_on(second)
    play_on(second, clock)
    assert second.status == "over"
    must_be_sound(second)
    # --- and the table over both
    assert door.series(league) == counted([first, second])
    assert Series.objects.get().key == league
    assert not Game.objects.filter(status="running").exists()


def go_on(cup: Tournament) -> None:
    """What a worker does when something is due."""
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()


def play_on(cup: Tournament, clock: Any) -> None:
    bound = bounded(40)
    while cup.status == "running" and next(bound):
        end_round(cup)
        go_on(cup)
        clock(hours=3)
        go_on(cup)


def best_three(cup: Tournament) -> list[int]:
    """Of each team, counted once more."""
    placed = Entry.objects.filter(tournament=cup, final_place__isnull=False)
    of: dict[str, list[int]] = {}
    for entry in placed.order_by("final_place"):
        if entry.team:
            of.setdefault(entry.team, []).append(placed.count() - (entry.final_place or 0) + 1)
    return sorted((sum(points[:3]) for points in of.values()), reverse=True)


def counted(cups: list[Tournament]) -> list[tuple[str, int]]:
    """The table of a series, counted once more."""
    points, won, names = Counter[str](), Counter[str](), set[str]()
    for cup in cups:
        placed = Entry.objects.filter(tournament=cup, final_place__isnull=False)
        for entry in placed.select_related("person"):
            who = entry.person.handle
            names.add(who)
            points[who] += placed.count() - (entry.final_place or 0) + 1
            won[who] += entry.final_place == 1
    order = sorted(names, key=lambda who: (-points[who], -won[who], who))
    return [(who, points[who]) for who in order]
