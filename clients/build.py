"""The clients, and the rules by themselves, as their users install them, into clients/dist: `make
clients`.

Their core is made of the schema, their types are checked, and so is what openapi-typescript makes
of it; what was built is installed in an empty place and imported there. What is missing on this
machine is said, and what can be done without it is done.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
DIST, TYPESCRIPT = HERE / "dist", HERE / "typescript"
TOOLS = TYPESCRIPT / "node_modules" / ".bin"
PYTHON = HERE / "python"
RULES = HERE.parent / "games" / "engine"


def run(what: str, *argv: object, inside: Path = HERE) -> bool:
    done = subprocess.run(
        [str(one) for one in argv], cwd=inside, capture_output=True, text=True, check=False
    )
    print(("made" if done.returncode == 0 else "FAILED"), what, sep=": ", flush=True)
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-3000:], sep="\n", file=sys.stderr)
    return done.returncode == 0


def python() -> bool:
    package = PYTHON / "src" / "oriflamme_client"
    types = [sys.executable, "-m", "mypy", "--strict", "--config-file=", package]
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", DIST, PYTHON]
    return (
        run("types of the client for Python", *types) and run("wheel", *wheel) and _wheel_imports()
    )


def _wheel_imports() -> bool:
    """Without this folder: from where `pip install` puts it."""
    with tempfile.TemporaryDirectory() as empty:
        install = ("pip", "install", "--quiet", "--no-deps", "--no-index", "--target", empty)
        asked = (
            "from oriflamme_client import AsyncClient, Client; AsyncClient.get_me; Client.get_me"
        )
        wheels = DIST.glob("oriflamme_client-*.whl")
        return run("wheel installed", sys.executable, "-m", *install, *wheels) and run(
            "wheel imported", sys.executable, "-c", asked, inside=Path(empty)
        )


def lay_out_rules(into: Path) -> Path:
    """What the wheel of the rules is made of: the site's own files, under a name of their own."""
    shutil.copytree(HERE / "engine", into, dirs_exist_ok=True)
    package = into / "oriflamme_engine"
    shutil.copytree(RULES, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in package.rglob("*.py"):
        file.write_text(file.read_text().replace("games.engine", package.name))
    (package / "py.typed").touch()
    return into


def rules() -> bool:
    with tempfile.TemporaryDirectory() as empty:
        source = lay_out_rules(Path(empty))
        wheel = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", DIST)
        return run("wheel of the rules", *wheel, source)


def typescript() -> bool:
    npm = shutil.which("npm")
    if npm is None:
        print("MISSING: npm, for the client for TypeScript (apt install nodejs npm)")
        return False
    pack = ("pack", "--pack-destination", DIST)
    good = run("npm package", npm, *pack, inside=TYPESCRIPT) and _tarball_imports(npm)
    if not run("tools of TypeScript", npm, "ci", "--no-progress", inside=TYPESCRIPT):
        print("MISSING: a registry for npm; the types of TypeScript are not checked")
        return False
    schema = HERE.parent / "docs" / "openapi.yaml"
    generate = [TOOLS / "openapi-typescript", schema, "-o", TYPESCRIPT / "test" / "schema.d.ts"]
    return (
        run("types by openapi-typescript", *generate)
        and run("types of the client for TypeScript", TOOLS / "tsc", "-p", TYPESCRIPT)
        and good
    )


def _tarball_imports(npm: str) -> bool:
    with tempfile.TemporaryDirectory() as empty:
        install = (npm, "install", "--offline", "--no-audit", "--prefix", empty)
        asked = (
            'import { Client } from "oriflamme-client"; if (!Client.prototype.getMe) throw Error()'
        )
        return run("npm package installed", *install, *DIST.glob("*.tgz")) and run(
            *("npm package imported", "node", "--input-type=module", "-e", asked),
            inside=Path(empty),
        )


if __name__ == "__main__":
    # What an older version left would be installed beside it.
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    generated = run("core of both", sys.executable, HERE / "generate.py")
    results = [python(), typescript(), rules()] if generated else [False]
    sys.exit(not all(results))
