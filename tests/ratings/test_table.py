"""The table of docs/ratings.md: which game counts, and how, row by row."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from games.ratings import services
from games.ratings.models import Rating, RatingChange
from games.tournaments.models import Round, Stage, Tournament, TournamentTable
from tests.ratings.conftest import NOON, Ended, log, standing, was_there

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
THREE = ["alice", "bob", "carol"]
DOC = Path(__file__).parents[2] / "docs" / "ratings.md"


def mus(list: str = "overall") -> dict[str, float]:
    return {who: row.mu for who, row in standing(list).items()}


def test_row_played_to_the_end(ended: Ended) -> None:
    ended(THREE, [2, 1, 3], set="ablaze")
    found = mus()
    assert found["bob"] > found["alice"] > found["carol"]
    assert mus("ablaze") == found
    assert mus("oriflamme") == {}


def test_row_not_rated(ended: Ended) -> None:
    ended(THREE, rated=False)
    assert mus() == {}


@pytest.mark.parametrize("reason", ["agreed", "abandoned"])
def test_row_ended_without_ranks(ended: Ended, reason: str) -> None:
    ended(THREE, reason=reason)
    assert mus() == {}


def test_row_ended_without_some(ended: Ended) -> None:
    game = ended(THREE, reason="adjudicated")
    game.result["ranks"] = [2, 1, 3]
    game.save()
    found = mus()
    assert found["bob"] > found["alice"] > found["carol"]


def test_row_cancelled(ended: Ended) -> None:
    ended(THREE, status="cancelled")
    assert mus() == {}


def test_row_annulled(ended: Ended) -> None:
    services.annul(game=ended(THREE), reason="Two accounts of one person.")
    assert mus() == {}


def test_row_annulled_and_back(ended: Ended, person: Cast) -> None:
    """What came after it is as it was, too."""
    first = ended(THREE)
    ended(["carol", "bob", "alice"])
    before = mus()
    services.annul(game=first, reason="It looked like a deal.", by=person("sam"))
    assert mus() != before
    services.reinstate(game=first, reason="It was none.", by=person("tess"))
    assert mus() == before


def test_row_of_a_tournament(ended: Ended, person: Cast) -> None:
    """Its desk may say otherwise of the table: that is no game, and changes no rating."""
    cup = Tournament.objects.create(
        title="Cup",
        creator=person("erin"),
        capacity=8,
        languages=["en"],
        pace="daily",
        tie_breaks=[],
    )
    stage = Stage.objects.create(tournament=cup, number=1, format="final", sets=["oriflamme"])
    round_ = Round.objects.create(tournament=cup, stage=stage, ordinal=1, begins_at=NOON)
    game = ended(THREE, [1, 2, 3], tournament=cup.key)
    TournamentTable.objects.create(round=round_, number=1, game=game, how="fixed")
    ended(["dave", "erin", "frank"], [1, 2, 3])
    found = mus()
    assert [found[who] for who in THREE] == [found[who] for who in ("dave", "erin", "frank")]
    for _ in range(2):
        services.collect()
    assert RatingChange.objects.filter(game=game, list="overall").count() == 3


def test_row_adjudicated(ended: Ended) -> None:
    ended(THREE, reason="adjudicated", tournament="cup")
    assert mus() == {}


def test_row_stood_in_for(ended: Ended) -> None:
    """Decisions that somebody has missed are theirs nevertheless."""
    game = ended(THREE)
    game.chairs.filter(number=0).update(stand_in=True, bot="careful", absent_since=NOON)
    ended(["dave", "erin", "frank"])
    found = mus()
    assert (found["alice"], found["bob"], found["carol"]) == (
        found["dave"],
        found["erin"],
        found["frank"],
    )
    assert "careful" not in found


def test_row_excused(ended: Ended) -> None:
    game = ended(THREE, [2, 3, 1])
    game.chairs.filter(person__handle__in=["alice", "bob"]).update(excused_from=7)
    found = mus()
    assert set(found) == {"carol"}
    assert found["carol"] > 25


def test_row_resigned(ended: Ended) -> None:
    """Last, whatever the stand-in made of it; and nobody who stayed is better off for that: they
    are held against the seat as it has come out."""
    ended(THREE, [1, 2, 3], resigned={"alice": 10})
    ended(["dave", "erin", "frank"], [3, 1, 2])
    ended(["gina", "hank", "ivan"], [1, 2, 3])
    found = mus()
    assert found["alice"] == found["dave"]
    assert [found["bob"], found["carol"]] == [found["hank"], found["ivan"]]


def test_row_several_resigned(ended: Ended) -> None:
    """Who went first is last; so it is where all have gone."""
    ended(THREE, [2, 3, 1], resigned={"alice": 10, "bob": 20})
    ended(["dave", "erin", "frank"], resigned={"dave": 1, "erin": 2, "frank": 3})
    found = mus()
    assert found["carol"] > found["bob"] > found["alice"]
    assert found["frank"] > found["erin"] > found["dave"]


def test_row_taken_over(ended: Ended, person: Cast) -> None:
    """By the shares of the decisions, at the place that the seat has come to."""
    game = ended(["dave", "bob", "carol"])
    log(game, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])
    was_there(game, person("alice"), 0, until_seq=3)
    found = mus()
    shares = dict(
        RatingChange.objects.filter(list="overall").values_list("person__handle", "share")
    )
    assert shares == {"alice": 0.25, "dave": 0.75, "bob": 1, "carol": 1}
    assert round(found["alice"] - 25, 4) == round((found["dave"] - 25) / 3, 4) > 0


def test_row_taken_over_from_who_had_resigned(ended: Ended, person: Cast) -> None:
    """For their share they are last; the seat of who plays on there is not."""
    game = ended(["dave", "bob", "carol"])
    log(game, [0, 1, 2, 0, 1, 2])
    was_there(game, person("alice"), 0, until_seq=3, resigned=True)
    found = mus()
    assert found["alice"] < 25 < found["dave"]


def test_row_taken_over_and_thrown_away(ended: Ended, person: Cast) -> None:
    game = ended(["erin", "bob", "carol"], [3, 1, 2], resigned={"erin": 50})
    log(game, [0, 1, 2, 0, 1, 2])
    was_there(game, person("alice"), 0, 3)
    game.former_players.update(rank=1)
    found = mus()
    assert found["alice"] > 25 > found["erin"]


def test_row_taken_over_without_a_decision(ended: Ended, person: Cast) -> None:
    game = ended(["dave", "bob", "carol"])
    log(game, [0, 1, 2])
    was_there(game, person("alice"), 0, until_seq=3)
    assert set(mus()) == set(THREE)


def test_row_bots(ended: Ended) -> None:
    """Bots are compared with bots alone, and no person is with them."""
    ended(["alice", "bot:owl", "robin:bot", "bot:wren"], [1, 2, 3, 4], rated=False)
    found = mus()
    assert set(found) == {"owl", "robin", "wren"}
    assert found["owl"] > found["robin"] > found["wren"]


def test_row_bots_of_one_kind(ended: Ended) -> None:
    ended(["alice", "bot:owl", "bot:owl"], rated=False)
    assert mus() == {}


def test_row_duel(ended: Ended) -> None:
    ended(["bot:owl", "robin:bot"], rated=False)
    assert mus() == {}


def test_row_anonymous(ended: Ended, person: Cast) -> None:
    game = ended(THREE, anonymous=True, status="running", state="{}", to_move=0)
    assert mus() == {}
    game.status, game.ended_at = "over", timezone.now()
    game.save()
    assert set(mus()) == set(THREE)


def test_row_erased(ended: Ended, person: Cast) -> None:
    """The seat stays, and with it what the others have won from it."""
    from accounts.services.leaving import erase

    ended(THREE)
    before = mus()
    erase(person=person("carol"))
    ended(["dave", "erin", "frank"], at=NOON + timedelta(days=9))
    services.recompute()
    assert {who: mu for who, mu in mus().items() if who in THREE} == {
        who: before[who] for who in ("alice", "bob")
    }


def test_every_row_of_the_table_has_its_test() -> None:
    written = set(re.findall(r"^\| `([a-z_]+)` \|", DOC.read_text(), re.M))
    tested = {name.removeprefix("test_row_") for name in globals() if name.startswith("test_row_")}
    assert written == tested


def test_provisional_is_whoever_has_played_little(ended: Ended) -> None:
    for _ in range(9):
        ended(THREE)
    assert {row.games for row in standing().values()} == {9}
    assert not Rating.objects.filter(games__gte=10).exists()
