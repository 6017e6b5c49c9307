"""Each package begins with what it is, who calls it, and what it may not do."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("accounts", "games", "notifications", "oriflamme_site")
# Folders that a framework wants, with files that speak for themselves.
OF_FRAMEWORKS = {"management", "migrations", "templatetags", "formats"}


def test_each_package_begins_with_three_sentences() -> None:
    silent = []
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("__init__.py")):
            if OF_FRAMEWORKS.isdisjoint(file.relative_to(ROOT).parts):
                said = ast.get_docstring(ast.parse(file.read_text())) or ""
                if len(re.findall(r"[.;:](?=\s|$)", said)) < 3:
                    silent.append(str(file.relative_to(ROOT)))
    assert silent == []
