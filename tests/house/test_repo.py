"""What every file of the repository keeps to."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRACKED = (
    subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    .stdout.decode()
    .split("\0")[:-1]
)
BINARY = {".mo", ".png", ".gz", ".ico", ".bin"}
TEXTS = [name for name in TRACKED if Path(name).suffix not in BINARY and (ROOT / name).is_file()]
# Written in pieces, or this file would find itself.
REGISTRIES = [
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "deb." + "debian.org",
]
MACHINE_PATHS = re.compile("/(?:" + "|".join(("root", "work", "home")) + r")/[a-z.]|/opt/[a-z]")


def test_git_told_which_files_there_are() -> None:
    assert "README.md" in TEXTS


@pytest.mark.parametrize("name", TEXTS)
def test_no_registry_and_no_machine_path_is_written_down(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not [host for host in REGISTRIES if host in text]
    assert not MACHINE_PATHS.search(text)


# Measurements, and what keeps services until nobody wants them.
LOOPS_ON_AND_ON = ("tests/cluster/", "tests/bench/", "tests/faults/", "tests/quick.py")


def test_every_loop_of_a_test_has_a_bound() -> None:
    """`tests.bounded`, or a time of its own: a hang is a failure, and says where."""
    endless = []
    for name in TEXTS:
        if (
            name.endswith(".py")
            and name.startswith("tests/")
            and not name.startswith(LOOPS_ON_AND_ON)
        ):
            source = (ROOT / name).read_text()
            for node in ast.walk(ast.parse(source)) if "while " in source else ():
                if isinstance(node, ast.While):
                    said = ast.get_source_segment(source, node) or ""
                    if not re.search(r"next\((bound|inner)\)|monotonic\(\)", said):
                        endless.append(f"{name}:{node.lineno}")
    assert endless == []


@pytest.mark.parametrize("name", sorted(str(p) for p in ROOT.glob("requirements/*.txt")))
def test_every_requirement_is_pinned_and_hashed_and_names_no_address(name: str) -> None:
    text = Path(name).read_text()
    assert "://" not in text
    for requirement in re.split(r"\n(?=[a-z])", text)[1:]:
        assert re.match(r"[a-z0-9_.-]+(\[[a-z,]+\])?==", requirement), requirement[:60]
        assert "--hash=sha256:" in requirement


def test_the_lists_agree_on_every_version() -> None:
    def pins(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        return dict(re.findall(r"^([a-z0-9_.-]+)==([^ \\;]+)", text, re.M))

    run, play, dev = pins("run"), pins("play"), pins("dev")
    assert run.items() <= play.items() <= dev.items()


def test_the_top_level_is_what_the_readme_says() -> None:
    folders = {name.split("/", 1)[0] for name in TRACKED if "/" in name}
    assert folders == {
        *(".ci", ".github", "accounts", "clients", "deploy", "docs", "games", "notifications"),
        *("oriflamme_site", "requirements", "tests"),
    }
    files = {name for name in TRACKED if "/" not in name}
    assert files == {
        *(".dockerignore", ".env.example", ".gitignore", "CHANGELOG.md", "CODE_OF_CONDUCT.md"),
        *("CONTRIBUTING.md", "Dockerfile", "LICENSE", "Makefile", "README.md", "SECURITY.md"),
        *("docker-compose.yml", "manage.py", "pyproject.toml"),
    }
