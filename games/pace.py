"""How much time a table gives for its decisions: plain facts, the clock reads them.

A decision has `seconds_per_move`; what takes longer comes out of the seat's bank, which begins
full, grows with every round and is never fuller than its cap. Where both are used up it is zero:
a stand-in makes this one decision, and after some misses in a row the seat counts as absent.
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple, TypedDict, cast

from games.engine.types import Count, OneOf, Within

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR

OWN = "custom"
WHEN_ALL_ABSENT = ("finish", "close")
# Nobody decides more often in one game, by thousands of games of every box.
MOST_DECISIONS = 32
REFILLS = 5
# Of a game: cards are played and resolved in each of six rounds.
PHASES = 12
# At a rated table nobody loses a decision to a visit at the door, or a seat to one of them.
RATED = {"seconds_per_move": 3 * MINUTE, "misses": 2}
# In playing time, if everybody thinks to the last second of every decision.
LONGEST = 4 * 365 * DAY


class Pace(NamedTuple):
    name: str
    seconds_per_move: int
    bank: int = 0
    refill: int = 0
    cap: int = 0
    # Per cent of the time for a decision that have gone by when its player is reminded.
    reminders: tuple[int, ...] = ()
    # So many decisions in a row missed make a seat absent.
    misses: int = 2
    when_all_absent: str = "finish"
    holidays: bool = True

    @property
    def rests(self) -> bool:
        """Whether quiet hours, weekends and holidays stop the clock. Not where a decision takes
        minutes: whoever sits down at a live table is there."""
        return self.seconds_per_move >= HOUR


PACES = {
    pace.name: pace
    for pace in (
        Pace("live", 3 * MINUTE, 5 * MINUTE, MINUTE, 10 * MINUTE),
        Pace("evening", 15 * MINUTE, 30 * MINUTE, 5 * MINUTE, 45 * MINUTE, (75,)),
        Pace("brisk", 8 * HOUR, 16 * HOUR, 4 * HOUR, 32 * HOUR, (75,)),
        Pace("daily", DAY, 2 * DAY, 12 * HOUR, 4 * DAY, (50, 85)),
        Pace("slow", 3 * DAY, 3 * DAY, DAY, 6 * DAY, (50, 85)),
        Pace("weekly", 7 * DAY, reminders=(50, 85)),
        Pace("letters", 7 * DAY, 7 * DAY, cap=7 * DAY, reminders=(40, 70, 90)),
    )
}
DEFAULT = "daily"
NAMES = (*PACES, OWN)


class Terms(TypedDict):
    name: Annotated[str, OneOf(lambda: NAMES), "The name of the pace; `custom` for a table's own."]
    seconds_per_move: Annotated[Count, "Time for one decision."]
    bank: Annotated[Count, "Seconds in a seat's bank at the start, for decisions that take longer."]
    refill: Annotated[Count, "Seconds that every round adds to it."]
    cap: Annotated[Count, "Seconds that it holds at most."]
    reminders: Annotated[
        list[Annotated[int, Within(1, 99)]],
        "A reminder goes out when so many per cent of the time have gone by.",
    ]
    misses: Annotated[
        int,
        Within(1),
        "So many decisions missed in a row, and a stand-in answers until the player returns.",
    ]
    when_all_absent: Annotated[
        str,
        OneOf(lambda: WHEN_ALL_ABSENT),
        "When nobody is left: stand-ins `finish`, or the table will `close`.",
    ]
    holidays: Annotated[bool, "Whether holidays stop the clock."]


RANGES = {
    "seconds_per_move": (MINUTE, 14 * DAY),
    "bank": (0, 60 * DAY),
    "refill": (0, 14 * DAY),
    "cap": (0, 60 * DAY),
    "misses": (1, 5),
}
MOST_REMINDERS = 4


class BadPace(ValueError):
    """A pace that cannot be: which field, and why in a word; `facts` are numbers to say it with."""

    def __init__(self, field: str, why: str, **facts: object) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why, self.facts = field, why, facts


def of(name: str, own: Mapping[str, object] | None) -> Pace:
    """A table's pace, as it is stored: a name, and for one of its own its terms."""
    return read(own) if own is not None else PACES[name]


def read(terms: Mapping[str, object]) -> Pace:
    """A pace of one's own from JSON; what is left out is as in a pace that has no bank."""
    facts = {field: value for field, value in terms.items() if field != "name"}
    unknown = set(facts) - set(Pace._fields)
    if unknown:
        raise BadPace(min(unknown), "unknown")
    if "seconds_per_move" not in facts:
        raise BadPace("seconds_per_move", "missing")
    numbers: dict[str, int] = {}
    for field, (least, most) in RANGES.items():
        value = facts.get(field, 0 if field != "misses" else 2)
        if type(value) is not int or not least <= value <= most:
            raise BadPace(field, "range", least=least, most=most)
        numbers[field] = value
    if "cap" not in facts:
        numbers["cap"] = numbers["bank"]
    if numbers["cap"] < numbers["bank"]:
        raise BadPace("cap", "cap")
    absent, holidays = facts.get("when_all_absent", "finish"), facts.get("holidays", True)
    if not isinstance(absent, str) or absent not in WHEN_ALL_ABSENT:
        raise BadPace("when_all_absent", "choice", choices=", ".join(WHEN_ALL_ABSENT))
    if not isinstance(holidays, bool):
        raise BadPace("holidays", "choice", choices="true, false")
    reminders = _reminders(facts.get("reminders", ()))
    return Pace(OWN, reminders=reminders, when_all_absent=absent, holidays=holidays, **numbers)


def _reminders(given: object) -> tuple[int, ...]:
    numbers = tuple(given) if isinstance(given, (list, tuple)) else (None,)
    if any(type(one) is not int or not 1 <= one <= 99 for one in numbers):
        raise BadPace("reminders", "range", least=1, most=99)
    if len(numbers) > MOST_REMINDERS or list(numbers) != sorted(set(numbers)):
        raise BadPace("reminders", "order", most=MOST_REMINDERS)
    return numbers


def write(pace: Pace) -> Terms:
    """As JSON: its fields, by their names."""
    return cast(Terms, {**pace._asdict(), "reminders": list(pace.reminders)})


def longest(pace: Pace, seats: int, *, together: bool = False) -> int:
    """Seconds of playing time that a game can take at most: where everybody is asked at once, each
    phase first waits for plans as long as for a decision. A clock that rests may rest for a
    bounded share of a day, a week and a year (games.clock), so there is an end by the calendar."""
    each = MOST_DECISIONS * pace.seconds_per_move + pace.bank + REFILLS * pace.refill
    return seats * each + together * PHASES * pace.seconds_per_move


def check(pace: Pace, seats: int, *, rated: bool = False, together: bool = False) -> None:
    """BadPace for what might as well last for ever, and at a rated table for what is too quick."""
    for field, least in RATED.items() if rated else ():
        if getattr(pace, field) < least:
            raise BadPace(field, "rated", least=least)
    if longest(pace, seats, together=together) > LONGEST:
        raise BadPace(
            "seconds_per_move",
            "endless",
            days=longest(pace, seats, together=together) // DAY,
            most=LONGEST // DAY,
        )
