"""How well answers are understood: `python -m tests.post.understanding FILE … [--missed]`.

A file holds lines as in `heldout`. Of each: how many clear ones are done, or done after one yes;
and how many of those that must not move were moved (the only fault) or asked back.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import django

from games import orders
from games.replies import Position, Reading, Wish, read
from tests.post.positions import position
from tests.services import ENVIRONMENT


class Answer(NamedTuple):
    position: str
    lang: str
    # A move; `-` moves nothing; `=` is a request, by its name.
    means: str
    text: str


def answers(lines: str) -> list[Answer]:
    return [_answer(line) for line in lines.splitlines() if line.strip() and line[0] != "#"]


def _answer(line: str) -> Answer:
    head, _, text = line.partition(":=")
    position_, lang, means = head.split(maxsplit=2)
    return Answer(position_, lang, means.strip(), text.strip(" ").replace("\\n", "\n"))


def understood(text: str, at: Position) -> Reading:
    """As the table reads a mail: without what it quotes, with orders as legal as it would allow."""
    from games.post.quoting import own_words  # which needs settings

    setting = orders.setting(dict(at.view), list(at.names or ()))

    def is_order(line: str) -> bool:
        try:
            orders.read(line, setting)
        except orders.Unreadable:
            return False
        except orders.Unfit:
            pass
        return True

    return read(own_words(text), at, is_order)


def does(reading: Reading, at: Position) -> tuple[str, ...]:
    """What is done at once: what is impossible is refused whole."""
    if reading.asks or (reading.moves and reading.moves[0] not in at.moves):
        return ()
    return (*reading.moves, *reading.orders)


def is_heard(reading: Reading, means: str) -> bool:
    if not means.startswith("="):
        return " ".join(reading.moves) == means
    wish, *about = means[1:].split()
    if wish == "talk":
        seat = int(about[0]) if about else None
        return [one.to_seat for one in reading.talk] == [seat]
    wanted = Wish.STATUS if wish == "hold" else Wish(wish)
    return (reading.wish, reading.about) == (wanted, about[0] if about else "")


def judge(answer: Answer) -> str:
    at = position(answer.position, answer.lang)
    reading = understood(answer.text, at)
    if answer.means == "-":
        if does(reading, at):
            return "MOVED"
        return "asked" if reading.asks else "kept"
    if does(reading, at) and not is_heard(reading, answer.means):
        return "WRONG"
    if not is_heard(reading, answer.means):
        if reading.asks and answer.means in (*reading.others, *at.moves[: _few(at)]):
            return "beside"
        return "asked otherwise" if reading.asks else "missed"
    return "after a yes" if reading.asks else "done"


def _few(at: Position) -> int:
    """Where there are so few choices, all of them stand below the question."""
    return len(at.moves) if len(at.moves) <= 3 else 0


def measured(found: Iterable[Answer]) -> Iterator[str]:
    counted: Counter[str] = Counter()
    began = time.process_time()
    for answer in found:
        verdict = judge(answer)
        counted[verdict] += 1
        head = f"{answer.position} {answer.lang} {answer.means}"
        yield f"  {verdict}: {head} := {answer.text!r}"
    spent = (time.process_time() - began) / max(counted.total(), 1)
    heard = counted["done"] + counted["after a yes"]
    missed = counted.total() - heard - counted["kept"] - counted["asked"] - counted["MOVED"]
    idle = counted["kept"] + counted["asked"] + counted["MOVED"]
    yield (
        f"clear {heard + missed}: done {counted['done']}, after a yes {counted['after a yes']}"
        f" ({heard / max(heard + missed, 1):.1%}), missed {missed}, of which offered beside another"
        f" {counted['beside']} ({(heard + counted['beside']) / max(heard + missed, 1):.1%}),"
        f" asked otherwise {counted['asked otherwise']}, WRONG {counted['WRONG']};"
        f" must not move {idle}: asked back {counted['asked']}, MOVED {counted['MOVED']};"
        f" {spent * 1000:.1f} ms of CPU each"
    )


def set_up() -> None:
    os.environ.update(ENVIRONMENT, DATABASE_URL="postgres://nobody@localhost/none")
    os.environ.update(REDIS_URL="redis://localhost:1")
    django.setup()


def main(names: list[str]) -> None:
    set_up()
    shows = [name for name in names if name.startswith("--")]
    for name in names:
        if name in shows:
            continue
        *lines, total = measured(answers(Path(name).read_text()))
        for line in lines:
            verdict = line.strip().partition(":")[0]
            if f"--{verdict.split()[0].lower()}" in shows or verdict.isupper():
                print(line)
            if "--missed" in shows and verdict in {"asked otherwise", "beside"}:
                print(line)
        print(f"{name}: {total}")


if __name__ == "__main__":
    main(sys.argv[1:])
