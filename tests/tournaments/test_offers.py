"""Pages, the API and the desk offer in every state of a tournament what is then done, and nothing
that is refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games import errors
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from tests import bounded
from tests.conftest import Cast
from tests.tournaments.browsing import At, read
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_at_once, end_round, running_games
from tests.tournaments.stepping import go_on, step

pytestmark = pytest.mark.django_db

FINAL = {"format": "final", "sets": ["oriflamme"], "rounds": 1, "takes": 4}
LEAGUE = {"format": "league", "sets": ["oriflamme"], "rounds": 2}
FORMATS = {
    "swiss": [SWISS],
    "swiss and final": [SWISS | {"rounds": 1}, FINAL],
    "robin": [{"format": "robin", "sets": ["oriflamme"], "rounds": 2}],
    "knockout": [{"format": "knockout", "sets": ["oriflamme"], "through": 2}],
    "leagues": [LEAGUE, LEAGUE],
}


def states(cup: Tournament) -> Iterator[str]:
    """All that become of it, one after the other."""
    yield "open"
    step(cup, "start")
    go_on(cup)
    yield "asks who will play"
    for entry in cup.entries.filter(state="entered").select_related("person"):
        tournaments.confirm(key=cup.key, person=entry.person)
    bound = bounded()
    while next(bound) and go_on(cup).is_live:
        yield "drawn"
        cup.rounds.filter(status="drawn").update(begins_at=cup.announced_at)
        Tournament.objects.filter(pk=cup.pk).update(due_at=cup.announced_at)
        go_on(cup)
        yield "playing"
        end_at_once(running_games(cup)[0])
        if go_on(cup).is_live:
            yield "playing, and one table is over"
        end_round(cup)
    yield "over"


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def is_done(act: Callable[[], object]) -> bool:
    with taken_back():
        try:
            act()
        except errors.Refusal:
            return False
    return True


def must_agree(cup: Tournament, at: At, asks: User, comes: User) -> None:
    """`asks`: for a place; `comes`: who has not entered."""
    cup.refresh_from_db()
    key, erin = cup.key, cup.creator
    view = selectors.view(key=key, viewer=comes)
    page = read(at(comes.handle), f"/tournaments/{key}")
    enters = is_done(lambda: tournaments.enter_tournament(key=key, person=comes))
    assert ('value="enter"' in page) == enters
    desk = read(at(erin.handle), f"/tournaments/{key}/desk")
    admits = is_done(lambda: step(cup, "admit", handle=asks.handle))
    offered = f'/tournaments/{key}/desk/admit"' in desk
    assert view["takes_entries"] == admits == offered
    listed = {one["player"]["handle"] for one in selectors.desk(key=key, viewer=erin)["asking"]}
    assert (asks.handle in listed) == admits
    at_hand, _more = selectors.list_tournaments(which="at hand", viewer=asks)
    assert [one["id"] for one in at_hand] == [key] * admits
    told = read(at(asks.handle), f"/tournaments/{key}")
    assert ("An organiser will answer it." in told) == admits
    leaves = is_done(lambda: tournaments.withdraw(key=key, person=asks))
    assert ('value="withdraw"' in told) == leaves
    for entry in cup.entries.filter(state="entered").select_related("person")[:1]:
        objects(cup, at, entry.person)


def objects(cup: Tournament, at: At, person: User) -> None:
    tables = selectors.own(key=cup.key, viewer=person)["tables"]

    def object_to(table: Any) -> None:
        where = {"round": table["round"], "table": table["table"]}
        tournaments.object_to(key=cup.key, person=person, text="It was not so", **where)

    for table in tables:
        assert table["may_object"] == is_done(lambda table=table: object_to(table))
    page = read(at(person.handle), f"/tournaments/{cup.key}")
    assert ("Object to a result" in page) == any(one["may_object"] for one in tables)


@pytest.mark.parametrize(
    ("form", "late", "is_full"),
    [
        *(("swiss", 0, False), ("swiss", 2, False), ("swiss", 9, True)),
        *((form, 9, False) for form in FORMATS if form != "swiss"),
    ],
)
def test_what_is_offered_is_done(
    announce: Announce, browser: At, person: Cast, form: str, late: int, is_full: bool
) -> None:
    cup = announce(
        stages=FORMATS[form],
        capacity=8 if is_full else 12,
        seats=4,
        late_until=late,
        admission="approval",
        confirms="start",
        first_break_for=3600,
        break_for=3600,
    )
    for one in crowd(8):
        tournaments.enter_tournament(key=cup.key, person=one)
    cup.entries.update(state="entered")
    asks, comes = person("frank"), person("grace")
    tournaments.enter_tournament(key=cup.key, person=asks)
    for now in states(cup):
        try:
            must_agree(cup, browser, asks, comes)
        except AssertionError as error:
            raise AssertionError(f"{now}, round {cup.rounds.count()}") from error
