"""`make mutants`: does a test fail when a line is wrong? (`--help`; CONTRIBUTING.md)

One mutation after the other is made in a copy of the tree. The test files of its room are run on
kept services (tests/quick.py), those first that speak of the function, until a test fails which
passes without the mutation. What no test notices is printed, and apart from it what was not
decided because the time was over.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.mutants.mutations import Mutation, mutations
from tests.tables import KEPT, ROOT

# Whose mutants are sampled, and where their tests are: the first that fits.
ROOMS = {
    "games/clock.py": "clock",
    "games/pace.py": "clock",
    "games/services/": "games clock tournaments",
    "games/post/": "post",
    "games/tournaments/": "tournaments",
    "games/ratings/": "ratings",
    "notifications/": "notifications",
    "accounts/api/": "api accounts",
    "accounts/": "accounts games",
}
LEFT_OUT = re.compile(
    r"/(migrations|templatetags|management)/|/(admin\w*|apps|urls)\.py$|_desk\.py$"
)
# A test that takes so many seconds under a mutation has noticed it.
HANGS = 60


def main() -> None:
    ask = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    ask.add_argument("--since", metavar="REVISION", help="mutate the files changed since then")
    ask.add_argument("--sample", type=int, default=40, help="how many mutants (40)")
    ask.add_argument("--seed", type=int, default=1, help="which ones (1)")
    ask.add_argument("--seconds", type=int, default=120, help="for each mutant (120)")
    ask.add_argument("files", nargs="*", help="mutate these files alone")
    wish = ask.parse_args()
    found = [
        (name, mutation)
        for name in wish.files or _names(wish.since)
        for mutation in mutations((ROOT / name).read_text())
    ]
    sample = random.Random(wish.seed).sample(found, min(wish.sample, len(found)))
    survived = undecided = 0
    with tempfile.TemporaryDirectory(prefix="oriflamme-mutants-") as place:
        tree = _copy(Path(place))
        for number, (name, one) in enumerate(sample, 1):
            killer = _try(tree, name, one, wish.seconds)
            survived += killer == ""
            undecided += killer is None
            verdict = {None: "NOT DECIDED", "": "SURVIVED"}.get(killer, f"killed by {killer}")
            what = f"{' '.join(one.before.split())[:90]}  →  {one.after[:90]}"
            print(f"{number} {verdict}: {name}:{one.line}: {what}", flush=True)
    decided = len(sample) - undecided
    share = 100 * (1 - survived / decided) if decided else 100
    print(
        f"{survived} of {decided} survived ({len(found)} there are): {share:.0f} % killed; "
        f"for {undecided} the time was too short (--seconds)"
    )


def _names(since: str | None) -> Iterator[str]:
    git = ["git", "diff", "--name-only", "--diff-filter=d", since] if since else ["git", "ls-files"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if name.endswith(".py") and _rooms(name) and not LEFT_OUT.search(name):
            yield name


def _rooms(name: str) -> list[str]:
    return next((ROOMS[room].split() for room in ROOMS if name.startswith(room)), [])


def _copy(place: Path) -> Path:
    tree = place / "tree"
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    KEPT.mkdir(exist_ok=True)
    (tree / KEPT.name).symlink_to(KEPT)
    (tree / ".venv").symlink_to(ROOT / ".venv")
    return tree


def _try(tree: Path, name: str, one: Mutation, seconds: float) -> str | None:
    """The test that notices it; "" if none does, None if not all came to their end in time."""
    whole = (ROOT / name).read_bytes()
    until = time.monotonic() + seconds
    for test_files in _batches(name, one.function):
        _write(tree / name, whole[: one.start] + one.after.encode() + whole[one.end :])
        try:
            failed = _first_to_fail(tree, test_files, until - time.monotonic())
        finally:
            _write(tree / name, whole)
        if failed and _passes(tree, failed):
            return failed
        if failed is None:
            return None
    return ""


def _batches(name: str, function: str) -> Iterator[list[str]]:
    """The test files of a room: first the three that speak most of a function or its module."""
    files = [path for room in _rooms(name) for path in (ROOT / "tests" / room).rglob("test_*.py")]
    said = re.compile(rf"\b({re.escape(function.strip('_') or '-')}|{Path(name).stem})\b")
    files.sort(key=lambda path: (-len(said.findall(path.read_text())), path))
    names = [str(path.relative_to(ROOT)) for path in files]
    yield names[:3]
    for begin in range(3, len(names), 8):
        yield names[begin : begin + 8]


def _write(path: Path, content: bytes) -> None:
    at = path.stat().st_mtime + 1  # compiled files are told apart by their second
    path.write_bytes(content)
    os.utime(path, (at, at))


def _first_to_fail(tree: Path, tests: list[str], seconds: float) -> str | None:
    command = [sys.executable, "-m", "tests.quick", "-qx", "--tb=no", f"--timeout={HANGS}", *tests]
    try:
        run = subprocess.run(
            command, cwd=tree, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (\S+?)(?: - |$)", run.stdout, re.M)
    return failed.group(1) if failed else ("an import" if run.returncode else "")


@cache
def _passes(tree: Path, test: str) -> bool:
    return test == "an import" or not _first_to_fail(tree, [test], 120)


main()
