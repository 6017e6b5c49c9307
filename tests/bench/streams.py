"""A thousand open event streams on one server process: memory, CPU, and how soon a move is told.

python -m tests.bench.streams         (make bench runs it, too)
"""

import argparse
import asyncio
import statistics
import time
from pathlib import Path

import orjson

from tests.bench.load import cpu
from tests.bench.stage import Stage, stage

# As many as one person may have open.
EACH = 40
IDLE = 10.0
MOVES = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--streams", type=int, default=1000)
    chosen = parser.parse_args()
    with stage() as standing:
        asyncio.run(_measure(standing, chosen.streams))


async def _measure(standing: Stage, number: int) -> None:
    key, tokens, moves, watchers = await asyncio.to_thread(table, -(-number // EACH))
    server, port = await asyncio.to_thread(standing.web, "ours", ("2", "1"))
    pid = server.process.pid
    before = memory(pid)
    path = f"/api/v1/games/{key}/events"
    opened = [await _open(port, path, watchers[n // EACH]) for n in range(number)]
    readers = [Reader(reader) for reader, _writer in opened]
    listening = [asyncio.create_task(reader.listen()) for reader in readers]
    while not all(reader.ids for reader in readers):
        await asyncio.sleep(0.05)
    spent = cpu([pid])
    await asyncio.sleep(IDLE)
    idle = (cpu([pid]) - spent) / IDLE
    print(f"{number} streams of one table, one server process")
    print(f"memory: {before:.0f} MB before, {memory(pid):.0f} MB with them")
    print(f"CPU while nothing happens: {idle * 100:.2f} % of a core")
    lags, costs = [], []
    for seq, (seat, move) in enumerate(moves[:MOVES]):
        for reader in readers:
            reader.told = 0.0
        spent, sent = cpu([pid]), time.perf_counter()
        await asyncio.to_thread(_post, port, key, tokens[seat], seq, move)
        while not all(reader.told for reader in readers):
            await asyncio.sleep(0.005)
        lags.append([reader.told - sent for reader in readers])
        costs.append(cpu([pid]) - spent)
    last = [max(lag) * 1000 for lag in lags]
    middle = statistics.median(one * 1000 for lag in lags for one in lag)
    print(
        f"from posting a move to its event: median {middle:.0f} ms, "
        f"the last stream {statistics.median(last):.0f} ms (worst {max(last):.0f})"
    )
    print(f"CPU of telling all of one move: {statistics.median(costs) * 1000:.0f} ms")
    for task in listening:
        task.cancel()
    for _reader, writer in opened:
        writer.close()


class Reader:
    """One open stream: the ids it was sent, and when it was last told of a move."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self.reader = reader
        self.ids: list[str] = []
        self.told = 0.0

    async def listen(self) -> None:
        while line := await self.reader.readline():
            if line.startswith(b"id:"):
                self.ids.append(line.decode())
            elif line.strip() == b"event: moved":
                self.told = time.perf_counter()


async def _open(
    port: int, path: str, token: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    await writer.drain()
    return reader, writer


def table(watchers: int) -> tuple[str, list[str], list[tuple[int, str]], list[str]]:
    """A new game that may be watched: its key, its seats' tokens, moves, watchers' tokens."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from accounts.models import User
    from accounts.services import create_api_token
    from games import engine, services
    from games.models import Game

    people = [User.objects.create_user(f"w{n:03d}", f"w{n}@example.test") for n in range(watchers)]
    people += [User.objects.create_user(f"p{n:03d}", f"p{n}@example.test") for n in range(4)]
    keys = {person.pk: create_api_token(user=person, name="bench")[1].reveal() for person in people}
    four = people[-4:]
    game = services.create_game(person=four[0], name="bench", set="oriflamme", seats=4)
    for person in four[1:]:
        services.join(game_key=game.key, person=person)
    row = Game.objects.get(key=game.key)
    seats = dict(row.chairs.values_list("number", "person_id"))
    state = engine.load(row.state.reveal())
    moves = []
    for _ in range(MOVES):
        seat = engine.to_move(state)
        assert seat is not None
        moves.append((seat, engine.legal_moves(state)[0]))
        engine.play(state, moves[-1][1])
    tokens = [keys[seats[seat]] for seat in range(4)]
    return game.key, tokens, moves, [keys[person.pk] for person in people[:-4]]


def _post(port: int, key: str, token: str, seq: int, move: str) -> None:
    import urllib.request

    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/games/{key}/moves",
        data=orjson.dumps({"seq": seq, "moves": [move]}),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    urllib.request.urlopen(asked).close()


def memory(pid: int) -> float:
    """MB (PSS) of a process and its children."""
    total = 0
    for one in {pid, *_children(pid)}:
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def _children(pid: int) -> list[int]:
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


if __name__ == "__main__":
    main()
