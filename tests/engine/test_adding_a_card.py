"""docs/adding-a-card.md, followed to the letter in a copy of the repository, works as it says."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine
from games.engine.turn import Rule, Turn
from tests import bounded

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-card.md").read_text()
AT_END = re.compile(r"[Aa]t the end of `([\w/.]+)`:\n\n```python\n(.*?)```", re.DOTALL)
ABOVE = re.compile(
    r"[Aa]bove the line of\s`(\w+)` in `([\w/.]+)`:\n\n```python\n(.*?)```", re.DOTALL
)
COMMAND = re.compile(r"```sh\n(python .*?)\n```")


@pytest.mark.timeout(900)
@pytest.mark.long(25)
def test_who_follows_the_page_has_the_card_and_the_set_and_all_old_games(tmp_path):
    copy = tmp_path / "copy"
    # What is compiled comes along: to compile the product anew takes longer than all that follows.
    left_out = shutil.ignore_patterns(".git", ".venv*", ".*_cache", "node_modules")
    shutil.copytree(ROOT, copy, ignore=left_out)
    (copy / "old.json").write_text(json.dumps(_old_games()))
    shutil.copy(copy / "tests/engine/added_card.py", copy / "tests/games/test_added_card.py")

    steps = AT_END.findall(PAGE)
    assert len(steps) == 5
    for path, block in steps:
        with (copy / path).open("a") as file:
            file.write(f"\n\n{block}")
    ((line, path, block),) = ABOVE.findall(PAGE)
    text = (copy / path).read_text()
    assert text.count(f"\n{line} = ") == 1
    (copy / path).write_text(text.replace(f"\n{line} = ", f"\n{block}{line} = "))
    (command,) = COMMAND.findall(PAGE)
    _run(copy, *command.split()[1:])
    _run(
        copy,
        *("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"),
        *("tests/games/test_added_card.py", "tests/engine/test_versions.py"),
        "tests/engine/test_conformance.py",
    )


def _old_games():
    games = []
    for number, box in enumerate(engine.SETS * 5):
        rng = random.Random(number)
        facts = {"set": box, "seats": 2 + number % 4, "edition": engine.EDITIONS[number % 2]}
        seed = rng.randbytes(32)
        state = engine.deal(**facts, seed=seed)
        start, moves, texts = state.copy(), [], []
        bound = bounded()
        while next(bound) and (legal := engine.legal_moves(state)):
            texts.append(engine.dump(state))
            moves.append(rng.choice(legal))
            engine.play(state, moves[-1])
        played = rng.randrange(len(moves))
        games.append(
            {
                "facts": facts,
                "seed": seed.hex(),
                "start": engine.dump(start),
                "moves": moves,
                "played": played,
                "middle": texts[played],
                "end": engine.dump(state),
                "record": engine.write_record(engine.record(start, moves, seed=seed)),
            }
        )
    return games


def _run(where, *command):
    own = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=where,
        env=own,
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_the_example_of_a_ruling_can_be_registered_beside_the_old_card():
    block = re.search(r"```python\n(@register\nclass HeirOf2.*?)```", PAGE, re.DOTALL)[1]
    code = (
        "from games.engine.cards.oriflamme import *\n"
        "from games.engine.cards import oriflamme, REGISTERED\n"
        f"{block}\n"
        "from games.engine import versions\n"
        "heirs = [type(rules['heir']).__name__ for rules in map(versions._rules_of, (1, 2))]\n"
        "assert heirs == ['Heir', 'HeirOf2'], heirs\n"
    )
    _run(ROOT, "-c", code)


def test_what_the_page_names_is_there():
    for verb in re.search(r"verbs of `Turn` .*?: (.*?) …", PAGE, re.DOTALL)[1].split(","):
        assert hasattr(Turn, verb.strip(" `\n"))
    table = re.search(r"\| method .*?\n\n", PAGE, re.DOTALL)[0]
    hooks = re.findall(r"`(\w+)\(", table)
    assert len(hooks) == 5
    assert all(hasattr(Rule, hook) for hook in hooks)
    for path in re.findall(r"`((?:games|tests)/[\w/.]+)`", PAGE):
        assert (ROOT / path).exists(), path
