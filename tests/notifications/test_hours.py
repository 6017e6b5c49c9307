"""Hours on somebody's own clock, on ordinary nights and on the two that are not."""

from datetime import UTC, datetime, time

import pytest

from notifications.hours import end_of_quiet, next_time

KYIV = "Europe/Kyiv"
NIGHT = (time(22), time(7))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "quiet", "ends"),
    [
        ("2027-02-02 19:59", NIGHT, None),  # 21:59 in Kyiv
        ("2027-02-02 20:00", NIGHT, "2027-02-03 05:00"),  # 22:00, until 7:00
        ("2027-02-03 01:00", NIGHT, "2027-02-03 05:00"),  # 3:00 in the morning
        ("2027-02-03 05:00", NIGHT, None),
        ("2027-02-02 11:30", (time(13), time(15)), "2027-02-02 13:00"),
        ("2027-02-02 13:00", (time(13), time(15)), None),
        # In the night of 28 March the clock goes from 3:00 to 4:00: an hour less.
        ("2027-03-27 21:00", NIGHT, "2027-03-28 04:00"),
        # 3:30 does not exist that night; 4:30 is when it would have been.
        ("2027-03-27 23:00", (time(0), time(3, 30)), "2027-03-28 01:30"),
        # On 31 October it goes from 4:00 back to 3:00: an hour more.
        ("2027-10-30 21:00", NIGHT, "2027-10-31 05:00"),
        # Quiet until 3:30, which comes twice: at 3:15 for the second time, the second is meant.
        ("2027-10-31 00:15", (time(0), time(3, 30)), "2027-10-31 00:30"),
        ("2027-10-31 01:15", (time(0), time(3, 30)), "2027-10-31 01:30"),
        ("2027-10-31 00:45", (time(0), time(3, 30)), None),
    ],
)
def test_quiet_hours_end_when_the_persons_clock_says_so(
    now: str, quiet: tuple[time, time], ends: str | None
) -> None:
    assert end_of_quiet(utc(now), KYIV, *quiet) == (ends and utc(ends))


def test_who_has_no_quiet_hours_is_never_quiet() -> None:
    assert end_of_quiet(utc("2027-02-02 03:00"), KYIV, None, None) is None


@pytest.mark.parametrize(
    ("now", "hour", "at"),
    [
        ("2027-02-02 05:59", 8, "2027-02-02 06:00"),
        ("2027-02-02 06:00", 8, "2027-02-03 06:00"),
        ("2027-03-27 12:00", 8, "2027-03-28 05:00"),  # summer time by then
        ("2027-03-28 00:30", 3, "2027-03-28 01:00"),  # 3:00 is skipped: 4:00
        ("2027-10-30 22:00", 3, "2027-10-31 00:00"),  # 3:00 for the first time
        ("2027-10-31 00:30", 3, "2027-11-01 01:00"),  # and not for the second
    ],
)
def test_a_daily_hour_comes_once_a_day(now: str, hour: int, at: str) -> None:
    assert next_time(utc(now), KYIV, hour) == utc(at)
