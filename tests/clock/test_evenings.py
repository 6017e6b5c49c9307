"""A slow table meets for an evening: proposed from what each has said, agreed to by all, played at
live pace while all are there, and nobody loses by it."""

import random
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, message_from_string, policy
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Holiday, User
from games import errors, selectors, services
from games.evening import Free, Week, in_common
from games.models import Evening, FreeHours, Game
from games.post import asking, receive, tokens
from games.services.evenings import IDLE
from notifications.models import Delivery, Notification
from notifications.services import deliver_all
from tests.api.conftest import ClientOf
from tests.clock.conftest import Traveller
from tests.clock.test_secrecy import what_is_told
from tests.clock.test_together import PEOPLE, Hall, a_plan, plan, sitting, work
from tests.games.conftest import OpenTable, position
from tests.pages.conftest import Browser
from tests.post.mail_player import answer
from tests.post.posting import reply

pytestmark = pytest.mark.django_db

EVERY_DAY = [Free(day, 0, 24 * 60) for day in range(7)]


@pytest.fixture
def hall(traveller: Traveller) -> Hall:
    return Hall(traveller)


@pytest.fixture
def table(hall: Hall, open_table: OpenTable) -> Game:
    return open_table(*PEOPLE, together=True)


def all_say(hall: Hall, table: Game) -> Evening | None:
    for who in sitting(table):
        services.set_hours(game_key=table.key, person=who, hours=EVERY_DAY)
    hall.traveller.wait(minutes=61)
    services.sweep_evenings()
    return Evening.objects.filter(game=table).exclude(state="over").first()


def agreed(hall: Hall, table: Game) -> Evening:
    found = all_say(hall, table)
    assert found is not None
    for who in sitting(table):
        services.answer_evening(game_key=table.key, person=who, at=found.at, agrees=True)
    found.refresh_from_db()
    assert found.state == "agreed"
    return found


def begin(hall: Hall, table: Game) -> Evening:
    found = agreed(hall, table)
    hall.traveller.wait(seconds=(found.at - timezone.now()).total_seconds() + 1)
    for who in sitting(table):
        services.come(game_key=table.key, person=who, here=True)
    found.refresh_from_db()
    assert found.state == "on"
    return found


def letters(kind: str) -> int:
    return Notification.objects.filter(kind=kind).count()


def test_half_an_hour_in_common_is_found_by_the_clocks_of_each() -> None:
    kyiv = Week("Europe/Kyiv", [Free(0, 19 * 60, 21 * 60)])
    rome = Week("Europe/Rome", [Free(0, 19 * 60 + 15, 22 * 60), Free(3, 0, 24 * 60)])
    monday = datetime(2026, 3, 2, 6, 10, tzinfo=UTC)
    found = in_common([kyiv, rome], monday, monday + timedelta(days=7), lambda _at: False)
    assert found == datetime(2026, 3, 2, 18, 30, tzinfo=UTC)
    resting = in_common([kyiv, rome], monday, monday + timedelta(days=14), lambda at: at.day < 9)
    assert resting == datetime(2026, 3, 9, 18, 30, tzinfo=UTC)
    assert in_common([kyiv], monday, monday + timedelta(hours=2), lambda _at: False) is None


def test_nothing_is_proposed_before_all_have_said_when_they_have_time(
    hall: Hall, table: Game
) -> None:
    first, second, third = sitting(table)
    for who in (first, second):
        services.set_hours(game_key=table.key, person=who, hours=EVERY_DAY)
    hall.traveller.wait(minutes=61)
    services.sweep_evenings()
    assert not Evening.objects.exists()
    services.set_hours(game_key=table.key, person=third, hours=EVERY_DAY)
    services.sweep_evenings()
    assert not Evening.objects.exists()  # hours are tried out by nobody within minutes
    hall.traveller.wait(minutes=61)
    services.sweep_evenings()
    found = Evening.objects.get()
    assert found.at - timezone.now() >= timedelta(hours=20)
    assert letters("evening proposed") == 3


def test_whoever_rests_then_is_not_asked_for_that_day(hall: Hall, table: Game) -> None:
    day = (timezone.now() + timedelta(hours=20)).date()
    Holiday.objects.create(
        person=sitting(table)[0], first_day=day, last_day=day + timedelta(days=3)
    )
    found = all_say(hall, table)
    assert found is not None
    assert found.at.date() > day + timedelta(days=3)


