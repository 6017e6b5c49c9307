"""Both clients as their users install them, into clients/dist: `make clients`.

Their core is made of the schema, their types are checked, and so is what openapi-typescript makes
of it. What is missing on this machine is said, and what can be done without it is done.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
DIST, TYPESCRIPT = HERE / "dist", HERE / "typescript"
TOOLS = TYPESCRIPT / "node_modules" / ".bin"
PYTHON = HERE / "python"


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
    return run("types of the client for Python", *types) and run("wheel", *wheel)


def typescript() -> bool:
    npm = shutil.which("npm")
    if npm is None:
        print("MISSING: npm, for the client for TypeScript (apt install nodejs npm)")
        return False
    good = run("npm package", npm, "pack", "--pack-destination", DIST, inside=TYPESCRIPT)
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


if __name__ == "__main__":
    DIST.mkdir(exist_ok=True)
    generated = run("core of both", sys.executable, HERE / "generate.py")
    results = [python(), typescript()] if generated else [False]
    sys.exit(not all(results))
