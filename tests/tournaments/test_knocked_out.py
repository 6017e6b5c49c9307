"""Whoever is knocked out is told so by letter; and what is so now, whatever is set right later."""

from typing import Any

import pytest

from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from notifications.models import Notification
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.stepping import SIX, asked_for, go_on, play, say_yes, step

pytestmark = pytest.mark.django_db

NINE = (*SIX, "heidi", "ivan", "judy")
KNOCKOUT = {"format": "knockout", "sets": ["oriflamme"], "through": 1}


def knocked_out(announce: Announce, *more: Any, **wishes: Any) -> Tournament:
    """Nine people of whom three go on; their round waits for its break to end."""
    wishes = {"seats": 3, "capacity": 9, "break_for": 3600, "stages": [KNOCKOUT, *more]} | wishes
    cup = announce(*NINE, **wishes)
    step(cup, "start")
    say_yes(cup)
    return play(go_on(cup))


def sit_in(cup: Tournament, ordinal: int) -> set[str]:
    sat = cup.rounds.get(ordinal=ordinal).sittings
    return {*sat.values_list("entry__person__handle", flat=True)}


def last_told(cup: Tournament) -> dict[str, str]:
    """What the last letter of each who is in it says of the second round; it would go out now."""
    here = cup.entries.filter(state="entered").values("person")
    letters = Notification.objects.filter(
        kind__in=["tournament round", "tournament stage"], person__in=here
    )
    told = {
        one.person.handle: one.what
        for one in letters.select_related("person").order_by("pk")
        if one.context.reveal()["round"] == "2"
    }
    assert len(told) == here.count()
    assert all(one.is_still_true() for one in told.values())
    return {who: one.letter().subject.partition("] ")[2] for who, one in told.items()}


def must_be_told(cup: Tournament) -> None:
    sit = sit_in(cup, 2)
    told = last_told(cup)
    assert told == {who: "Round 2 is drawn" if who in sit else "Others go on" for who in told}


def test_whoever_is_knocked_out_is_told_unless_another_stage_may_take_them(
    announce: Announce,
) -> None:
    cup = knocked_out(announce)
    must_be_told(cup)
    stage = Notification.objects.filter(kind="tournament stage")
    assert stage.count() == 6
    assert "Others go on from here" in stage[0].what.letter().text
    knocked_out(announce, {"format": "final", "sets": ["oriflamme"], "rounds": 1, "takes": 5})
    assert stage.count() == 6


@pytest.mark.parametrize("name", ["disqualify", "fix", "drop"])
def test_whoever_is_in_again_or_out_after_all_is_told_so_each_time(
    announce: Announce, name: str
) -> None:
    cup = knocked_out(announce)
    sat = cup.rounds.get(ordinal=1).tables.get(number=1).sittings.select_related("entry__person")
    last_first = sorted(sat, key=lambda one: -(one.rank or 0))
    results = [
        {"handle": one.entry.person.handle, "rank": rank} for rank, one in enumerate(last_first, 1)
    ]
    wish = {"handle": min(sit_in(cup, 2)), "reason": "So it is"}
    if name == "fix":
        wish = {"round": 1, "table": 1, "results": results, "reason": "It was so"}
    for _ in range(2):
        was = sit_in(cup, 2)
        step(cup, name, **wish)
        assert sit_in(cup, 2) != was
        must_be_told(cup)
        step(cup, "undo")
        assert sit_in(cup, 2) == was
        must_be_told(cup)


def test_whoever_came_for_somebody_who_is_knocked_out_is_told(
    announce: Announce, person: Cast
) -> None:
    cup = knocked_out(announce, confirms="rounds")
    through = asked_for(2)
    comes = person("mallory").handle
    step(cup, "replace", handle=min({*NINE} - {*through}), other=comes, reason="Ill")
    for who in through:
        tournaments.confirm(key=cup.key, person=person(who))
    now = {"confirm_until": cup.announced_at, "due_at": cup.announced_at}
    Tournament.objects.filter(pk=cup.pk).update(**now)
    go_on(cup)
    out = Notification.objects.filter(kind="tournament stage").select_related("person")
    told = {one.person.handle for one in out}
    assert comes in told
    assert told == {
        *cup.entries.filter(state="entered").values_list("person__handle", flat=True)
    } - {*through}
