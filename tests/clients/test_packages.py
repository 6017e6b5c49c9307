"""What `make clients` builds, as its users have it: it plays from where it is installed.

The wheel's own builder comes from pip's index, the npm package needs none. What is missing on this
machine is said; in CI the index is there, for everything else came from it.
"""

import os
import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from oriflamme_site.local.__main__ import BIN, ROOT
from tests.api.conftest import SeatParty
from tests.api.live import Site
from tests.clients.conftest import Program, example

pytestmark = pytest.mark.django_db(transaction=True)
# All seats of a table to its end; what is chosen goes out as data.
PLAY = {
    "python": """
import sys
from oriflamme_client import Client

url, key, *tokens = sys.argv[1:]
clients = [Client(url, token) for token in tokens]
seats = {client.get_game(key)["you"]: client for client in clients}
while (view := seats[0].get_game(key))["status"] == "running":
    seat = seats[view["question"]["seat"]]
    view = seat.get_game(key)
    seat.make_moves(key, {"seq": view["seq"], "moves": [view["question"]["moves"][0]["data"]]})
print(view["status"])
""",
    "js": """
import { Client } from "oriflamme-client";

const [url, key, ...tokens] = process.argv.slice(2);
const seats = {};
for (const token of tokens) {
  const client = new Client(url, token);
  seats[(await client.getGame(key)).you] = client;
}
let view;
while ((view = await seats[0].getGame(key)).status === "running") {
  const seat = seats[view.question.seat];
  const { seq, question } = await seat.getGame(key);
  await seat.makeMoves(key, { seq, moves: [question.moves[0].data] });
}
console.log(view.status);
""",
}


def run(*argv: object, inside: Path) -> "subprocess.CompletedProcess[str]":
    words = [str(one) for one in argv]
    return subprocess.run(words, cwd=inside, capture_output=True, text=True, check=False)


def copied(package: str, into: Path) -> Path:
    """Without what is left of other builds, and with nobody else at work there."""
    beside = shutil.ignore_patterns("build", "node_modules", "*.egg-info", "__pycache__", "*.new")
    return Path(shutil.copytree(ROOT / "clients" / package, into / package, ignore=beside))


def wheel(into: Path) -> Path:
    return _wheel(copied("python", into), into)


def _wheel(source: Path, into: Path) -> Path:
    installed = into / "installed"
    built = run(BIN / "pip", "wheel", "-q", "--no-deps", "-w", into, source, inside=into)
    if "Could not find a version" in built.stderr and "ORIFLAMME_CI" not in os.environ:
        pytest.skip("pip finds no index here, from which the builder of the wheel comes")
    assert built.returncode == 0, built.stderr
    install = ("install", "-q", "--no-deps", "--no-index", "--target", installed)
    done = run(BIN / "pip", *install, *into.glob("*.whl"), inside=into)
    assert done.returncode == 0, done.stderr
    return installed


def tarball(into: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: apt install nodejs npm")
    source, installed = copied("typescript", into), into / "installed"
    built = run(npm, "pack", "--pack-destination", into, inside=source)
    assert built.returncode == 0, built.stderr
    install = ("install", "--offline", "--no-audit", "--no-fund", "--prefix", installed)
    done = run(npm, *install, *into.glob("*.tgz"), inside=into)
    assert done.returncode == 0, done.stderr
    return installed / "node_modules"


@pytest.mark.parametrize(("language", "build"), [("python", wheel), ("js", tarball)])
def test_what_is_built_plays_a_game_from_where_it_is_installed(
    language: str, build: Callable[[Path], Path], site: Site, party: SeatParty, tmp_path: Path
) -> None:
    table = party(3, set="alliance")
    (folder := tmp_path / "program").mkdir()
    program = Program(language, folder, PLAY[language], installed=build(tmp_path))
    tokens = [one.headers["Authorization"].removeprefix("Bearer ") for one in table.clients]
    assert program.run(site.url, table.key, *tokens, within=120).split() == ["over"]


def test_whoever_would_make_a_package_of_the_site_is_told_where_it_runs(tmp_path: Path) -> None:
    done = run(BIN / "pip", "wheel", "-q", "--no-deps", ROOT, inside=tmp_path)
    assert done.returncode != 0
    assert "it runs from its checkout" in done.stderr
    assert not [*tmp_path.iterdir()]


def test_the_rules_are_installed_alone_and_play_the_same_game(tmp_path: Path) -> None:
    lay_out = runpy.run_path(str(ROOT / "clients" / "build.py"))["lay_out_rules"]
    installed = _wheel(lay_out(tmp_path / "rules"), tmp_path)
    readme = (ROOT / "clients" / "engine" / "README.md").read_text()
    code = f"import random, sys\nrandom.seed(7)\n{example('python', readme)}"
    (folder := tmp_path / "program").mkdir()
    said = Program(
        "python", folder, code + "assert 'games' not in sys.modules\n", installed=installed
    ).run()
    here = code.replace("import oriflamme_engine as engine", "from games import engine")
    there = Program("python", folder, here, installed=ROOT).run()
    assert said == there
    assert "scores" in said
