"""What is shown is said once, as types; and what types do not say is little, and listed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-field.md").read_text()
ROOMS = ("accounts", "games", "notifications", "oriflamme_site")
MOST_ANY_IN_1000_LINES = 6


def product() -> Iterator[tuple[Path, str]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT), path.read_text()


def test_any_stands_only_where_nothing_else_can() -> None:
    """Counted as names and where they are imported; whoever needs more says one type more."""
    lines = 0
    by_file = {}
    for path, source in product():
        lines += source.count("\n")
        code = re.sub(r"#.*", "", source)
        by_file[str(path)] = len(re.findall(r"\bAny\b", code))
    found = sum(by_file.values())
    most = sorted(by_file.items(), key=lambda one: -one[1])[:5]
    assert found <= MOST_ANY_IN_1000_LINES * lines / 1000, most


def test_whoever_overrules_the_checker_says_why() -> None:
    """By a code that docs/adding-a-field.md explains, or in the line itself."""
    explained = set(re.findall(r"\[([a-z-]+)\]`", PAGE))
    unexplained = [
        f"{path}: {line.strip()}"
        for path, source in product()
        for line in source.splitlines()
        if (match := re.search(r"# type: ignore(?:\[([a-z, -]+)\])?(.*)", line))
        and not match[2].strip()
        and not (match[1] and {*match[1].split(", ")} <= explained)
    ]
    assert unexplained == []


def test_a_field_of_the_view_is_two_files(tmp_path: Path) -> None:
    said = re.findall(r"in `\w+` of `(games/[\w/]+\.py)`.*?```python\n(.*?)   ```", PAGE, re.DOTALL)
    assert [path for path, _text in said] == ["games/engine/types.py", "games/engine/view.py"]
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "tests"))
    for (path, text), before in zip(said, ("    row: Annotated[", '        "row": '), strict=True):
        file = copy / path
        source = file.read_text()
        assert source.count(before) == 1
        line = text.removeprefix("   ").rstrip(" ")
        file.write_text(source.replace(before, line + before))
    told = run(copy, "-c", _LOOK)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.splitlines() == ["0", "None", "How many have played a card in this round."]


# The view of a seat, that of a table which still gathers, and what the schema is made of.
_LOOK = """
from dataclasses import fields
import django; django.setup()
from games import engine, types
from games.models.table import Table
from games.selectors.tables import assemble, table_view
from oriflamme_site.rest.typed import serializer
table = Table(**{one.name: None for one in fields(Table)})
table.pace, table.seed, table.chairs, table.anonymous = "daily", b"", [], True
state = engine.deal(set="oriflamme", seats=3, seed=bytes(32))
print(assemble(table, engine.view(state, 0), None, "en")["played"])
print(table_view(table, None, None, "en")["played"])
print(serializer(types.Game)().fields["played"].help_text)
"""


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
