"""A PostgreSQL cluster whose tables are made, which takes longer than most test files.

It is made once for each state of the migrations and kept in `.testing/`; every run of the tests
begins with a copy of it.
"""

import fcntl
import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

from oriflamme_site.local.children import stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.postgres import Postgres

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".testing"
# What Django calls the database of tests beside the one of a server's own.
DATABASE = "test_postgres"


def copy_of_kept(directory: Path, *, durable: bool = False) -> Postgres:
    kept = KEPT / digest()
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # workers begin together, and one makes it for all
        if not kept.exists():
            _make(kept)
    shutil.copytree(kept / "postgres", directory)
    password = (kept / "password").read_text()
    return Postgres(directory, port=free_port(), password=password, durable=durable)


def begun_before(directory: Path, database: str) -> None:
    """As `make play` leaves its directory: the next start there finds its tables made."""
    directory.mkdir()
    postgres = copy_of_kept(directory / "postgres", durable=True)
    (directory / "service-password").write_text(postgres.password)
    (directory / "service-password").chmod(0o600)
    running = postgres.start(lambda _part, _line: None)
    try:
        postgres.wait(running)
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as admin:
            admin.execute(f"ALTER DATABASE {DATABASE} RENAME TO {database}")
    finally:
        stop([running], within=20)


def digest() -> str:
    """Names all that decides what the tables are."""
    told = hashlib.sha256(sys.version.encode())
    ours = [
        path
        for room in ("accounts", "games", "notifications")
        for path in ROOT.glob(f"{room}/**/migrations/*.py")
    ]
    for path in [ROOT / "requirements/dev.txt", *sorted(ours)]:
        told.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return told.hexdigest()[:16]


def _make(kept: Path) -> None:
    for old in KEPT.iterdir():
        if (old / "postgres").is_dir():
            shutil.rmtree(old)
    with tempfile.TemporaryDirectory(prefix="oriflamme-tables-") as place:
        room = Path(place)
        room.chmod(0o711)
        password = secrets.token_urlsafe(16)
        postgres = Postgres(room / "postgres", port=free_port(), password=password, durable=False)
        lines: list[str] = []
        running = postgres.start(lambda _part, line: lines.append(line))
        try:
            postgres.wait(running)
            postgres.ensure_database(DATABASE)
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--verbosity=0"],
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": postgres.url(DATABASE), "REDIS_URL": "redis://"},
                check=True,
            )
        finally:
            stop([running], within=20)
        half = kept.with_suffix(".new")
        shutil.copytree(postgres.directory, half / "postgres")
        (half / "password").write_text(password)
        half.rename(kept)
