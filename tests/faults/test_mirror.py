"""A copy of a tournament that never polls is what the site says, though the site was killed."""

from pathlib import Path

import pytest

from games.tournaments import services as tournaments
from oriflamme_site.local.ground import free_port
from tests.api.live import live_site
from tests.faults.mirroring import Mirror, tables_of
from tests.faults.scene import wait_until
from tests.pace import PATIENCE
from tests.tournaments.conftest import (  # noqa: F401  fixtures
    SWISS,
    Announce,
    _workers_are_asleep,
    announce,
    organiser,
)
from tests.tournaments.playing import crowd, play_out, running_games

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long(10)
def test_the_copy_is_what_the_site_says(announce: Announce, tmp_path: Path) -> None:  # noqa: F811
    cup = announce(capacity=8, start="full", stages=[{**SWISS, "rounds": 2}])
    port, games = free_port(), []

    def play(how_many: int) -> None:
        tournaments.advance(key=cup.key)
        for game in running_games(cup)[:how_many]:
            games.append(game.key)
            play_out(game, seed=game.pk)
        tournaments.advance(key=cup.key)

    copy = Mirror(f"http://127.0.0.1:{port}", cup.key)
    with live_site(tmp_path / "web.log", port=port) as site:
        copy.start()
        wait_until("its first word", copy.began.is_set, seconds=PATIENCE)
        for person in crowd(8):
            tournaments.enter_tournament(key=cup.key, person=person)
        play(1)
        site.kill()
    play(1)
    with live_site(tmp_path / "web.log", port=port):
        play(2)
        wait_until("all results", lambda: copy.has_all(games), seconds=PATIENCE)
        wait_until("the same copy", lambda: not copy.differences(), seconds=PATIENCE)
        copy.stop()
    assert {table["game"] for table in tables_of(copy.rounds)} == set(games)
    assert (len(games), copy.doubled, copy.resets) == (4, 0, 0)
    assert copy.cuts
    # It was told what to read, and asked for nothing else.
    assert copy.readings <= 40