def test_one_no_is_enough_and_nobody_learns_whose(hall: Hall, table: Game) -> None:
    found = all_say(hall, table)
    assert found is not None
    first, second, third = sitting(table)
    services.answer_evening(game_key=table.key, person=first, at=found.at, agrees=True)
    told = selectors.evening_of(key=table.key, viewer=third)["evening"]
    assert told is not None
    assert (told["you_agree"], told["here"]) == (False, [])
    services.answer_evening(game_key=table.key, person=second, at=found.at, agrees=False)
    another = Evening.objects.exclude(state="over").get()
    assert another.at > found.at
    with pytest.raises(errors.NotAllowed):
        services.answer_evening(game_key=table.key, person=third, at=found.at, agrees=True)
    for _time in range(2):
        found = Evening.objects.exclude(state="over").first()
        if found is not None:
            services.answer_evening(game_key=table.key, person=second, at=found.at, agrees=False)
    assert not Evening.objects.exclude(state="over").exists()
    assert Evening.objects.count() == 3  # who says no to all is not asked for ever


def test_what_did_not_suit_is_not_proposed_again_when_hours_change(hall: Hall, table: Game) -> None:
    found = all_say(hall, table)
    assert found is not None
    first, second, _third = sitting(table)
    only = [Free(found.at.weekday(), 0, 24 * 60)]
    FreeHours.objects.filter(game=table, person=first).update(hours=[list(only[0])])
    services.answer_evening(game_key=table.key, person=second, at=found.at, agrees=False)
    Evening.objects.exclude(state="over").delete()  # as if there had been none within two weeks
    services.set_hours(game_key=table.key, person=first, hours=only)
    hall.traveller.wait(minutes=61)
    services.sweep_evenings()
    another = Evening.objects.exclude(state="over").get()
    assert abs(another.at - found.at) >= timedelta(hours=12)


def test_an_hour_passes_after_the_last_change_of_hours(hall: Hall, table: Game) -> None:
    """Else whoever waits for another's hour to be over learns at once what theirs come to."""
    first, *others = sitting(table)
    for who in others:
        services.set_hours(game_key=table.key, person=who, hours=EVERY_DAY)
    hall.traveller.wait(minutes=59)
    services.set_hours(game_key=table.key, person=first, hours=EVERY_DAY)
    hall.traveller.wait(minutes=2)
    services.sweep_evenings()
    assert not Evening.objects.exists()
    hall.traveller.wait(minutes=59)
    services.sweep_evenings()
    assert Evening.objects.filter(state="proposed").count() == 1


def test_what_all_agree_to_comes_as_an_entry_for_the_calendar(
    hall: Hall, table: Game, mailoutbox: list[Any]
) -> None:
    found = agreed(hall, table)
    deliver_all(list(Delivery.objects.values_list("pk", flat=True)))
    sent = [one for one in mailoutbox if "An evening is agreed" in one.subject]
    assert len(sent) == 3
    entry = next(
        part.get_payload(decode=True)
        for part in message_from_string(sent[0].message().as_string()).walk()
        if part.get_content_type() == "text/calendar"
    ).decode()
    assert f"DTSTART:{found.at:%Y%m%dT%H%M%SZ}" in entry
    assert f"DTEND:{found.at + timedelta(minutes=30):%Y%m%dT%H%M%SZ}" in entry


def test_while_all_are_there_phases_are_played_within_seconds_and_nobody_is_called(
    hall: Hall, table: Game
) -> None:
    begin(hall, table)
    before = letters("your turn")
    for who in sitting(table):
        plan(table, who, *a_plan(table, who))
    hall.wait(table, seconds=6)
    services.sweep()
    work(table)
    assert position(table).phase == "events"
    for who in sitting(table):
        plan(table, who, *a_plan(table, who))
    hall.wait(table, seconds=6)
    services.sweep()
    work(table)
    assert table.seq > 3
    assert letters("your turn") == before


def test_whoever_goes_ends_it_and_loses_nothing(hall: Hall, table: Game) -> None:
    begin(hall, table)
    first, *_others = sitting(table)
    for who in sitting(table):
        plan(table, who, *a_plan(table, who))
    hall.wait(table, seconds=6)
    services.sweep()
    work(table)
    deadline = Game.objects.get(pk=table.pk).deadline
    before = letters("your turn")
    services.come(game_key=table.key, person=first, here=False)
    work(table)
    table.refresh_from_db()
    assert table.deadline == deadline
    assert not any(chair.misses for chair in table.chairs.all())
    assert letters("your turn") == before + 3  # they are called as ever
    assert not Evening.objects.filter(state="on").exists()


