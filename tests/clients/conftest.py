"""The clients as their users have them, with their core made of the committed schema."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from oriflamme_site.local.__main__ import ROOT
from tests.api.conftest import client_of, party, running_site, site  # noqa: F401  fixtures

PYTHON = ROOT / "clients" / "python" / "src"
JAVASCRIPT = ROOT / "clients" / "typescript"
BOTS = (ROOT / "docs" / "bots.md").read_text()


@pytest.fixture(scope="session", autouse=True)
def _core() -> None:
    subprocess.run([sys.executable, str(ROOT / "clients" / "generate.py")], check=True)
    sys.path.insert(0, str(PYTHON))


def example(language: str, text: str = BOTS) -> str:
    (code,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(code)


class Program:
    """A program of a user's, in a folder of its own where the client is at hand: as it lies in the
    repository, or where it was `installed`."""

    def __init__(
        self, language: str, folder: Path, code: str, *, installed: Path | None = None
    ) -> None:
        self.folder, self.environment = folder, os.environ.copy()
        if language == "python":
            self.argv = [sys.executable, "program.py"]
            self.environment["PYTHONPATH"] = str(installed or PYTHON)
        else:
            node = shutil.which("node")
            if node is None:
                pytest.skip("Node is not installed: apt install nodejs")
            self.argv = [node, "program.mjs"]
            (folder / "node_modules").mkdir(exist_ok=True)
            package = (installed / "oriflamme-client") if installed else JAVASCRIPT
            (folder / "node_modules" / "oriflamme-client").symlink_to(package)
        (folder / self.argv[1]).write_text(code)

    def start(self, *given: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*self.argv, *given],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *given: str, within: float = 60) -> str:
        process = self.start(*given)
        try:
            said, wrong = process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        assert process.returncode == 0, wrong
        return said
