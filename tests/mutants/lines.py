"""Which tests run which lines: kept for each test file in `.testing/lines` until it changes."""

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.mutants.warm import Warm
from tests.tables import KEPT, ROOT

LINES = KEPT / "lines"


def record(warm: Warm, files: list[str]) -> None:
    """Run the tests whose file has changed since it was last done, or never was."""
    LINES.mkdir(exist_ok=True)
    of_file: dict[str, list[str]] = {}
    for test in warm.tests:
        of_file.setdefault(test.split("::")[0], []).append(test)
    stale = [name for name in of_file if _read(name).get("digest") != _digest(name)]
    for number, name in enumerate(stale, 1):
        print(f"{number} of {len(stale)}: the lines that {name} runs", flush=True)
        if failed := warm.forked(_recorder(warm, name, of_file[name], files), 3600, 300):
            print(f"It came to no end: {failed}", flush=True)
    _read.cache_clear()


def _recorder(
    warm: Warm, name: str, tests: list[str], files: list[str]
) -> Callable[[Callable[[str], None]], None]:
    def run(tell: Callable[[str], None]) -> None:
        from coverage import Coverage

        def begin(test: str) -> None:
            watched.switch_context(test)
            tell(test)

        include = [str(ROOT / file) for file in files]
        watched = Coverage(data_file=None, config_file=False, include=include)
        watched.start()
        took = {test: seconds for test, failed, seconds in warm.run(tests, begin) if not failed}
        watched.stop()
        data = watched.get_data()
        lines: dict[str, dict[str, list[int]]] = {test: {} for test in took}
        for path in data.measured_files():
            file = str(Path(path).relative_to(ROOT))
            for line, contexts in data.contexts_by_lineno(path).items():
                for test in contexts:
                    if test in lines:
                        lines[test].setdefault(file, []).append(line)
        kept = {
            "digest": _digest(name),
            "files": {file: _digest(file) for file in files},
            "tests": {test: [took[test], lines[test]] for test in took},
        }
        _place(name).write_text(json.dumps(kept))
        tell("")

    return run


def who_runs(file: str, lines: range, test_files: set[str]) -> list[str]:
    """The tests that run one of these lines, those first that pay the fewest seconds for each line
    of the file; all that run anything of it when it is not what it was then."""
    found = []
    for name in test_files:
        kept = _read(name)
        same = kept.get("files", {}).get(file) == _digest(file)
        for test, (seconds, run) in kept.get("tests", {}).items():
            of_file = run.get(file, ())
            if any(line in lines for line in of_file) if same else of_file:
                found.append((seconds / len(of_file), test))
    return [test for _, test in sorted(found)]


def _place(name: str) -> Path:
    return LINES / (name.replace("/", ".") + ".json")


@cache
def _digest(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:16]


@cache
def _read(name: str) -> dict:
    place = _place(name)
    return json.loads(place.read_text()) if place.exists() else {}
