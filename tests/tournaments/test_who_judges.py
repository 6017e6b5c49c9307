"""Whoever has the desk, and plays: what they do not do at it, and what it does not tell them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import errors
from games.tournaments import services as tournaments
from games.tournaments.importing import Row
from games.tournaments.models import Sitting, Tournament
from tests.clock.test_conduct import decided
from tests.conftest import Cast
from tests.games.conftest import OpenTable
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd

pytestmark = pytest.mark.django_db


def step(cup: Tournament, who: User, kind: str, **wish: Any) -> None:
    tournaments.take_step(key=cup.key, person=who, step=kind, reason="x", **wish)


def test_an_organiser_who_plays_leaves_their_own_table_to_another(
    announce: Announce, organiser: User, person: Cast
) -> None:
    """Nobody gives themselves time, or sends an opponent away."""
    cup = announce(capacity=8, start="full")
    for one in [organiser, *crowd(7)]:
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    tables: dict[int, list[str]] = {1: [], 2: []}
    for sat in Sitting.objects.filter(round__tournament=cup).select_related(
        "table", "entry__person"
    ):
        assert sat.table is not None
        tables[sat.table.number].append(sat.entry.person.handle)
    mine, other = sorted(tables, key=lambda number: organiser.handle not in tables[number])
    opponent = next(handle for handle in tables[mine] if handle != organiser.handle)
    for kind, wish in (
        ("extend", {"table": mine, "hours": 2}),
        ("drop", {"handle": opponent}),
        ("disqualify", {"handle": opponent}),
        ("replace", {"handle": opponent, "other": person("carol").handle}),
        ("replace", {"handle": organiser.handle, "other": "carol"}),
    ):
        with pytest.raises(errors.Refusal, match="yourself"):
            step(cup, organiser, kind, **wish)
    step(cup, organiser, "extend", table=other, hours=2)
    step(cup, organiser, "drop", handle=tables[other][0])
    step(cup, organiser, "drop", handle=organiser.handle)


def test_the_desk_is_not_told_how_reliable_somebody_is(
    announce: Announce, organiser: User, open_table: OpenTable, person: Cast
) -> None:
    """It is theirs alone; at an anonymous table it would tell who has just missed a decision."""
    game = open_table("alice", "bob")
    game.chairs.update(joined_at=timezone.now() - timedelta(days=900))
    decided(game, person("alice"), *["clock"] * 60)
    cup = announce(conduct_min=80)
    for handle in ("alice", "bob"):
        step(cup, organiser, "add", handle=handle, dry_run=True)
    taken = tournaments.import_entries(key=cup.key, person=organiser, rows=[Row("alice")])
    assert [came["why"] for came in taken["outcomes"]] == [""]
