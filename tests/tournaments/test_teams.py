"""People play for teams: those of one sit apart, and the best of each are added up."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.tournaments import errors, importing, personal_data, selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Tournament
from games.tournaments.models.book import Book
from tests.api.conftest import ApiClient, client_of
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db
ClientOf = Callable[..., ApiClient]
_ = client_of  # the fixture

SWISS = {"format": "swiss", "sets": ["oriflamme"], "rounds": 2}
TEAMS = ("Lilies", "Ravens", "Owls")


@pytest.fixture
def cup(announce: Announce) -> Tournament:
    """Nine people of three teams, and nobody at a table yet."""
    made = announce(capacity=12, stages=[SWISS], team_counts=2, seats=3)
    for number, person in enumerate(crowd(9)):
        tournaments.enter_tournament(key=made.key, person=person, team=TEAMS[number % 3])
    return made


def begin(cup: Tournament, organiser: User) -> None:
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()


def test_those_of_a_team_sit_at_different_tables(cup: Tournament, organiser: User) -> None:
    begin(cup, organiser)
    book = Book(cup)
    for table in book.tables[book.rounds[0].pk]:
        seated = [book.entries[sitting.entry_id].team for sitting in book.at_table[table.pk]]
        assert sorted(seated) == sorted(TEAMS)


def test_the_best_of_each_count(cup: Tournament, organiser: User) -> None:
    begin(cup, organiser)
    end_round(cup)
    tournaments.advance(key=cup.key)
    order = [Book(cup).entries[line].team for line in Book(cup).final_order()]
    table = selectors.teams(key=cup.key, viewer=None)
    for row in table:
        own = [9 - at for at, team in enumerate(order) if team == row["team"]]
        assert [one["points"] for one in row["members"]] == own
        assert [one["counts"] for one in row["members"]] == [True, True, False]
        assert row["points"] == sum(own[:2])
    assert [row["points"] for row in table] == sorted((r["points"] for r in table), reverse=True)
    assert table[0]["place"] == 1


def test_a_name_that_looks_like_a_team_is_that_team(cup: Tournament) -> None:
    late = User.objects.create_user("wanda", "wanda@example.test", "a-long-secret")
    tournaments.enter_tournament(key=cup.key, person=late, team="  RAVENS ")
    assert Entry.objects.get(tournament=cup, person=late).team == "Ravens"


def test_a_name_that_nobody_else_plays_under_goes_with_who_is_erased(cup: Tournament) -> None:
    late = User.objects.create_user("wanda", "wanda@example.test", "a-long-secret")
    tournaments.enter_tournament(key=cup.key, person=late, team="Wanda of Lviv")
    raven = Entry.objects.filter(tournament=cup, team="Ravens").earliest("pk").person
    for person in (late, raven):
        personal_data.erase(person)
    teams = Entry.objects.filter(tournament=cup, person__in=(late, raven)).order_by("team")
    assert [*teams.values_list("team", flat=True)] == ["", "Ravens"]


def test_the_desk_sets_a_team_right_and_takes_it_back(cup: Tournament, organiser: User) -> None:
    one = Entry.objects.filter(tournament=cup, team="Owls").first()
    assert one is not None
    asked = {"key": cup.key, "person": organiser}
    tournaments.take_step(**asked, step="team", handle=one.person.handle, team="Lilies")
    one.refresh_from_db()
    assert one.team == "Lilies"
    tournaments.take_step(**asked, step="undo")
    one.refresh_from_db()
    assert one.team == "Owls"
    tournaments.take_step(**asked, step="team", handle=one.person.handle)
    one.refresh_from_db()
    assert one.team == ""


def test_a_drawn_round_is_drawn_anew_for_another_team(announce: Announce, organiser: User) -> None:
    cup = announce(capacity=9, stages=[SWISS], team_counts=1, seats=3, first_break_for=3600)
    people = crowd(6)
    for person in people:
        tournaments.enter_tournament(key=cup.key, person=person)
    begin(cup, organiser)
    book = Book(cup)
    table = book.tables[book.rounds[0].pk][0]
    mates = [book.entries[s.entry_id].person.handle for s in book.at_table[table.pk]][:2]
    for handle in mates:
        tournaments.take_step(
            key=cup.key, person=organiser, step="team", handle=handle, team="Lilies"
        )
    book = Book(cup)
    sat = [
        {book.entries[s.entry_id].person.handle for s in book.at_table[table.pk]}
        for table in book.tables[book.rounds[0].pk]
    ]
    assert all(len(at & {*mates}) == 1 for at in sat)


def test_a_list_says_who_plays_for_which_team(announce: Announce, organiser: User) -> None:
    cup = announce(capacity=12, stages=[SWISS], team_counts=2)
    people = crowd(3)
    sheet = "handle;team\n" + "\n".join(f"{one.handle};Owls" for one in people)
    rows = importing.rows(sheet)
    taken = tournaments.import_entries(key=cup.key, person=organiser, rows=rows)
    assert [one["why"] for one in taken["outcomes"]] == ["", "", ""]
    assert {*Entry.objects.filter(tournament=cup).values_list("team", flat=True)} == {"Owls"}


def test_where_there_are_no_teams_none_is_taken(announce: Announce) -> None:
    cup = announce(capacity=12, stages=[SWISS])
    with pytest.raises(errors.BadTournament):
        tournaments.enter_tournament(key=cup.key, person=crowd(1)[0], team="Owls")
    assert selectors.teams(key=cup.key, viewer=None) == []


def test_by_program_and_page(cup: Tournament, organiser: User, client_of: ClientOf) -> None:
    wanda = User.objects.create_user("wanda", "wanda@example.test", "a-long-secret")
    entered = client_of(wanda).post(f"tournaments/{cup.key}/entries", {"team": "owls"})
    assert entered.status_code == 201
    begin(cup, organiser)
    end_round(cup)
    tournaments.advance(key=cup.key)
    told = client_of(wanda).get(f"tournaments/{cup.key}/teams").json()
    assert {row["team"] for row in told} == {*TEAMS}
    said = Client().get(f"/tournaments/{cup.key}/standings", secure=True).content.decode()
    assert all(f'<th scope="row">{team}</th>' in said for team in TEAMS)
    sheet = client_of(wanda).get(f"tournaments/{cup.key}/export/teams.csv").text
    assert sheet.count("Owls") == 4


def test_a_report_of_fixed_columns(cup: Tournament, organiser: User) -> None:
    begin(cup, organiser)
    end_round(cup)
    tournaments.advance(key=cup.key)
    text = selectors.export(key=cup.key, viewer=None, file="report.trf")[0].decode()
    lines = text.split("\r\n")
    assert lines[0] == f"012 {cup.title}"
    players = [line for line in lines if line.startswith("001")]
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=cup)}
    for place, line in enumerate(players, 1):
        entry = entries[int(line[4:8])]
        assert line[14:47].rstrip() == entry.person.shown_name
        assert int(line[85:89]) == place
        sat = entry.sittings.get(round__ordinal=1)
        assert sat.table is not None
        assert line[91:99].split() == [f"{sat.table.number}", f"{sat.position + 1}", f"{sat.rank}"]
    assert sum(line.startswith("013") for line in lines) == 3


def test_the_desk_s_page_offers_it_where_there_are_teams(
    cup: Tournament, organiser: User, announce: Announce
) -> None:
    desk = Client()
    desk.force_login(organiser)
    address = f"/tournaments/{cup.key}/desk"
    assert f"{address}/team" in desk.get(address, secure=True).content.decode()
    without = f"/tournaments/{announce(capacity=12, stages=[SWISS]).key}/desk"
    assert f"{without}/team" not in desk.get(without, secure=True).content.decode()
