"""Games as data: the public ones of a month are one file, whole, checked, and without names."""

import gzip
import hashlib
import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import engine, tasks
from games.models import Game, PublishedMonth
from games.selectors.published import read_month
from games.services import publishing
from tests.api.conftest import SeatParty
from tests.api.live import Site
from tests.api.test_export import copies

pytestmark = pytest.mark.django_db(transaction=True)
MONTH = (datetime.now(UTC).date().replace(day=1) - timedelta(days=1)).replace(day=1)
WITHIN = datetime(MONTH.year, MONTH.month, 3, tzinfo=UTC)
NAME = f"{MONTH:%Y-%m}"


@pytest.fixture
def games(party: SeatParty) -> list[str]:
    """Twelve public games of that month, one that is not public, one of the month before."""
    table = party(2, name="Names tell")
    table.play_on()
    Game.objects.filter(key=table.key).update(ended_at=WITHIN)
    game = Game.objects.get(key=table.key)
    keys = [game.key, *copies(game, 13)]
    Game.objects.filter(key__in=keys[:12]).update(ended_at=WITHIN)
    Game.objects.filter(key=keys[12]).update(ended_at=WITHIN, spectators=False)
    Game.objects.filter(key=keys[13]).update(ended_at=WITHIN - timedelta(days=4))
    return keys[:12]


def test_a_month_is_one_file_of_public_games_without_names(
    games: list[str], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.published.AT_ONCE", 2)
    monkeypatch.setattr(publishing, "A_PART", 4)
    tasks.publish_games()
    tasks.publish_games()  # twice is once
    with httpx.Client(base_url=site.url) as http:
        # One of a month before; of those without a game there is no file.
        told, before = http.get("/api/v1/games/data").json()
        empty = f"{MONTH - timedelta(days=100):%Y-%m}"
        assert PublishedMonth.objects.filter(month=f"{empty}-01", games=0).exists()
        assert http.get(f"/data/oriflamme-{empty}.ndjson.gz").status_code == 404
        assert (told["month"], told["games"], before["games"]) == (NAME, 12, 1)
        file = http.get(f"/data/oriflamme-{NAME}.ndjson.gz")
        sums = http.get(f"/data/oriflamme-{NAME}.ndjson.gz.sha256").text
        page = http.get("/data").text
    assert told["url"].endswith(f"/data/oriflamme-{NAME}.ndjson.gz")
    assert f"/data/oriflamme-{NAME}.ndjson.gz.sha256" in page
    assert told["sha256"][:16] in page
    assert len(file.content) == told["size"] == int(file.headers["Content-Length"])
    assert hashlib.sha256(file.content).hexdigest() == told["sha256"]
    assert sums == f"{told['sha256']}  oriflamme-{NAME}.ndjson.gz\n"
    text = gzip.decompress(file.content).decode()
    lines = [json.loads(line) for line in text.splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(games)
    for line in lines[:2]:
        end = engine.view(engine.replay(line["record"]), None)
        assert end["result"]["scores"] == line["result"]["scores"]
    assert not [name for name in ("alice", "bob", "Names tell") if name in text]


def test_whoever_writes_at_the_same_time_or_breaks_off_loses_none_and_doubles_none(
    games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.published.AT_ONCE", 1)
    monkeypatch.setattr(publishing, "A_PART", 5)

    def breaks(*_asked: Any) -> Any:
        raise ConnectionError

    assert publishing.write_part(month=MONTH, read=read_month)
    with pytest.raises(ConnectionError):
        publishing.write_part(month=MONTH, read=breaks)
    assert not PublishedMonth.objects.exclude(sha256="").exists()  # nobody is given a part
    assert Client().get(f"/data/oriflamme-{NAME}.ndjson.gz", secure=True).status_code == 404
    call_command("publish_games", NAME)
    whole = PublishedMonth.objects.get(month=MONTH)
    said = b"".join(gzip.decompress(part.content) for part in whole.parts.all())
    assert sorted(json.loads(line)["id"] for line in said.splitlines()) == sorted(games)
    before = whole.sha256
    call_command("publish_games", NAME, anew=True)
    assert PublishedMonth.objects.get(month=MONTH).sha256 == before


def test_a_game_that_is_hidden_before_its_month_is_whole_is_not_in_it_and_stops_nothing(
    games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.published.AT_ONCE", 1)
    monkeypatch.setattr(publishing, "A_PART", 5)
    assert publishing.write_part(month=MONTH, read=read_month)
    hidden = PublishedMonth.objects.get(month=MONTH).last
    Game.objects.filter(key=hidden).update(spectators=False)
    call_command("publish_games", NAME)
    whole = PublishedMonth.objects.get(month=MONTH)
    said = b"".join(gzip.decompress(part.content) for part in whole.parts.all())
    told = sorted(json.loads(line)["id"] for line in said.splitlines())
    assert told == sorted({*games} - {hidden})


def test_what_is_too_old_goes_and_a_month_that_is_not_over_is_not_written(
    db: None, settings: Any, client: Client
) -> None:
    PublishedMonth.objects.create(month=date(2020, 1, 1), sha256="0" * 64, written_at=WITHIN)
    tasks.publish_games()
    assert PublishedMonth.objects.count() == settings.PUBLISHED_MONTHS
    assert NAME in {str(month) for month in PublishedMonth.objects.all()}
    with pytest.raises(CommandError, match="not over"):
        call_command("publish_games", f"{datetime.now(UTC):%Y-%m}")
    assert client.get("/data", secure=True).status_code == 200
    settings.PUBLISHED_MONTHS = 0
    tasks.publish_games()
    assert not PublishedMonth.objects.exists()
