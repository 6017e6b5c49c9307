"""A rated tournament by somebody who was not given the right: it is rated by its rules alone, and
nobody who runs it can save a friend, ruin a stranger or choose who meets whom."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from games import pace, services
from games.models.conduct import conduct_of
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from games.tournaments import errors, permissions, selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Organiser, Round, Tournament
from tests.conftest import Cast
from tests.pages.conftest import Browser
from tests.tournaments.browsing import read
from tests.tournaments.conftest import SWISS
from tests.tournaments.playing import crowd, end_round, play_one, play_out, running_games

pytestmark = pytest.mark.django_db

# What nobody at its desk does: bring people in who have not asked to come …
BROUGHT = {
    "add": {"handle": "stranger"},
    "replace": {"handle": "player000", "other": "stranger", "reason": "Ill"},
}
# … and, where games count, end one, or choose who meets whom.
INTO_GAMES: dict[str, dict[str, Any]] = {
    "decide": {"table": 1, "how": "adjudicate", "reason": "My friend loses"},
    "extend": {"table": 1, "hours": 24},
    "pause": {"reason": "My friend loses"},
    "resume": {},
    "refuse": {"handle": "player000"},
    "move": {"handle": "player000", "other": "player001"},
    "seat": {"handle": "player000", "table": 1},
    "seed": {"handle": "player000", "seed": 1},
    "redraw": {},
    "keep_apart": {"handle": "player000", "other": "player001"},
    "let_meet": {"handle": "player000", "other": "player001"},
    "adjust": {"handle": "player000", "points": 0, "reason": "Draw again"},
    "team": {"handle": "player000"},
}


@pytest.fixture
def anna(person: Cast, monkeypatch: pytest.MonkeyPatch) -> User:
    """Anna has played ten games, and nobody has given her a right."""
    anna = person("anna")
    of_others = permissions.most_people

    def most(one: User) -> int:
        return permissions.FEW_PEOPLE if one.pk == anna.pk else of_others(one)

    monkeypatch.setattr(permissions, "most_people", most)
    return anna


Small = Callable[..., Tournament]


@pytest.fixture
def small(anna: User) -> Small:
    """A tournament of hers that so many have entered, and that has begun."""

    def make(people: int = 8, **wishes: Any) -> Tournament:
        facts: dict[str, Any] = {"capacity": 8, "stages": [SWISS], "rated": True}
        timing: dict[str, Any] = {"confirms": "never", "first_break_for": 0}
        cup = tournaments.announce(person=anna, title="Anna's", **(facts | timing | wishes))
        for one in crowd(people):
            tournaments.enter_tournament(key=cup.key, person=one)
        tournaments.take_step(key=cup.key, person=anna, step="start")
        tournaments.advance(key=cup.key)
        cup.refresh_from_db()
        return cup

    return make


@pytest.mark.parametrize(
    ("field", "wish"),
    [
        ("capacity", {"capacity": 5}),
        ("capacity", {"capacity": 17}),
        ("visibility", {"visibility": "link"}),
        ("admission", {"admission": "approval"}),
        ("admission", {"admission": "code", "code": "friends"}),
        ("rating_min", {"rating_max": 1000}),
        ("round_for", {"round_for": 86_400}),
        ("rated", {"bots_welcome": True}),
        ("rated", {"fill_with": "careful"}),
    ],
)
def test_it_is_listed_open_and_played_to_its_end(
    anna: User, organiser: User, field: str, wish: dict[str, Any]
) -> None:
    facts: dict[str, Any] = {"title": "x", "capacity": 8, "stages": [SWISS], "rated": True}
    with pytest.raises(errors.BadTournament) as refusal:
        tournaments.announce(person=anna, **(facts | wish))
    assert refusal.value.facts["field"] == field
    made = tournaments.announce(person=anna, **facts)
    assert selectors.view(key=made.key, viewer=None)["by_right"] is False
    with pytest.raises(errors.BadTournament):
        tournaments.take_step(key=made.key, person=anna, step="change", settings=wish)
    if field != "rated" and wish != {"capacity": 17}:
        # Unrated, or by right, it may be so.
        tournaments.announce(person=anna, **(facts | wish | {"rated": False}))
        given = tournaments.announce(person=organiser, **(facts | wish))
        assert given.by_right


def test_no_pace_of_a_tournament_is_too_quick_for_a_rated_table() -> None:
    for terms in pace.PACES.values():
        pace.check(terms, 5, rated=True, together=True)


@pytest.mark.parametrize("rated", [True, False])
def test_whoever_runs_it_reaches_into_no_game_that_counts_and_brings_nobody_in(
    small: Small, person: Cast, anna: User, organiser: User, *, rated: bool
) -> None:
    person("stranger")
    cup = small(rated=rated)
    Organiser.objects.create(tournament=cup, person=person("dave"))
    kept = BROUGHT | (INTO_GAMES if rated else {})
    for who in (anna, person("dave")):
        may = selectors.view(key=cup.key, viewer=who)["may"]
        assert kept.keys().isdisjoint(may)
        assert {"drop", "disqualify", "fix", "announce", "see desk"} <= {*may}
        assert rated or INTO_GAMES.keys() <= {*may}
        for step, wish in kept.items():
            with pytest.raises(errors.NotAllowed, match="right to announce"):
                tournaments.take_step(key=cup.key, person=who, step=step, dry_run=True, **wish)
        with pytest.raises(errors.NotAllowed, match="right to announce"):
            tournaments.import_entries(key=cup.key, person=who, rows=[])
    # Staff whose work is to run tournaments may: somebody has to, if all goes wrong.
    organiser.groups.add(Group.objects.get(name="organiser"))
    assert kept.keys() <= {*selectors.view(key=cup.key, viewer=organiser)["may"]}
    tournaments.take_step(
        key=cup.key, person=organiser, step="decide", **INTO_GAMES["decide"], dry_run=True
    )


def test_the_desk_offers_only_what_it_does(small: Small, browser: Callable[[str], Browser]) -> None:
    cup = small()
    page = read(browser("anna"), f"/tournaments/{cup.key}/desk")
    for step in ("decide", "extend", "replace", "add", "import", "move"):
        assert not re.search(rf"/desk/{step}\b(?!_)", page), step
    assert "/desk/disqualify" in page
    said = read(browser("anna"), f"/tournaments/{cup.key}/desk/decide", 403)
    assert "right to announce" in said
    assert "nobody at the desk" in read(browser("anna"), f"/tournaments/{cup.key}")


@pytest.mark.parametrize("step", ["drop", "disqualify"])
def test_whoever_is_put_out_plays_their_game_to_its_end_themselves(
    small: Small, anna: User, step: str
) -> None:
    cup = small(people=6, seats=3, stages=[{**SWISS, "rounds": 1}])
    game, other = running_games(cup)
    for _ in range(6):
        play_one(game)
    game.refresh_from_db()
    late = game.chairs.select_related("person").get(number=game.to_move).person
    assert late is not None
    asked = {"handle": late.handle, "reason": "I want to win"}
    tournaments.take_step(key=cup.key, person=anna, step=step, **asked)
    assert not game.chairs.exclude(bot="").exists()
    assert not game.chairs.filter(resigned_at__isnull=False).exists()
    play_out(game)
    assert conduct_of(late.pk, "UTC").share == 100
    assert ratings.collect() == 1
    assert RatingChange.objects.filter(person=late).exists()
    play_out(other)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    assert cup.status == "over"


@pytest.mark.parametrize("step", ["drop", "disqualify"])
def test_nobody_is_put_out_before_it_begins(
    anna: User, browser: Callable[[str], Browser], step: str
) -> None:
    facts: dict[str, Any] = {"title": "x", "capacity": 8, "stages": [SWISS], "rated": True}
    cup = tournaments.announce(person=anna, **facts)
    (stranger,) = crowd(1)
    tournaments.enter_tournament(key=cup.key, person=stranger)
    asked = {"handle": stranger.handle, "reason": "I want my friends alone"}
    with pytest.raises(errors.NotNow, match="Anybody may come"):
        tournaments.take_step(key=cup.key, person=anna, step=step, **asked)
    with pytest.raises(errors.NotAllowed):
        tournaments.take_step(key=cup.key, person=anna, step="refuse", handle=stranger.handle)
    page = read(browser("anna"), f"/tournaments/{cup.key}/desk")
    assert f"/desk/{step}" not in page


def test_what_a_desk_has_chosen_does_not_become_rated(anna: User) -> None:
    """Unrated it asks for a code, seats and turns away; nobody opens it and rates it after that."""
    facts: dict[str, Any] = {"title": "x", "capacity": 8, "stages": [SWISS], "rated": False}
    cup = tournaments.announce(person=anna, **facts)
    rate, casual = ({"settings": {"rated": one}} for one in (True, False))
    for wish in (rate, casual):
        tournaments.take_step(key=cup.key, person=anna, step="change", **wish)
    for one in crowd(2):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.take_step(key=cup.key, person=anna, step="seat", handle="player000", table=1)
    with pytest.raises(errors.BadTournament, match="from the beginning"):
        tournaments.take_step(key=cup.key, person=anna, step="change", **rate)


def test_who_leaves_of_their_own_will_has_resigned(small: Small) -> None:
    cup = small(people=6, seats=3)
    game = running_games(cup)[0]
    chair = game.chairs.select_related("person").get(number=0)
    assert chair.person is not None
    tournaments.withdraw(key=cup.key, person=chair.person)
    chair.refresh_from_db()
    assert chair.resigned_at is not None


def test_a_result_is_set_when_its_game_has_been_played_and_changes_no_rating(
    small: Small, anna: User
) -> None:
    cup = small(people=6, seats=3)
    game = running_games(cup)[0]
    people = [one.person.handle for one in game.chairs.select_related("person") if one.person]
    results = [{"handle": one, "rank": rank} for rank, one in enumerate(people, 1)]
    fix = {"round": 1, "table": game.round_table, "results": results, "reason": "As it was"}
    with pytest.raises(errors.NotNow, match="when it has been played"):
        tournaments.take_step(key=cup.key, person=anna, step="fix", **fix)
    play_out(game)
    tournaments.advance(key=cup.key)
    ratings.collect()
    before = list(RatingChange.objects.values_list("person", "mu").order_by("pk"))
    assert before
    tournaments.take_step(key=cup.key, person=anna, step="fix", **fix)
    ratings.recompute()
    assert list(RatingChange.objects.values_list("person", "mu").order_by("pk")) == before


def test_a_result_set_right_does_not_draw_the_next_round_again(small: Small, anna: User) -> None:
    cup = small(people=6, seats=3, break_for=86_400)
    game = running_games(cup)[0]
    end_round(cup)
    tournaments.advance(key=cup.key)
    drawn = Round.objects.get(tournament=cup, status="drawn")
    stood = list(drawn.sittings.values_list("pk", "entry", "table", "position").order_by("pk"))
    people = [one.person.handle for one in game.chairs.select_related("person") if one.person]
    results = [{"handle": one, "rank": rank} for rank, one in enumerate(people, 1)]
    fix = {"round": 1, "table": game.round_table, "results": results, "reason": "As it was"}
    for step, wish in (("fix", fix), ("undo", {})):
        tournaments.take_step(key=cup.key, person=anna, step=step, **wish)
        drawn.refresh_from_db()
        assert drawn.drawn_again == 0
        now = drawn.sittings.values_list("pk", "entry", "table", "position")
        assert stood == list(now.order_by("pk"))


def test_no_preview_shows_how_a_draw_would_fall(small: Small, anna: User) -> None:
    """Whoever runs it would wait with a step until one suits."""
    cup = small(break_for=86_400)
    end_round(cup)
    tournaments.advance(key=cup.key)
    drop = {"step": "drop", "handle": "player003", "reason": "Ill"}
    told = tournaments.take_step(key=cup.key, person=anna, dry_run=True, **drop)["effects"]
    assert (told["tables"], told["letters"] > 0) == ([], True)
    assert tournaments.take_step(key=cup.key, person=anna, **drop)["effects"]["tables"]
    facts: dict[str, Any] = {"capacity": 8, "stages": [SWISS], "rated": True}
    other = tournaments.announce(person=anna, title="Another", confirms="never", **facts)
    for one in User.objects.filter(handle__startswith="player"):
        tournaments.enter_tournament(key=other.key, person=one)
    begin = {"key": other.key, "person": anna, "step": "start"}
    assert tournaments.take_step(**begin, dry_run=True)["effects"]["tables"] == []
    assert tournaments.take_step(**begin)["effects"]["tables"]


def test_of_one_table_alone_it_does_not_begin(small: Small) -> None:
    """Whoever announces it would have chosen whom they meet."""
    with pytest.raises(errors.Refusal, match="6 people to begin, and 5"):
        small(people=5)


def test_called_off_its_games_are_played_on_and_count(small: Small, anna: User) -> None:
    cup = small(people=6, seats=3)
    game = running_games(cup)[0]
    tournaments.take_step(key=cup.key, person=anna, step="call_off", reason="My friend loses")
    chair = game.chairs.select_related("person").get(number=0)
    assert chair.person is not None
    with pytest.raises(errors.NotAllowed):
        services.offer_end(game_key=game.key, person=chair.person)
    play_out(game)
    assert ratings.collect() == 1


def test_its_rounds_follow_each_other_by_themselves(small: Small) -> None:
    cup = small()
    for _ in range(3):
        assert cup.due_at is None
        end_round(cup)
        tournaments.advance(key=cup.key)
        cup.refresh_from_db()
    assert cup.status == "over"
