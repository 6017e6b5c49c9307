"""Tournaments over HTTP: every answer is what its shape says, and costs the same for any number."""

import csv
import io
import itertools
import json
import zipfile
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers

from accounts.models import User
from games.tournaments import importing, selectors, types
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Tournament
from oriflamme_site.rest import describe, throttling
from tests.api.conftest import ApiClient, client_of
from tests.conftest import Cast
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db
ClientOf = Callable[..., ApiClient]
_ = client_of  # the fixture


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    throttling.forget()


WISH = {
    "title": "Winter cup",
    "capacity": 6,
    "confirms": "never",
    "first_break_for": 0,
    "start": "full",
    "seats": 3,
    "stages": [SWISS, {"format": "final", "sets": ["ablaze"], "rounds": 1, "takes": 3}],
}


def must_have_shape(answer: Any, of: object, at: str = "") -> None:
    """Keys are those of the type, all of them, all the way down."""
    shape = describe.shape(of)
    _must_fit(answer, shape() if isinstance(shape, type) else shape, at)


def _must_fit(answer: Any, shape: Any, at: str) -> None:
    if isinstance(shape, serializers.ListSerializer):
        for number, item in enumerate(answer):
            _must_fit(item, shape.child, f"{at}.{number}")
    elif isinstance(shape, serializers.Serializer):
        if answer is None:
            assert shape.allow_null, at
            return
        assert set(answer) == set(shape.fields), at
        for name, field in shape.fields.items():
            _must_fit(answer[name], field, f"{at}.{name}")
    elif answer is None:
        assert shape.allow_null, at
    elif isinstance(shape, serializers.ChoiceField):
        assert answer in shape.choices, at