def test_whoever_comes_to_an_evening_ends_no_pause(hall: Hall, table: Game) -> None:
    found = agreed(hall, table)
    for who in sitting(table):
        services.offer_pause(game_key=table.key, person=who)
    hall.traveller.wait(seconds=(found.at - timezone.now()).total_seconds() + 1)
    for who in sitting(table):
        services.come(game_key=table.key, person=who, here=True)
    hall.wait(table, seconds=6)
    services.sweep()
    table.refresh_from_db()
    assert table.paused_at is not None


def test_who_stops_answering_ends_it_too(hall: Hall, table: Game) -> None:
    found = begin(hall, table)
    hall.traveller.wait(seconds=IDLE.total_seconds() + 1)
    services.sweep()
    services.sweep_evenings()
    found.refresh_from_db()
    assert found.state == "over"
    assert not any(chair.misses for chair in table.chairs.all())
    table.refresh_from_db()
    assert table.seq == 0


def test_an_evening_to_which_somebody_does_not_come_is_over_by_itself(
    hall: Hall, table: Game
) -> None:
    found = agreed(hall, table)
    first, second, third = sitting(table)
    hall.traveller.wait(seconds=(found.at - timezone.now()).total_seconds())
    for who in (first, second):
        services.come(game_key=table.key, person=who, here=True)
    seat = table.chairs.get(person=first).number
    shown = selectors.evening_of(key=table.key, viewer=third)["evening"]
    assert shown is not None
    assert seat in shown["here"]
    hall.traveller.wait(minutes=16)
    services.sweep_evenings()
    assert not Evening.objects.exclude(state="over").exists()
    # Nothing is proposed again until they say anew that they have time.
    assert set(FreeHours.objects.values_list("person", flat=True)) == {first.pk, second.pk}


def test_quick_and_anonymous_tables_have_none(open_table: OpenTable) -> None:
    for facts in ({"pace": "live"}, {"anonymous": True}):
        game = open_table(*PEOPLE, **facts)
        who = game.chairs.exclude(person=None).first()
        assert who is not None
        assert who.person is not None
        assert not selectors.evening_of(key=game.key, viewer=who.person)["possible"]
        with pytest.raises(errors.NotAllowed):
            services.set_hours(game_key=game.key, person=who.person, hours=EVERY_DAY)


def test_hours_and_answers_of_others_change_nothing_that_anybody_is_told(
    hall: Hall, table: Game, mallory: User
) -> None:
    first, second, _third = sitting(table)

    def told(viewer: User) -> object:
        own = None
        if viewer != mallory:
            own = selectors.evening_of(key=table.key, viewer=viewer)
        table.refresh_from_db()
        row = (table.revision, table.changed_at, table.wakes_at, table.deadline)
        return what_is_told(table, viewer), own, row

    viewers = [second, mallory]
    before = [told(one) for one in viewers]
    services.set_hours(game_key=table.key, person=first, hours=EVERY_DAY[:2])
    assert [told(one) for one in viewers] == before
    found = all_say(hall, table)
    assert found is not None
    before = [told(one) for one in viewers]
    services.answer_evening(game_key=table.key, person=first, at=found.at, agrees=True)
    services.set_hours(game_key=table.key, person=first, hours=[])
    assert [told(one) for one in viewers] == before


def test_that_one_has_come_tells_nothing_of_plans(hall: Hall, table: Game) -> None:
    """Who is there is shown alike whether they have planned or not."""
    begin(hall, table)
    first, second, _third = sitting(table)
    before = selectors.evening_of(key=table.key, viewer=second), what_is_told(table, second)
    plan(table, first, *a_plan(table, first))
    assert (
        selectors.evening_of(key=table.key, viewer=second),
        what_is_told(table, second),
    ) == before


def test_by_page_hours_are_kept_and_an_evening_is_agreed_to(hall: Hall, table: Game) -> None:
    first, *others = sitting(table)
    page = f"/games/{table.key}/evening"
    client = Browser()
    client.force_login(first)
    sent = {"hours": "1", "day": ["0", "4"], "since": "19:30", "until": "24:00"}
    kept = client.post(page, sent)
    assert kept.status_code == 302
    assert selectors.evening_of(key=table.key, viewer=first)["hours"] == [
        {"day": 0, "since": "19:30", "until": "24:00"},
        {"day": 4, "since": "19:30", "until": "24:00"},
    ]
    wrong = client.post(page, {**sent, "until": "19:45"})
    assert wrong.status_code == 400
    for who in others:
        services.set_hours(game_key=table.key, person=who, hours=EVERY_DAY)
    hall.traveller.wait(minutes=61)
    services.sweep_evenings()
    shown = client.get(page).content.decode()
    found = Evening.objects.get()
    assert found.at.isoformat() in shown
    client.post(page, {"at": found.at.isoformat(), "agrees": "1"})
    assert found.voices.get(person=first).agrees
    client.post(page, {"at": found.at.isoformat(), "agrees": "0"})
    assert Evening.objects.get(pk=found.pk).state == "over"


