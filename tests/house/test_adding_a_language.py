"""docs/adding-a-language.md: another language is no migration, and what it lacks is told."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-language.md").read_text()


def test_a_skeleton_of_german_needs_no_migration_and_is_told_what_it_lacks(
    tmp_path: Path,
) -> None:
    copy = tmp_path / "copy"
    left_out = shutil.ignore_patterns(".*", "node_modules")
    shutil.copytree(ROOT, copy, ignore=left_out)
    (line,) = re.findall(r'\("de", "\w+"\)', PAGE)
    settings = copy / "oriflamme_site/settings.py"
    said = settings.read_text()
    assert said.count("\nLANGUAGES = [") == 1
    settings.write_text(said.replace("\nLANGUAGES = [", f"\nLANGUAGES = [{line}, "))
    catalogue = copy / "oriflamme_site/locale/de/LC_MESSAGES/django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')

    changes = run(copy, "manage.py", "makemigrations", "--check", "--dry-run")
    assert changes.returncode == 0, changes.stdout + changes.stderr
    (command,) = re.findall(r"```sh\n\s*python (.*de)\n", PAGE)
    lacks = run(copy, *command.split())
    assert lacks.returncode == 1
    told = lacks.stdout.splitlines()
    assert any(re.search(r"django.po: It is your turn$", one) for one in told)
    assert "games/engine/words/de.py: NAMES" in told
    assert "games/orders/words: de among the languages" in told
    assert len(told) > 1000


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
