"""A tournament moves with every game of it, and stands there as it stood here."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.moderation import moving
from games.selectors.verifying import verify_games
from games.tournaments import selectors, services
from games.tournaments.models import Step
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import play_round

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_tournament_arrives_with_its_standings_and_every_game(
    announce: Announce, tmp_path: Path
) -> None:
    cup = announce(
        *("alice", "bob", "carol", "dave", "frank", "grace"),
        seats=3,
        stages=[{"format": "swiss", "sets": ["oriflamme"], "rounds": 2}],
        start="desk",
    )
    with pytest.raises(CommandError, match="not over"):
        call_command("move_out", "--tournament", cup.key, str(tmp_path / "early"))
    services.take_step(key=cup.key, person=cup.creator, step="start")
    for _ in range(2):
        services.advance(key=cup.key)
        play_round(cup)
    services.advance(key=cup.key)
    before = selectors.view(key=cup.key, viewer=None)
    assert before["status"] == "over"
    steps = list(Step.objects.order_by("pk").values_list("kind", flat=True))
    file = tmp_path / "moved"
    call_command("move_out", "--tournament", cup.key, str(file))
    call_command("flush", verbosity=0, interactive=False)
    call_command("move_in", str(file), "--key", moving.own_key())
    assert selectors.view(key=cup.key, viewer=None) == before
    assert list(Step.objects.order_by("pk").values_list("kind", flat=True)) == steps
    assert [faults for _key, faults in verify_games()] == [[]] * 4