def test_by_letter_an_evening_is_agreed_to_with_a_word(
    hall: Hall, table: Game, mailoutbox: list[Any]
) -> None:
    found = all_say(hall, table)
    assert found is not None
    first, second, _third = sitting(table)
    deliver_all(list(Delivery.objects.values_list("pk", flat=True)))
    rng = random.Random(1)
    for who, word in ((first, "yes"), (second, "no")):
        (sent,) = [
            one
            for one in mailoutbox
            if who.email in one.to and "An evening is proposed" in one.subject
        ]
        letter = message_from_bytes(sent.message().as_bytes(), policy=policy.default)
        receive(answer(letter, word, "en", rng).as_bytes())
        found.refresh_from_db()
        assert found.voices.get(person=first).agrees
    assert found.state == "over"
    assert table.chairs.filter(misses=0).count() == 3


def test_a_yes_or_no_is_to_the_evening_of_its_letter_alone(
    hall: Hall, table: Game, mailoutbox: list[Any]
) -> None:
    found = all_say(hall, table)
    assert found is not None
    first, second, _third = sitting(table)
    table.refresh_from_db()
    asked = tokens.Right(table.key, first.pk, table.seq, timezone.now())
    asking.ask_back(asked, asking.Proposal(resigns=True))
    deliver_all(list(Delivery.objects.values_list("pk", flat=True)))
    (sent,) = [one for one in mailoutbox if first.email in one.to and "evening" in one.subject]
    letter = message_from_bytes(sent.message().as_bytes(), policy=policy.default)
    receive(answer(letter, "yes", "en", random.Random(1)).as_bytes())
    assert found.voices.get(person=first).agrees
    assert not table.chairs.exclude(resigned_at=None).exists()
    # To letters of the table, which ask something else.
    receive(reply(table, first, "no"))
    receive(reply(table, second, "yes"))
    found.refresh_from_db()
    assert found.state == "proposed"
    assert not found.voices.get(person=second).agrees
    services.answer_evening(game_key=table.key, person=second, at=found.at, agrees=False)
    receive(answer(letter, "no", "en", random.Random(2)).as_bytes())
    assert Evening.objects.exclude(state="over").get().at != found.at


def test_by_api_one_puts_hours_agrees_comes_and_goes(
    hall: Hall, table: Game, client_of: ClientOf
) -> None:
    people = sitting(table)
    evening = f"games/{table.key}/evening"
    hours = [{"day": day, "since": "00:00", "until": "24:00"} for day in range(7)]
    for who in people:
        answered = client_of(who.handle or "").ask("PUT", evening, {"hours": hours})
        assert answered.status_code == 200, answered.json()
        assert answered.json()["hours"] == hours
    hall.traveller.wait(minutes=61)
    services.sweep_evenings()
    client = client_of(people[0].handle or "")
    proposed = client.get(evening).json()["evening"]
    assert (proposed["state"], proposed["you_agree"]) == ("proposed", False)
    assert client.ask("PUT", evening, {"answer": {"agrees": True}}).status_code == 400
    for who in people:
        said = {"answer": {"agrees": True, "at": proposed["at"]}}
        answered = client_of(who.handle or "").ask("PUT", evening, said)
    assert answered.json()["evening"]["state"] == "agreed"
    assert client.ask("PUT", evening, {"here": True, "hours": []}).status_code == 403
    assert client.get(evening).json()["hours"] == hours  # what is refused in part is not done
    at = datetime.fromisoformat(proposed["at"])
    hall.traveller.wait(seconds=(at - timezone.now()).total_seconds())
    for who in people:
        answered = client_of(who.handle or "").ask("PUT", evening, {"here": True})
    assert answered.json()["evening"]["state"] == "on"
    assert answered.json()["evening"]["here"] == [0, 1, 2]
    assert client.ask("PUT", evening, {"here": False}).json()["evening"] is None
