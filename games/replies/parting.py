"""An answer to a letter about several tables, parted: a line that begins with the number that a
table has in that letter, or with its name, is for this table, with all below it in the paragraph.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_CALLED = "game|table|no|nr|number|гра|стіл|номер|игра|стол|partita|tavolo|numero"
_NUMBERED = re.compile(
    rf"[*\[(]?(?P<called>(?:(?:{_CALLED})\b\.?\s*)?[#№]?)\s*(?P<number>\d{{1,2}})"
    r"(?P<mark>\s*[\])]?\s*[:.=–—-]|\s*[\])]|\s*$|(?=\s+[^\W\d]))\s*(?P<words>.*)",
    re.IGNORECASE,
)
# "1: wait, 2: reveal" on one line.
_INSIDE = re.compile(r"[,;.]?\s+(?=[#№]?(\d{1,2})\s?[:)]\s*[^\W\d])")


class Parted(NamedTuple):
    """What is for which number, and what is for none."""

    answers: dict[int, str]
    rest: str


def part(text: str, names: Mapping[int, str]) -> Parted:
    """`names`: what each number of the letter is called."""
    lines = [line for whole in text.split("\n") for line in _broken(whole)]
    begun = [_begins(line, names) for line in lines]
    marked = {one.number for one in begun if one}
    # "2 wait" alone may be a slot; in a list of them each is a table.
    begun = [one if one and (one.is_plain or len(marked) > 1) else None for one in begun]
    found: dict[int, list[str]] = {}
    rest: list[str] = []
    into = rest
    for line, one in zip(lines, begun, strict=True):
        if one:
            is_known = one.number in names
            into = found.setdefault(one.number, []) if is_known else rest
            into.append(one.words if is_known else line)
        elif line.strip():
            into.append(line)
        else:
            into = rest
            rest.append("")
    return Parted({number: "\n".join(said) for number, said in found.items()}, "\n".join(rest))


class _Begun(NamedTuple):
    number: int
    words: str
    # Nothing else can be meant by its number.
    is_plain: bool


def _begins(line: str, names: Mapping[int, str]) -> _Begun | None:
    line = line.strip()
    found = _NUMBERED.match(line)
    if found:
        is_plain = bool(found["called"].strip() or found["mark"].strip() or not found["words"])
        return _Begun(int(found["number"]), found["words"], is_plain)
    called = [
        _Begun(number, said[1], True)
        for number, name in names.items()
        if (said := re.match(rf"{re.escape(name)}\s*[:–—-]\s*(.*)", line, re.IGNORECASE))
    ]
    return called[0] if len(called) == 1 else None


def _broken(line: str) -> Iterator[str]:
    """A line at the numbers that follow its own, one by one."""
    found = _NUMBERED.match(line.strip())
    at, number = 0, int(found["number"]) if found else None
    for inside in _INSIDE.finditer(line):
        if number is not None and int(inside[1]) == number + 1:
            yield line[at : inside.start()]
            at, number = inside.end(), number + 1
    yield line[at:]
