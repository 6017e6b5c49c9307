"""What two linters of the trade say of docs/openapi.yaml: `make schema-lint`.

Redocly and Spectral, with the rules that they recommend. Both come from npm's registry; what is
missing on this machine is said. Ends with 1 where there is an error, or one that did not look.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from oriflamme_site.local.__main__ import ROOT
from tests.clients.node import ROOM, Missing, tools

SCHEMA = ROOT / "docs" / "openapi.yaml"
REDOCLY, SPECTRAL = "@redocly/cli@2.11.1", "@stoplight/spectral-cli@6.15.0"
REDOCLY_RULES = "extends: [recommended]\n"
# The address that tells where to begin, below which all others stand, has its slash.
REDOCLY_LETS_OFF = """../../docs/openapi.yaml:
  no-path-trailing-slash: ["#/paths/~1api~1v1~1"]
"""
# A finding: how grave it is, which rule, where and what.
Finding = tuple[str, str, str]


def redocly(room: Path) -> Iterator[Finding]:
    linter = tools(REDOCLY) / "redocly"
    (room / "redocly.yaml").write_text(REDOCLY_RULES)
    (room / ".redocly.lint-ignore.yaml").write_text(REDOCLY_LETS_OFF)
    said = _run(linter, "lint", SCHEMA, "--format=json", "--max-problems=1000",
                "--config=redocly.yaml")  # fmt: skip
    for one in json.loads(said[said.index("{") :])["problems"]:
        where = one["location"][0].get("pointer", "")
        yield one["severity"], one["ruleId"], f"{where}: {one['message']}"


def spectral(room: Path) -> Iterator[Finding]:
    linter = tools(SPECTRAL) / "spectral"
    (room / "spectral.yaml").write_text('extends: ["spectral:oas"]\n')
    said = _run(linter, "lint", SCHEMA, "--format=json", "--quiet",
                "--ruleset=spectral.yaml")  # fmt: skip
    for one in json.loads(said or "[]"):
        grave = "error" if one["severity"] == 0 else "warn"
        yield grave, one["code"], f"{'/'.join(map(str, one['path']))}: {one['message']}"


def _run(*argv: object) -> str:
    return subprocess.run(
        [str(one) for one in argv], cwd=ROOM, capture_output=True, text=True, check=False
    ).stdout


def main() -> int:
    good = True
    for linter in (redocly, spectral):
        try:
            findings = list(linter(ROOM))
        except Missing as missing:
            print(f"{linter.__name__}: MISSING: {missing}")
            good = False
            continue
        wrong = [one for one in findings if one[0] == "error"]
        print(f"{linter.__name__}: {len(wrong)} errors, {len(findings) - len(wrong)} warnings")
        for rule, times in Counter(one[1] for one in findings if one not in wrong).most_common():
            print(f"  {times} × {rule}")
        for _grave, rule, said in wrong:
            print(f"  ERROR {rule}: {said}")
        good = good and not wrong
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
