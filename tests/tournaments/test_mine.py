"""Home and one's list show what somebody is in, organises, or may still come into."""

from typing import Any

import pytest

from games import errors
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from tests.conftest import Cast
from tests.tournaments.browsing import At, read
from tests.tournaments.conftest import Announce
from tests.tournaments.stepping import SIX, go_on, play, step

pytestmark = pytest.mark.django_db


def test_home_shows_what_somebody_is_in_and_may_come_into(
    announce: Announce, browser: At, person: Cast
) -> None:
    def at_home(who: str) -> set[str]:
        page = read(browser(who), "/")
        return {title for title in titles if title in page}

    def mine(who: str) -> list[str]:
        found, _more = selectors.list_tournaments(which="mine", viewer=person(who))
        return [one["title"] for one in found]

    titles = ["Ash cup", "Birch cup", "Cedar cup"]
    ash = announce(*SIX, capacity=5, title="Ash cup")
    birch = announce(*SIX[:4], title="Birch cup")
    cedar = announce(*SIX, admission="approval", title="Cedar cup")
    assert at_home("alice") == {*titles}
    assert at_home("grace") == {"Ash cup", "Cedar cup"}  # she waits, and asks
    tournaments.withdraw(key=birch.key, person=person("alice"))
    step(cedar, "refuse", handle="alice")
    step(ash, "start")
    assert at_home("alice") == {"Ash cup"} == {*mine("alice")}
    assert at_home("grace") == {"Cedar cup"}
    go_on(ash)
    tournaments.withdraw(key=ash.key, person=person("alice"))
    assert at_home("alice") == set()
    assert mine("alice") == ["Ash cup"]  # she has played there
    assert at_home("erin") == {*titles}
    # However many came after it that are over.
    announce(*SIX, title="Elm cup")
    over = announce(title="Fir cup")
    others = [Tournament(**{**_columns(over), "key": f"{n:016}"}) for n in range(12)]
    Tournament.objects.bulk_create(others)
    step(over, "call_off", reason="Nobody came")
    Tournament.objects.filter(title="Fir cup").update(
        status="cancelled", ended_at=over.announced_at
    )
    assert "Elm cup" in read(browser("erin"), "/")


def test_a_late_wish_is_listed_while_it_may_be_granted(
    announce: Announce, browser: At, person: Cast
) -> None:
    def listed(who: str) -> bool:
        found, _more = selectors.list_tournaments(which="mine", viewer=person(who))
        (cup,) = found or [None]
        page = read(browser(who), "/")
        assert ("Autumn cup" in page) == (cup is not None)
        return cup is not None

    cup = announce(*SIX, admission="approval", late_until=2)
    for handle in SIX[:4]:
        step(cup, "admit", handle=handle)
    step(cup, "start")
    go_on(cup)
    tournaments.enter_tournament(key=cup.key, person=person("heidi"))
    # Asked before the start, and after it.
    assert (listed("grace"), listed("heidi")) == (True, True)
    tournaments.withdraw(key=cup.key, person=person("grace"))
    assert (listed("grace"), listed("heidi")) == (False, True)
    play(cup)  # the second round is drawn: the last that takes anybody
    assert not go_on(cup).takes_people(list(cup.stages.all()), cup.rounds.count())
    assert not listed("heidi")
    with pytest.raises(errors.Refusal, match="too late"):
        step(cup, "admit", handle="heidi")


@pytest.mark.parametrize("kind", ["league", "knockout"])
def test_a_format_that_takes_nobody_late_lists_no_late_wish(
    announce: Announce, person: Cast, kind: str
) -> None:
    stage = {"format": kind, "sets": ["oriflamme"], "rounds": 3 if kind == "league" else 0}
    cup = announce(*SIX, admission="approval", stages=[stage], late_until=2)
    for handle in SIX[:5]:
        step(cup, "admit", handle=handle)
    mine = {"which": "mine", "viewer": person("grace")}
    assert selectors.list_tournaments(**mine)[0]
    step(cup, "start")
    assert not selectors.list_tournaments(**mine)[0]


def _columns(row: Tournament) -> dict[str, Any]:
    return {
        f.attname: getattr(row, f.attname)
        for f in Tournament._meta.concrete_fields
        if f.name != "id"
    }
