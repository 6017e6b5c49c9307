"""The bot of the documentation, in both languages: short, and not to be stopped."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from games.models import Game, Move
from oriflamme_site.local.ground import free_port
from tests import bounded
from tests.api.conftest import SeatParty
from tests.api.live import live_site
from tests.clients.conftest import Program, example
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("language", ["python", "js"])
def test_it_is_short(language: str) -> None:
    assert len([line for line in example(language).splitlines() if line.strip()]) <= 12


# The same with the face that awaits.
AWAITING = """
import asyncio, random, sys
from oriflamme_client import AsyncClient

async def main():
    async with AsyncClient(*sys.argv[1:3]) as client:
        await client.play(lambda view: random.choice(view["question"]["moves"])["move"])

asyncio.run(main())
"""


@contextmanager
def playing(bots: list["subprocess.Popen[str]"]) -> Iterator[None]:
    try:
        yield
        assert [bot.poll() for bot in bots] == [None] * len(bots), "a bot gave up"
    finally:
        for bot in bots:
            bot.kill()
            bot.communicate()


def wait_for_moves(key: str, how_many: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        game = Game.objects.get(key=key)
        if game.status == "over" or game.seq >= how_many:
            return
        time.sleep(0.05)
    raise TimeoutError(f"{game.seq} moves")


FOLLOW = {
    "python": """
import sys
from oriflamme_client import Client

site, token, game = sys.argv[1:]
for event in Client(site, token).follow(game):
    print(event["event"], event["data"].get("seq"), flush=True)
    if event["event"] == "over":
        break
""",
    "js": """
import { Client } from "oriflamme-client";

const [site, token, game] = process.argv.slice(2);
for await (const { event, data } of new Client(site, token).follow({ game })) {
  console.log(event, data.seq);
  if (event === "over") break;
}
""",
}


@pytest.mark.long(20)
def test_who_follows_a_table_is_told_of_each_move_once_however_often_the_site_is_killed(
    party: SeatParty, tmp_path: Path
) -> None:
    """Of those that are made while nobody answers, too; and again and again under its stream."""
    table, port, log = party(3, set="mixed"), free_port(), tmp_path / "web.log"
    token = table.clients[0].headers["Authorization"].removeprefix("Bearer ")
    followers: list[subprocess.Popen[str]] = []
    told: list[list[str]] = [[], []]
    with ExitStack() as standing:
        for language, code in FOLLOW.items():
            (folder := tmp_path / language).mkdir()
            program = Program(language, folder, code)
            one = program.start(f"http://127.0.0.1:{port}", token, table.key)
            standing.callback(one.communicate)
            standing.callback(one.kill)
            followers.append(one)
        last = "here"
        for _ in range(4):
            with live_site(log, port=port) as site:
                for one, heard in zip(followers, told, strict=True):
                    listen(one, heard, last)
                table.play_on(2)
                site.kill()
            table.play_on(2)
            last = f"moved {table.view(table.clients[0])['seq']}"
        with live_site(log, port=port):
            table.play_on()
            for one, heard in zip(followers, told, strict=True):
                listen(one, heard, "over")
    moves = [f"moved {seq}" for seq in range(1, Game.objects.get(key=table.key).seq + 1)]
    assert [heard[1:-1] for heard in told] == [moves, moves]


def listen(program: "subprocess.Popen[str]", heard: list[str], until: str) -> None:
    bound = bounded(1000)
    while next(bound) and not (heard and heard[-1].startswith(until)):
        assert program.stdout
        heard.append(program.stdout.readline().strip())


def test_they_play_to_the_end_while_the_site_is_killed(party: SeatParty, tmp_path: Path) -> None:
    """One of each face against the others."""
    table, port = party(3, set="ablaze"), free_port()
    codes = [("python", example("python")), ("js", example("js")), ("python", AWAITING)]
    bots = []
    for number, ((language, code), client) in enumerate(zip(codes, table.clients, strict=True)):
        (folder := tmp_path / str(number)).mkdir()
        token = client.headers["Authorization"].removeprefix("Bearer ")
        program = Program(language, folder, code)
        bots.append(program.start(f"http://127.0.0.1:{port}", token))
    with playing(bots):
        with live_site(tmp_path / "web.log", port=port) as site:
            wait_for_moves(table.key, 10)
            site.kill()
        with live_site(tmp_path / "web.log", port=port):
            wait_for_moves(table.key, 1000)
    game = Game.objects.get(key=table.key)
    assert game.status == "over"
    assert Move.objects.filter(game=game).count() == game.seq + 1
