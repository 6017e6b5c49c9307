"""Tools from npm's registry, installed once into .testing: what is missing is said."""

import json
import shutil
import subprocess
from pathlib import Path

from oriflamme_site.local.__main__ import ROOT

ROOM = ROOT / ".testing" / "node"


class Missing(Exception):
    """What this machine lacks, in a sentence."""


def need(program: str, said: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise Missing(said)
    return found


def tools(*packages: str) -> Path:
    """Where the programs of these packages (`name@version`) are."""
    npm = need("npm", "npm (apt install nodejs npm)")
    ROOM.mkdir(parents=True, exist_ok=True)
    about = ROOM / "package.json"
    if not about.exists():
        about.write_text(json.dumps({"type": "module", "private": True}))
    if any(not _is_there(package) for package in packages):
        install = [npm, "install", "--no-progress", "--no-audit", "--no-fund", *packages]
        done = subprocess.run(install, cwd=ROOM, capture_output=True, text=True, check=False)
        if done.returncode:
            said = [one for one in done.stderr.splitlines() if one.startswith("npm error")]
            why = said[0] if said else "no word of it"
            raise Missing(f"{' '.join(packages)} from npm's registry: {why}")
    return ROOM / "node_modules" / ".bin"


def _is_there(package: str) -> bool:
    name, _, version = package.rpartition("@")
    about = ROOM / "node_modules" / name / "package.json"
    return about.exists() and json.loads(about.read_text())["version"] == version
