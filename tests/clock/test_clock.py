"""The clock, whatever the calendar: it never runs while a person rests, and never backwards."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import clock
from games.clock import AWAKE, Calendar
from games.pace import DAY, HOUR, PACES, Pace
from tests import bounded

ZONES = [
    *("UTC", "Europe/Kyiv", "Europe/Rome", "America/New_York", "Australia/Lord_Howe"),
    *(
        "Asia/Kathmandu",
        "Africa/Casablanca",
        "Pacific/Apia",
        "America/St_Johns",
        "Pacific/Kiritimati",
    ),
]
# A spring, an autumn, a leap day, the day that Samoa left out.
BEGIN, END = datetime(2027, 1, 1), datetime(2029, 1, 1)
moments = st.one_of(
    st.datetimes(BEGIN, END, timezones=st.just(UTC)),
    st.datetimes(datetime(2011, 12, 20), datetime(2012, 1, 10), timezones=st.just(UTC)),
)
lengths = st.timedeltas(timedelta(0), timedelta(days=12))
times = st.one_of(
    st.times(), st.sampled_from([time(2, 30), time(3), time(1, 30), time(0), time(23)])
)
holidays = st.lists(
    st.tuples(st.dates(date(2027, 1, 1), date(2028, 12, 1)), st.integers(0, 13)), max_size=3
).map(lambda all_: tuple((day, day + timedelta(days=more)) for day, more in all_))
calendars = st.builds(
    lambda zone, quiet, weekends, off: Calendar(zone, *quiet, weekends, off),
    st.sampled_from(ZONES),
    st.one_of(st.just((None, None)), st.tuples(times, times)),
    st.booleans(),
    holidays,
)
pauses = st.lists(st.tuples(moments, lengths), max_size=3).map(
    lambda all_: [(at, at + length) for at, length in all_]
)


@settings(max_examples=150, deadline=None)
@given(calendars, moments, lengths, pauses)
def test_time_is_never_up_while_a_person_rests(
    calendar: Calendar, since: datetime, length: timedelta, still: list[clock.Span]
) -> None:
    if length:
        at = clock.after(calendar, since, length, still)
        assert not clock.rests_at(calendar, at - timedelta(microseconds=1), still)
        assert clock.elapsed(calendar, since, at, still) == length


@settings(max_examples=150, deadline=None)
@given(calendars, moments, lengths, lengths, pauses)
def test_more_time_ends_later(
    calendar: Calendar, since: datetime, one: timedelta, more: timedelta, still: list[clock.Span]
) -> None:
    first = clock.after(calendar, since, one, still)
    assert since <= first <= clock.after(calendar, since, one + more, still)
    later = since + more
    assert first <= clock.after(calendar, later, one, still)


@settings(max_examples=150, deadline=None)
@given(calendars, moments, lengths, lengths, pauses)
def test_time_adds_up(
    calendar: Calendar, since: datetime, one: timedelta, more: timedelta, still: list[clock.Span]
) -> None:
    middle, end = since + one, since + one + more
    whole = clock.elapsed(calendar, since, end, still)
    parts = clock.elapsed(calendar, since, middle, still) + clock.elapsed(
        calendar, middle, end, still
    )
    assert whole == parts
    assert timedelta(0) <= whole <= end - since


@settings(max_examples=60, deadline=None)
@given(calendars, moments, st.integers(0, 48))
def test_a_moment_counts_exactly_if_nobody_rests_then(
    calendar: Calendar, since: datetime, hours: int
) -> None:
    """Counted minute by minute by the wall clock, with nothing but the local time asked."""
    until = since + timedelta(hours=hours)
    minute = timedelta(minutes=1)
    awake, at = timedelta(0), since
    bound = bounded(10_000)
    while next(bound) and at < until:
        awake += minute * (not clock.rests_at(calendar, at))
        at += minute
    assert abs(clock.elapsed(calendar, since, until) - awake) <= 12 * minute


@settings(max_examples=100, deadline=None)
@given(calendars, moments, st.sampled_from(list(PACES.values())), st.integers(0, 4 * DAY))
def test_there_is_always_an_end(calendar: Calendar, since: datetime, pace: Pace, bank: int) -> None:
    """Half of a day, five days of a week and all but the holidays are left to play in."""
    length = timedelta(seconds=pace.seconds_per_move + bank)
    off = sum((last - first).days + 1 for first, last in calendar.holidays)
    end = clock.deadline(pace, bank, calendar, since)
    assert since + length <= end <= since + length * 2.8 + timedelta(days=off * 1.4 + 8)


@settings(max_examples=100, deadline=None)
@given(calendars, moments, st.sampled_from(list(PACES.values())), st.integers(0, 4 * DAY), pauses)
def test_reminders_come_in_order_while_a_person_is_awake_and_in_time(
    calendar: Calendar, since: datetime, pace: Pace, bank: int, still: list[clock.Span]
) -> None:
    moments_ = clock.reminders(pace, bank, calendar, since, pauses=still)
    kept = clock.for_pace(calendar, pace)
    assert moments_ == sorted(moments_)
    assert not any(clock.rests_at(kept, at, still) for at in moments_)
    assert all(at < clock.deadline(pace, bank, calendar, since, pauses=still) for at in moments_)


def test_the_night_is_no_time_of_hers() -> None:
    kyiv = Calendar("Europe/Kyiv", time(22), time(8))
    asked = datetime(2027, 1, 15, 19, 0, tzinfo=UTC)  # 21:00 in Kyiv
    assert clock.after(kyiv, asked, timedelta(hours=2)) == datetime(2027, 1, 16, 7, tzinfo=UTC)


def test_the_hour_that_comes_twice_is_slept_through_twice() -> None:
    """On 31 October 2027 Rome puts its clocks back from 3:00 to 2:00."""
    rome = Calendar("Europe/Rome", time(0), time(6))
    night = datetime(2027, 10, 30, 22, tzinfo=UTC)
    assert clock.elapsed(rome, night, night + timedelta(hours=24)) == timedelta(hours=17)


def test_quiet_hours_that_end_within_the_hour_that_comes_twice_end_twice() -> None:
    """Until 2:30 in Rome: awake for half an hour, then clocks go back, and it is quiet again."""
    rome = Calendar("Europe/Rome", time(0), time(2, 30))
    night = datetime(2027, 10, 30, 22, tzinfo=UTC)
    assert clock.elapsed(rome, night, night + timedelta(hours=5)) == timedelta(hours=2)
    assert clock.after(rome, night, timedelta(minutes=45)) == night + timedelta(hours=3, minutes=45)


def test_the_hour_that_is_left_out_is_nobodys() -> None:
    """On 28 March 2027 Rome goes from 2:00 to 3:00; quiet hours end in between."""
    rome = Calendar("Europe/Rome", time(23), time(2, 30))
    evening = datetime(2027, 3, 27, 22, tzinfo=UTC)  # 23:00
    assert clock.after(rome, evening, timedelta(0)) == datetime(2027, 3, 28, 1, tzinfo=UTC)


def test_the_day_that_samoa_left_out_costs_nobody_anything() -> None:
    samoa = Calendar("Pacific/Apia", time(22), time(8))
    since = datetime(2011, 12, 29, 20, tzinfo=UTC)  # Thursday, 10:00
    assert clock.after(samoa, since, timedelta(hours=13)).astimezone(UTC) == datetime(
        2011, 12, 30, 19, tzinfo=UTC
    )  # Saturday, 9:00


def test_a_leap_day_is_a_day() -> None:
    off = Calendar("UTC", holidays=((date(2028, 2, 29), date(2028, 2, 29)),))
    since = datetime(2028, 2, 28, 12, tzinfo=UTC)
    assert clock.after(off, since, timedelta(days=1)) == datetime(2028, 3, 1, 12, tzinfo=UTC)


def test_weekends_off() -> None:
    free = Calendar("Europe/Rome", weekends=False)
    friday = datetime(2027, 1, 15, 22, tzinfo=UTC)
    assert clock.after(free, friday, timedelta(hours=2)) == datetime(2027, 1, 18, 0, tzinfo=UTC)


def test_nobody_sleeps_at_a_live_table() -> None:
    asleep = Calendar("UTC", time(22), time(8), weekends=False)
    night = datetime(2027, 1, 16, 23, tzinfo=UTC)
    assert clock.deadline(PACES["live"], 0, asleep, night) == night + timedelta(minutes=3)


def test_a_tournament_may_leave_holidays_out() -> None:
    away = Calendar("UTC", holidays=((date(2027, 1, 1), date(2027, 1, 20)),))
    since = datetime(2027, 1, 5, tzinfo=UTC)
    strict = PACES["daily"]._replace(holidays=False)
    assert clock.deadline(strict, 0, away, since) == since + timedelta(days=1)
    assert clock.deadline(PACES["daily"], 0, away, since) == datetime(2027, 1, 22, tzinfo=UTC)


def test_quiet_hours_of_a_whole_day_count_as_twelve() -> None:
    always = Calendar("UTC", time(8), time(7, 59))
    since = datetime(2027, 1, 5, 8, tzinfo=UTC)
    assert clock.after(always, since, timedelta(0)) == datetime(2027, 1, 5, 20, tzinfo=UTC)


def test_where_pauses_overlap_their_time_counts_once() -> None:
    noon, hour = datetime(2027, 1, 5, 12, tzinfo=UTC), timedelta(hours=1)
    still = [
        (noon + 4 * hour, noon + 6 * hour),
        (noon + hour, noon + 5 * hour),
        (noon + 2 * hour, noon + 3 * hour),  # within another
        (noon + 8 * hour, noon + 8 * hour),  # of no length
    ]
    assert clock.elapsed(AWAKE, noon, noon + 10 * hour, still) == 5 * hour
    assert clock.after(AWAKE, noon, 2 * hour, still) == noon + 7 * hour


@pytest.mark.parametrize(
    ("bank", "used", "left"),
    [(DAY, HOUR, DAY), (DAY, DAY, DAY), (DAY, DAY + HOUR, DAY - HOUR), (DAY, 9 * DAY, 0)],
)
def test_what_takes_longer_comes_out_of_the_bank(bank: int, used: int, left: int) -> None:
    assert clock.spend(PACES["daily"], bank, timedelta(seconds=used)) == left


def test_a_bank_grows_with_rounds_up_to_its_cap() -> None:
    daily = PACES["daily"]
    assert clock.refill(daily, 0, 1) == DAY // 2
    assert clock.refill(daily, 0, 3) == 3 * DAY // 2
    assert clock.refill(daily, 4 * DAY - 1, 2) == 4 * DAY
    assert clock.refill(daily, DAY, 0) == DAY


def test_an_end_comes_nearer_with_every_decision() -> None:
    left = [clock.decisions_left(4, 1, placed=n) for n in range(4)]
    left += [clock.decisions_left(4, 1, placed=None, resolved=n / 4) for n in range(4)]
    left += [clock.decisions_left(4, 6, placed=None, resolved=1)]
    assert left == sorted(left, reverse=True)
    assert left[0] == pytest.approx(4 * 18.7)
    assert left[-1] == 0
    now = datetime(2027, 1, 1, tzinfo=UTC)
    assert clock.estimate(PACES["daily"], now, 10) == now + timedelta(hours=60)


def test_without_a_calendar_a_day_is_a_day() -> None:
    since = datetime(2027, 1, 5, 8, tzinfo=UTC)
    assert clock.after(AWAKE, since, timedelta(days=1)) == since + timedelta(days=1)
