"""The documentation is true: its links lead somewhere, its commands exist."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parents[2]
PAGES = sorted(p for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NAMES = [str(p.relative_to(ROOT)) for p in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_links_within_the_repository_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("name", NAMES)
def test_commands_of_make_and_manage_exist(name: str) -> None:
    text = (ROOT / name).read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"\bmake ([a-z-]+)\b(?=[` \n)])", _code(text))) <= targets
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_named_exist(name: str) -> None:
    for named in re.findall(r"`([\w./-]+/[\w.-]*\.(?:py|md|txt|yml|toml))`", _prose(name)):
        assert (ROOT / named).exists(), named


def test_make_lists_its_targets() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    for target in ("play", "test", "fmt", "lint", "types", "bench", "bench-bots", "clean"):
        assert f"make {target}" in done.stdout


def test_the_newest_release_is_the_one_that_is_built() -> None:
    shown = subprocess.run(
        ["make", "--silent", "release-notes"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    title, _blank, *lines = shown.stdout.splitlines()
    assert re.fullmatch(rf"## {re.escape(version)} – \d{{4}}-\d\d-\d\d", title)
    assert any(line.startswith("- ") for line in lines)
    assert "## " not in "\n".join(lines)


def test_decisions_are_numbered_without_a_double() -> None:
    numbers = [p.name[:4] for p in (ROOT / "docs/decisions").glob("*.md")]
    assert len(numbers) == len(set(numbers))


def _code(text: str) -> str:
    """What stands in code blocks and backticks."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.S))


def _prose(name: str) -> str:
    return re.sub(r"```.*?```", "", (ROOT / name).read_text(), flags=re.S)


def test_the_map_explains_the_words_of_the_house() -> None:
    said = (ROOT / "docs/architecture.md").read_text().partition("## Words of this house")[2]
    rows = [line for line in said.partition("\n## ")[0].splitlines() if line.startswith("| **")]
    assert len(rows) >= 15