@pytest.mark.parametrize("what", ["", "/standings", "/rounds", "/entries", "/teams", "/steps"])
def test_what_is_asked_for_again_is_an_empty_304(
    cup: Tournament, organiser: User, client_of: ClientOf, what: str
) -> None:
    path, client = f"tournaments/{cup.key}{what}", client_of(organiser)
    first = client.get(path)
    again = client.get(path, If_None_Match=first["ETag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    if what in {"/standings", "/rounds"}:
        end_round(cup)
        tournaments.advance(key=cup.key)
        assert client.get(path, If_None_Match=first["ETag"]).status_code == 200


@pytest.fixture
def cup(organiser: User, client_of: ClientOf, person: Cast) -> Tournament:
    """Announced and entered over HTTP; two rounds are over, the third is played."""
    made = client_of(organiser).post("tournaments", WISH)
    assert made.status_code == 201, made.content
    must_have_shape(made.json(), types.Tournament)
    key = made.json()["id"]
    for name in ("alice", "bob", "carol", "dave"):
        entered = client_of(name).post(f"tournaments/{key}/entries")
        assert entered.json()["you"]["state"] == "entered"
    for one in crowd(2):
        tournaments.enter_tournament(key=key, person=one)
    tournament = Tournament.objects.get(key=key)
    for _round in range(2):
        tournaments.advance(key=key)
        end_round(tournament)
    tournaments.advance(key=key)
    tournament.refresh_from_db()
    return tournament


def test_every_answer_has_its_shape(cup: Tournament, organiser: User, client_of: ClientOf) -> None:
    alice, erin = client_of("alice"), client_of(organiser)
    at = f"tournaments/{cup.key}"
    for client, path, shape in (
        (alice, "tournaments?list=running", types.TournamentPage),
        (alice, "tournaments?list=mine", types.TournamentPage),
        (alice, at, types.Tournament),
        (alice, f"{at}/entries", list[types.Entry]),
        (alice, f"{at}/standings", list[types.StageStandings]),
        (alice, f"{at}/rounds", list[types.TournamentRound]),
        (alice, f"{at}/me", types.OwnTournament),
        (alice, "people/alice/tournaments", list[types.PlayedTournament]),
        (erin, f"{at}/desk", types.Desk),
        (erin, f"{at}/steps", list[types.Step]),
    ):
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.content)
        assert answer.json() or path.endswith("steps"), path
        must_have_shape(answer.json(), shape, path)


def test_a_step_is_shown_first_and_then_done(
    cup: Tournament, organiser: User, client_of: ClientOf
) -> None:
    erin, at = client_of(organiser), f"tournaments/{cup.key}"
    wish = {"step": "drop", "handle": "bob", "reason": "Asked for it"}
    dry = erin.post(f"{at}/steps", {**wish, "dry_run": True})
    assert dry.status_code == 200, dry.content
    must_have_shape(dry.json(), types.TakenStep)
    assert Entry.objects.get(person__handle="bob").state == "entered"
    done = erin.post(f"{at}/steps", wish)
    assert done.json()["done"]
    must_have_shape(erin.get(f"{at}/steps").json(), list[types.Step])
    assert erin.post(f"{at}/steps", {"step": "undo"}).json()["done"]
    assert Entry.objects.get(person__handle="bob").state == "entered"
    assert [row["undone"] for row in erin.get(f"{at}/steps").json()] == [False, True]


def test_a_step_that_another_came_before_is_not_taken(
    cup: Tournament, organiser: User, client_of: ClientOf
) -> None:
    erin, at = client_of(organiser), f"tournaments/{cup.key}"
    wish = {"step": "adjust", "handle": "bob", "points": 1, "reason": "Kindness", "after": 0}
    first = erin.post(f"{at}/steps", wish)
    assert first.json()["done"]
    assert erin.post(f"{at}/steps", wish).json()["code"] == "not_now"
    assert erin.post(f"{at}/steps", wish | {"after": first.json()["id"]}).json()["done"]


def test_whoever_withdraws_over_http_has_withdrawn(announce: Announce, client_of: ClientOf) -> None:
    cup = announce("alice", "bob")
    answer = client_of("alice").delete(f"tournaments/{cup.key}/entries/me")
    assert answer.status_code == 204, answer.content
    left = Entry.objects.filter(person__handle="alice", state="entered")
    assert not left.exists()


def test_whoever_has_no_desk_is_told_so(cup: Tournament, client_of: ClientOf) -> None:
    mallory, at = client_of("mallory"), f"tournaments/{cup.key}"
    for answer in (
        mallory.get(f"{at}/desk"),
        mallory.post(f"{at}/steps", {"step": "pause"}),
        mallory.post(f"{at}/import", {"csv": "bob"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert client_of("alice").post("tournaments", WISH).status_code == 403


def test_everybody_reads_what_the_desk_did_but_not_whom_it_turned_away(
    announce: Announce, organiser: User, client_of: ClientOf
) -> None:
    cup = announce("alice", "bob", admission="approval")
    tournaments.take_step(key=cup.key, person=organiser, step="refuse", handle="bob")
    tournaments.take_step(key=cup.key, person=organiser, step="pause", reason="Holiday")
    told = [row["step"] for row in client_of("mallory").get(f"tournaments/{cup.key}/steps").json()]
    assert told == ["pause"]
    own = client_of(organiser).get(f"tournaments/{cup.key}/steps").json()
    assert [row["step"] for row in own] == ["pause", "refuse"]


def test_a_history_tells_places_in_one_query(
    cup: Tournament, client_of: ClientOf, person: Cast
) -> None:
    for _round in range(2):
        end_round(cup)
        tournaments.advance(key=cup.key)
    (played,) = client_of("mallory").get("people/alice/tournaments").json()
    assert (played["status"], played["players"]) == ("over", 6)
    order = [
        row["player"]["handle"]
        for stage in selectors.standings(key=cup.key, viewer=None)
        for row in stage["divisions"][0]["rows"]
    ]
    assert played["place"] == list(dict.fromkeys(order)).index("alice") + 1
    assert queries(lambda: selectors.history(handle="alice")) == 2


def test_what_cannot_be_is_refused_by_its_field(organiser: User, client_of: ClientOf) -> None:
    erin = client_of(organiser)
    for wrong, field in (
        ({"starts_at": "2020-01-01T00:00:00Z", "start": "at"}, "starts_at"),
        ({"start": "at"}, "starts_at"),
        ({"admission": "code"}, "code"),
        ({"rating_min": 1600, "rating_max": 1400}, "rating_max"),
        ({"rated": True, "bots_welcome": True}, "rated"),
        ({"stages": [{"format": "swiss", "sets": ["oriflamme"]}]}, "stages.0.rounds"),
        ({"stages": [{**SWISS, "takes": 5}]}, "stages.0.takes"),
        ({"stages": [SWISS, {**SWISS, "format": "final", "takes": 9}]}, "stages.1.takes"),
        ({"tie_breaks": ["lot", "lot"]}, "tie_breaks"),
    ):
        answer = erin.post("tournaments", {**WISH, **wrong})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_tournament"), wrong
        assert answer.json()["errors"][0]["field"] == field


def test_a_code_opens_and_a_wrong_one_does_not(organiser: User, client_of: ClientOf) -> None:
    made = client_of(organiser).post("tournaments", {**WISH, "admission": "code", "code": "sesame"})
    at = f"tournaments/{made.json()['id']}"
    alice = client_of("alice")
    assert alice.post(f"{at}/entries", {"code": "x"}).status_code == 403
    assert "sesame" not in alice.get(at).content.decode()
    assert alice.post(f"{at}/entries", {"code": "sesame"}).status_code == 201
    assert client_of(organiser).get(f"{at}/desk").json()["code"] == "sesame"
    assert alice.delete(f"{at}/entries/me").status_code == 204


def test_a_list_is_imported_from_a_spreadsheet(
    organiser: User, client_of: ClientOf, person: Cast
) -> None:
    made = client_of(organiser).post("tournaments", WISH).json()
    person("alice"), person("bob")
    sheet = "name,handle\r\nAlice A.,alice\r\n,nobody\r\nB,BOB\r\nagain,Bob\r\n"
    answer = client_of(organiser).post(f"tournaments/{made['id']}/import", {"csv": sheet})
    must_have_shape(answer.json(), list[types.Imported])
    assert [row["state"] for row in answer.json()] == ["entered", "", "entered"]


def test_the_longest_list_may_be_in_any_writing(organiser: User, client_of: ClientOf) -> None:
    made = client_of(organiser).post("tournaments", WISH).json()
    # As most clients send it: twelve bytes of escapes for each letter.
    asked = json.dumps({"csv": "\U0001f984" * importing.LONGEST, "dry_run": True}).encode()
    answer = client_of(organiser).post(f"tournaments/{made['id']}/import", asked)
    assert answer.status_code == 200, answer.content
    # Nothing else that is sent need be so long.
    assert client_of(organiser).post(f"tournaments/{made['id']}/steps", asked).status_code == 413


def test_files_to_take_away(cup: Tournament, client_of: ClientOf) -> None:
    alice, at = client_of("alice"), f"tournaments/{cup.key}/export"
    for file in selectors.FILES:
        assert alice.get(f"{at}/{file}").status_code == 200, file
    rows = list(csv.reader(io.StringIO(alice.get(f"{at}/standings.csv").content.decode())))
    assert rows[0][:5] == ["stage", "division", "place", "entry", "handle"]
    assert len(rows) == 1 + 6
    pairings = list(csv.reader(io.StringIO(alice.get(f"{at}/pairings.csv").content.decode())))
    assert len(pairings) == 1 + 3 * 6
    cross = list(csv.reader(io.StringIO(alice.get(f"{at}/cross.csv").content.decode())))
    met = [cell for row in cross[1:] for cell in row[2:] if cell]
    assert len(met) <= 2 * 2 * 6
    for what in ("standings", "pairings", "cross", "teams"):
        assert {f"{what}.csv", f"{what}.json"} <= {*selectors.FILES}
    assert alice.get(f"{at}/cross.json").json() == selectors.cross(key=cup.key, viewer=None)
    teams = alice.get(f"{at}/teams.json").json()
    assert teams == alice.get(f"tournaments/{cup.key}/teams").json()
    with zipfile.ZipFile(io.BytesIO(alice.get(f"{at}/all.zip?round=1").content)) as archive:
        assert len([name for name in archive.namelist() if name.startswith("records/")]) == 2


def test_the_files_say_in_which_turn_each_sat_and_who_was_ahead_of_whom(
    cup: Tournament, client_of: ClientOf
) -> None:
    def rows(file: str) -> list[dict[str, str]]:
        text = client_of("alice").get(f"tournaments/{cup.key}/export/{file}").content.decode()
        return list(csv.DictReader(io.StringIO(text)))

    sat = rows("pairings.csv")
    ahead: Counter[tuple[str, str]] = Counter()
    for at in {(row["round"], row["table"]) for row in sat}:
        table = [row for row in sat if (row["round"], row["table"]) == at]
        assert [int(row["turn"]) for row in table] == list(range(1, len(table) + 1))
        for one, other in itertools.permutations([row for row in table if row["rank"]], 2):
            ahead[one["entry"], other["entry"]] += int(one["rank"]) < int(other["rank"])
    assert ahead.total()
    for row in rows("cross.csv"):
        met = {name: cell for name, cell in row.items() if name.isdecimal() and cell}
        own = row["entry"]
        assert met == {name: f"{ahead[own, name]}:{ahead[name, own]}" for name in met}


def test_names_cannot_become_formulas() -> None:
    from games.tournaments.selectors.exporting import _csv

    assert _csv([["=1+1", "-2", 3, "x"]]) == b"'=1+1,'-2,3,x\r\n"


def test_what_it_takes_to_go_on_is_true(cup: Tournament, client_of: ClientOf) -> None:
    """Enough is enough, and out is out: whatever the last round brings."""
    people = {e.person.handle: e.person for e in Entry.objects.select_related("person")}
    before = {h: selectors.own(key=cup.key, viewer=p) for h, p in people.items()}
    end_round(cup)
    tournaments.advance(key=cup.key)
    final = selectors.standings(key=cup.key, viewer=None, stage=2)
    through = {row["player"]["handle"] for row in final[0]["divisions"][0]["rows"]}
    swiss = selectors.standings(key=cup.key, viewer=None, stage=1)[0]["divisions"][0]["rows"]
    points = {row["player"]["handle"]: row["points"] for row in swiss}
    assert len(through) == 3
    for handle, told in before.items():
        needs = told["needs"]
        gained = points[handle] - told["standing"]["points"]
        assert needs["rounds_left"] == 1
        if needs["sure"] or (needs["enough"] is not None and gained >= needs["enough"]):
            assert handle in through
        if needs["out"]:
            assert handle not in through


def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as caught:
        act()
    return len(caught.captured_queries)


@pytest.mark.long(15)
def test_pages_cost_the_same_for_eight_and_for_five_hundred(
    announce: Announce, organiser: User
) -> None:
    costs = []
    for count, start in ((8, 0), (500, 8)):
        everybody = [
            User(handle=f"guest{n:03}", email=f"guest{n}@example.test") for n in range(start, count)
        ]
        people = [*User.objects.filter(handle__startswith="guest"), *everybody]
        User.objects.bulk_create(everybody)
        cup = announce(capacity=512)
        Entry.objects.bulk_create(
            [
                Entry(tournament=cup, person=one, number=n, state="entered")
                for n, one in enumerate(people, 1)
            ]
        )
        tournaments.take_step(key=cup.key, person=organiser, step="start")
        tournaments.advance(key=cup.key)
        end_round(cup)
        tournaments.advance(key=cup.key)
        costs.append(
            {
                "standings": queries(lambda k=cup.key: selectors.standings(key=k, viewer=None)),  # type: ignore[misc]
                "rounds": queries(lambda k=cup.key: selectors.rounds(key=k, viewer=None)),  # type: ignore[misc]
                "desk": queries(lambda k=cup.key: selectors.desk(key=k, viewer=organiser)),  # type: ignore[misc]
                "entries": queries(lambda k=cup.key: selectors.entries(key=k, viewer=None)),  # type: ignore[misc]
                "list": queries(lambda: selectors.list_tournaments(which="running", viewer=None)),
            }
        )
        assert (
            len(selectors.standings(key=cup.key, viewer=None)[0]["divisions"][0]["rows"]) == count
        )
    assert costs[0] == costs[1]
    assert costs[0]["standings"] == 7
