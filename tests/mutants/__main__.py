"""`make mutants`: does a test fail when a line is wrong? (`--help`; CONTRIBUTING.md)

Every mutation is tried in a child of a pytest that has loaded everything (warm.py): the code of a
loaded function is replaced, and the tests that run its line (lines.py) run until one fails which
passes without it. What is made at import – constants, fields, defaults – is tried in a copy of
the tree by a pytest of its own. A line that no test runs has survived.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests import quick
from tests.mutants import lines
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.warm import HANGS, Warm, changes
from tests.tables import KEPT, ROOT

# Whose mutants are sampled.
ROOMS = (
    "games/clock.py",
    "games/pace.py",
    "games/services/",
    "games/post/",
    "games/tournaments/",
    "games/ratings/",
    "notifications/",
    "accounts/",
)
LEFT_OUT = re.compile(
    r"/(migrations|templatetags|management)/|/(admin\w*|apps|urls)\.py$|_desk\.py$"
)
TESTS = [
    *("accounts", "api", "clock", "games", "moderation", "notifications", "pages", "post"),
    *("ratings", "tournaments"),
]
# Of what is made at import these say most: fields of tables, of requests, and numbers in the docs.
DECLARED = [
    "tests/house/test_migrations.py::test_no_migration_is_missing",
    "tests/api/test_schema.py::test_the_committed_schema_is_current",
]
OF_A_FRESH_START = 4  # files at most


def main() -> None:
    ask = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    ask.add_argument("--since", metavar="REVISION", help="mutate the files changed since then")
    ask.add_argument("--sample", type=int, default=40, help="how many mutants (40)")
    ask.add_argument("--seed", type=int, default=1, help="which ones (1)")
    ask.add_argument("--skip", type=int, default=0, help="leave out so many of the sample")
    ask.add_argument("--seconds", type=int, default=120, help="for each mutant (120)")
    ask.add_argument("--anew", action="store_true", help="look anew which tests run which lines")
    ask.add_argument("files", nargs="*", help="mutate these files alone")
    wish = ask.parse_args()
    if strange := [name for name in wish.files if not name.startswith(ROOMS)]:
        ask.error(f"{strange[0]} is in none of these rooms: {', '.join(ROOMS)}")
    if wish.anew:
        shutil.rmtree(lines.LINES, ignore_errors=True)
    found = [
        (name, mutation)
        for name in wish.files or _names(wish.since)
        for mutation in mutations((ROOT / name).read_text())
    ]
    sample = random.Random(wish.seed).sample(found, min(wish.sample, len(found)))[wish.skip :]

    def work(warm: Warm) -> None:
        lines.record(warm, list(_names(None)))
        with tempfile.TemporaryDirectory(prefix="oriflamme-mutants-") as place:
            _tell(sample, Trial(warm, Path(place) / "tree", wish.seconds), wish.skip)

    # Without capture, since it is this process that speaks.
    folders = [f"tests/{room}" for room in TESTS]
    sys.exit(quick.run(["-qs", "-p", "no:cacheprovider", *folders], Warm(work)))


def _names(since: str | None) -> Iterator[str]:
    git = ["git", "diff", "--name-only", "--diff-filter=d", since] if since else ["git", "ls-files"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if name.endswith(".py") and name.startswith(ROOMS) and not LEFT_OUT.search(name):
            yield name


def _tell(sample: list[tuple[str, Mutation]], trial: "Trial", skipped: int) -> None:
    survived = undecided = 0
    for number, (name, one) in enumerate(sample, skipped + 1):
        killer = trial.killer(name, one)
        survived += killer == ""
        undecided += killer is None
        verdict = {None: "NOT DECIDED", "": "SURVIVED"}.get(killer, f"killed by {killer}")
        what = f"{' '.join(one.before.split())[:90]}  →  {one.after[:90]}"
        print(f"{number} {verdict}: {name}:{one.lines[-1]}: {what}", flush=True)
    decided = len(sample) - undecided
    share = 100 * (1 - survived / decided) if decided else 100
    print(
        f"{survived} of {decided} survived: {share:.0f} % killed; "
        f"for {undecided} the time was too short (--seconds)"
    )


class Trial:
    def __init__(self, warm: Warm, tree: Path, seconds: float) -> None:
        self.warm, self.tree, self.seconds = warm, tree, seconds
        self.files = {test.split("::")[0] for test in warm.tests}
        self.passes = cache(lambda test: warm.first_to_fail([test], 2 * HANGS) == "")

    def killer(self, name: str, one: Mutation) -> str | None:
        """The test that notices it; "" if none does, None if the time was too short."""
        changed = changes(str(ROOT / name), one.whole)
        whole = range(1, one.whole.count("\n") + 2)
        tests = lines.who_runs(name, one.lines if changed else whole, self.files)
        if not changed:
            # Who reads a constant runs no line of its file: whole files of tests are asked.
            files = [*dict.fromkeys(test.split("::")[0] for test in tests)]
            return self._of_a_fresh_start(name, one.whole, DECLARED + files[:OF_A_FRESH_START])
        for _each_once in [*tests]:
            failed = self.warm.first_to_fail(tests, self.seconds, changed)
            if not failed or self.passes(failed):
                return failed
            tests.remove(failed)
        return ""

    def _of_a_fresh_start(self, name: str, source: str, tests: list[str]) -> str | None:
        if not self.tree.exists():
            _copy(self.tree)
        quick.refresh()
        _write(self.tree / name, source.encode())
        command = [sys.executable, "-m", "pytest", "--reuse-db", "-qx", "--tb=no"]
        command += ["-p", "no:cacheprovider", f"--timeout={HANGS}", *tests]
        try:
            run = subprocess.run(
                command,
                cwd=self.tree,
                capture_output=True,
                text=True,
                timeout=self.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        finally:
            _write(self.tree / name, (ROOT / name).read_bytes())
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", run.stdout, re.M)
        return failed.group(1) if failed else ("an import" if run.returncode else "")


def _copy(tree: Path) -> None:
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    (tree / KEPT.name).symlink_to(KEPT)
    (tree / ".venv").symlink_to(ROOT / ".venv")


def _write(path: Path, content: bytes) -> None:
    at = path.stat().st_mtime + 1  # compiled files are told apart by their second
    path.write_bytes(content)
    os.utime(path, (at, at))


if __name__ == "__main__":
    main()
