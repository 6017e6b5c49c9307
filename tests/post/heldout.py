"""Answers as people write them, in four languages, and what each of them means: `answers/*.txt`.

A line: the position (see `positions`), the language, the meaning, and after `:=` what was written
(`\\n` is a line's end). A meaning is a move; `-` moves nothing; `=` is a request, by its name.
Every file was whole before the reader was tried on it; `talkative`, `at_ease`, `in_passing`,
`over_coffee`, `unlearnt`, `at_first_sight` and `between_trains`, like the first three, are by hands
that had not seen it; so are `at_other_games` and `at_real_games`, to which words were fitted since,
and the eight of `tests.post.learning.WRITERS` after these. No word of the reader was made to fit
those eight, nor `at_first_sight`, `between_trains` and `at_other_games`. What
leans (`learning`) is learnt from all of them, and from `for_learning`, which was written for that;
what it does with a writer's answers when it has learnt from those of all others,
`python -m tests.post.learning --by-writer` tells.
"""

from pathlib import Path

from tests.post.understanding import answers

BY_NAME = {
    path.stem: answers(path.read_text())
    for path in sorted((Path(__file__).parent / "answers").glob("*.txt"))
}
# Of these so much at most is missed.
HARDER = {"in_riddles": 0.08, "for_learning": 0.08, "at_first_sight": 0.045}
# Each of these is understood at once or after a yes; of the others nearly all are.
ANSWERS = [one for name in ("first", "again", "phones") for one in BY_NAME[name]]
# One in eight of the others, for what tries each of them in many ways.
SOME = [
    one
    for name in BY_NAME
    if name not in {"first", "again", "phones", *HARDER}
    for one in BY_NAME[name][::8]
]
