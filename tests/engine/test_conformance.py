"""Recorded games: every move and every position must be the same, under the version they began by.

Those of version 1 are of an independent engine. A later version keeps its own beside them, if
there are any, in `versions/N/games.jsonl.gz`.
"""

import gzip
import re
from pathlib import Path

import orjson
import pytest

from games import engine

# As text: every worker collects them all, and plays a few.
GAMES = []
for file in sorted(Path(__file__).with_name("versions").glob("*/games.jsonl.gz")):
    with gzip.open(file, "rt") as lines:
        GAMES += [(int(file.parent.name), line) for line in lines]
NAME = re.compile('{"id":"([^"]+)"')


@pytest.mark.parametrize(
    ("version", "line"), GAMES, ids=[f"{version}-{NAME.match(line)[1]}" for version, line in GAMES]
)
def test_a_recorded_game_is_reproduced_exactly(version, line):
    game = orjson.loads(line)
    state = engine.new_game(
        version=version,
        set=game["set"],
        deck=game["deck"] if game["set"] == "mixed" else None,
        edition=game["edition"],
        seats=game["seats"],
        first=game["first"],
        hands=game["hands"],
        aside=game["aside"],
    )
    assert engine.position(state) == game["positions"][0]
    for number, (turn, expected) in enumerate(
        zip(game["moves"], game["positions"][1:], strict=True)
    ):
        assert engine.to_move(state) == turn["seat"], f"move {number}"
        engine.play(state, turn["move"], seat=turn["seat"])
        assert engine.position(state) == expected, f"after move {number}: {turn['move']}"
    assert engine.to_move(state) is None


def test_the_recorded_games_are_all_there():
    assert [version for version, _ in GAMES].count(1) == 155
