"""The cards of a tournament were chosen by nobody: its site has committed before anybody entered,
whoever enters adds to the deals of all their tables, and everybody checks it."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games import engine, selectors
from games.models import Game
from games.selectors.verifying import verify_games
from games.tournaments import selectors as cups
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.conftest import Cast
from tests.games.test_deal import changed, checker, mine, paper
from tests.pages.conftest import Browser
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import end_at_once, end_round, running_games

pytestmark = pytest.mark.django_db
PLAYERS = ("alice", "bob", "carol", "dave", "frank", "grace")


@pytest.fixture
def cup(announce: Announce, person: Cast) -> Tournament:
    """Two rounds at two tables; everybody but Frank and Grace has contributed."""
    cup = announce(
        seats=3,
        capacity=6,
        start="full",
        stages=[{"format": "swiss", "sets": ["oriflamme", "mixed"], "rounds": 2}],
    )
    for name in PLAYERS:
        sent = mine(name) if name not in {"frank", "grace"} else ""
        services.enter_tournament(key=cup.key, person=person(name), contribution=sent)
    return cup


def begin(cup: Tournament) -> list[Game]:
    services.advance(key=cup.key)
    return running_games(cup)


def noted(cup: Tournament, viewer: User | None = None) -> str:
    said = cups.view(key=cup.key, viewer=viewer)["lots"]["deals"]
    assert said is not None
    return said


def test_every_table_is_checked_with_the_page_alone(cup: Tournament) -> None:
    check, commitment = checker(), noted(cup)
    for number in (1, 2):
        games = begin(cup) if number == 1 else running_games(cup)
        for game in games:
            for chair in game.chairs.select_related("person"):
                assert chair.person is not None
                name = chair.person.handle
                own = paper(game, chair.person)
                sent = mine(name) if name not in {"frank", "grace"} else None
                assert f"hand {chair.number}" in check(own, commitment, sent)
                assert own["round"]["key"] is None
        end_round(cup)
        services.advance(key=cup.key)
        for game in games:
            whole = paper(game)
            assert whole["round"]["number"] == number
            assert check(whole, commitment).endswith("hand 4, and the seed.")
            for name, other in (("key", mine("x")), ("commitment", "sha256:" + mine("x"))):
                with pytest.raises(AssertionError):
                    check(changed(whole, "round", name, to=other))
            with pytest.raises(AssertionError, match="the seed of the table"):
                check(changed(whole, "round", "table", to=9))


def test_a_key_is_opened_when_no_game_it_would_tell_of_is_played(cup: Tournament) -> None:
    first, second = begin(cup)
    end_at_once(first)
    first.refresh_from_db()
    assert paper(first)["seed"]
    assert paper(first)["round"]["key"] is None
    end_at_once(second)
    opened = paper(first)["round"]["key"]
    services.advance(key=cup.key)
    later = running_games(cup)
    assert len(later) == 2
    assert paper(first)["round"]["key"] == opened
    # It says nothing of the round that is played now.
    tables = {engine.seed_of_table(bytes.fromhex(opened), table) for table in range(1, 300)}
    assert tables.isdisjoint(game.seed.reveal() for game in later)


def test_the_commitment_stands_before_anybody_enters_and_is_never_another(
    cup: Tournament,
) -> None:
    before = noted(cup)
    games = begin(cup)
    assert {paper(game)["round"]["commitment"] for game in games} == {before}
    end_round(cup)
    services.advance(key=cup.key)
    assert {paper(game)["round"]["commitment"] for game in running_games(cup)} == {before}


def test_a_contribution_is_known_by_its_mark_and_never_another(
    cup: Tournament, person: Cast
) -> None:
    marks = {one["player"]["handle"]: one["mark"] for one in cups.entries(key=cup.key, viewer=None)}
    assert marks["alice"] == engine.mark(bytes.fromhex(mine("alice"))).hex()
    assert marks["frank"] is None
    services.withdraw(key=cup.key, person=person("alice"))
    services.enter_tournament(key=cup.key, person=person("alice"), contribution=mine("another"))
    again = {one["player"]["handle"]: one["mark"] for one in cups.entries(key=cup.key, viewer=None)}
    assert again == marks


def test_the_page_of_a_tournament_takes_what_the_browser_has_drawn(
    cup: Tournament, browser: Callable[[str], Browser]
) -> None:
    heidi, address = browser("heidi"), f"/tournaments/{cup.key}"
    page = heidi.get(address).content.decode()
    assert f'data-commitment="{noted(cup)}"' in page
    assert "games/deal.js" in page
    heidi.post(address, {"act": "enter", "contribution": mine("heidi")})
    entry = cup.entries.get(person__handle="heidi")
    assert entry.contribution.is_same(bytes.fromhex(mine("heidi")))


def test_a_tournament_announced_before_there_were_keys_of_rounds_plays_on(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(last_round_key=None)
    games = begin(cup)
    assert cups.view(key=cup.key, viewer=None)["lots"]["deals"] is None
    for game in games:
        end_at_once(game)
        game.refresh_from_db()
        seen: dict[str, Any] = paper(game)
        assert seen["round"] is None
        checker()(seen, game.commitment)
        assert selectors.record_text(key=game.key, viewer=None)


def test_verify_games_knows_where_a_seed_comes_from(cup: Tournament) -> None:
    one, other = begin(cup)
    assert dict(verify_games([one.key, other.key])) == {one.key: [], other.key: []}
    Game.objects.filter(pk=one.pk).update(round_table=7)
    ((_key, [fault]),) = verify_games([one.key])
    assert fault.startswith("the seed")
