"""What a tournament tells somebody is so for them: who waits, is cut, replaced, out, or has played.
By page and by the API."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import errors
from games.models import Game
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Sitting, Tournament
from notifications.models import Notification
from tests.conftest import Cast
from tests.tournaments.browsing import At, read
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, running_games
from tests.tournaments.stepping import SIX, asked_for, go_on, play, say_yes, step

pytestmark = pytest.mark.django_db

FINAL = {"format": "final", "sets": ["oriflamme"], "rounds": 2, "takes": 3}
PLAYS, HAS_PLAYED = "You play in this tournament.", "You have played in this tournament."
CUT = "Others play on without you. Your results stay."

Said = Callable[[Tournament, str], str]


@pytest.fixture
def said(browser: At) -> Said:
    """What stands under “For you”, as one line."""

    def under(cup: Tournament, who: str) -> str:
        page = read(browser(who), f"/tournaments/{cup.key}")
        section = page[page.index("For you") :].partition("</section>")[0]
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", section)).split())

    return under


def at_the_final(announce: Announce, **wishes: Any) -> tuple[Tournament, list[str], list[str]]:
    """A final of two rounds; who is in it, and who is not."""
    cup = announce(*SIX, stages=[SWISS | {"rounds": 1}, FINAL], **wishes)
    step(cup, "start")
    say_yes(cup)
    play(go_on(cup))
    (final,) = selectors.standings(key=cup.key, viewer=None, stage=2)
    inside = [row["player"]["handle"] for row in final["divisions"][0]["rows"]]
    return cup, [str(one) for one in inside], [one for one in SIX if one not in inside]


def own(cup: Tournament, person: User) -> Any:
    return selectors.own(key=cup.key, viewer=person)


def test_whoever_is_cut_does_not_play(
    announce: Announce, said: Said, browser: At, person: Cast
) -> None:
    cup, inside, cut = at_the_final(announce)
    for who in inside:
        assert PLAYS in said(cup, who)
        assert "Withdraw" in said(cup, who)
        assert own(cup, person(who))["needs"] is None
    for who in cut:
        told = said(cup, who)
        assert CUT in told
        assert re.search(r"You are in place [456] with", told)
        assert not re.search("You play|cannot go on|Withdraw", told), told
        needs = own(cup, person(who))["needs"]
        assert (needs["out"], needs["sure"], needs["places"]) == (True, False, 3)
    players = read(browser("alice"), f"/tournaments/{cup.key}/players")
    assert (players.count(">plays<"), players.count(">has played<")) == (3, 3)
    play(play(cup))
    assert cup.status == "over"
    for who in SIX:
        assert HAS_PLAYED in said(cup, who)
    players = read(browser("alice"), f"/tournaments/{cup.key}/players")
    assert (players.count(">plays<"), players.count(">has played<")) == (0, 6)


def test_nobody_who_is_cut_is_asked_whether_they_will_play(
    announce: Announce, said: Said, person: Cast, organiser: User
) -> None:
    cup, inside, cut = at_the_final(announce, confirms="rounds", break_for=3600)
    assert sorted(asked_for(2)) == sorted(inside)
    desk = selectors.desk(key=cup.key, viewer=organiser)
    assert sorted(str(one["player"]["handle"]) for one in desk["not_confirmed"]) == sorted(inside)
    for who in inside:
        assert "I will play" in said(cup, who)
        tournaments.confirm(key=cup.key, person=person(who))
        assert "You have said that you will play." in said(cup, who)
    for who in cut:
        assert "whether you will play" not in said(cup, who)
        assert own(cup, person(who))["confirm_until"] is None
        with pytest.raises(errors.Refusal, match="Others play on"):
            tournaments.confirm(key=cup.key, person=person(who))


def test_who_is_asked_is_not_out_of_a_knockout_before_they_answer(
    announce: Announce, said: Said, person: Cast
) -> None:
    stage = {"format": "knockout", "sets": ["oriflamme"], "through": 2}
    wishes = {"seats": 3, "confirms": "rounds", "break_for": 3600, "capacity": 9}
    cup = announce(*SIX, "heidi", "ivan", "judy", stages=[stage], **wishes)
    step(cup, "start")
    say_yes(cup)
    go_on(cup)
    play(cup)
    through = set(asked_for(2))
    assert len(through) == 6
    for who in through:
        assert PLAYS in said(cup, who)
        assert not own(cup, person(who))["needs"]["out"]
    for who in {*SIX, "heidi", "ivan", "judy"} - through:
        assert CUT in said(cup, who)


def test_whoever_is_replaced_reads_nothing_of_who_plays_on(
    announce: Announce, said: Said, person: Cast
) -> None:
    cup = announce(*SIX)
    step(cup, "start")
    play(go_on(cup))
    person("heidi")
    step(cup, "replace", handle="alice", other="heidi", reason="Ill")
    gone, plays_on = own(cup, person("alice")), own(cup, person("heidi"))
    assert (gone["standing"], gone["place"], gone["needs"]) == (None, None, None)
    told = said(cup, "alice")
    assert "Somebody else plays on for you" in told
    assert not re.search("You play|You are in place|Withdraw", told)
    # The game that runs is theirs who came, and so is what it comes to.
    (table,) = plays_on["tables"]
    assert (table["round"], table["result"]) == (2, None)
    assert [one["round"] for one in gone["tables"]] == [1]
    assert "heidi" in {seat["player"]["handle"] for seat in table["seats"]}
    assert PLAYS in said(cup, "heidi")
    tournaments.object_to(
        key=cup.key, person=person("heidi"), round=2, table=table["table"], text="!"
    )
    letter = Notification.objects.filter(kind="tournament entry", person=person("heidi")).get()
    assert PLAYS in letter.what.letter().text


def test_whoever_came_in_somebody_s_place_can_be_replaced_and_leave(
    announce: Announce, person: Cast
) -> None:
    cup = announce(*SIX)
    step(cup, "start")
    go_on(cup)
    for gone, comes in (("alice", "heidi"), ("heidi", "ivan")):
        person(comes)
        step(cup, "replace", handle=gone, other=comes, reason="Ill")
    game = Game.objects.get(tournament=cup.key, chairs__person=person("ivan"))
    assert not Game.objects.filter(chairs__person__in=[person("alice"), person("heidi")]).exists()
    assert Sitting.objects.get(table__game=game, entry__person=person("ivan")).seat is not None
    tournaments.withdraw(key=cup.key, person=person("ivan"))
    assert game.chairs.get(person=person("ivan")).resigned_at is not None


def test_who_waits_when_it_begins_is_told_and_may_come_late(
    announce: Announce, said: Said, person: Cast, browser: At
) -> None:
    cup = announce(*SIX, capacity=5, late_until=2)
    assert "you are on the waiting list" in said(cup, "grace")
    step(cup, "start")
    go_on(cup)
    letter = Notification.objects.filter(kind="tournament entry", person=person("grace")).latest(
        "pk"
    )
    assert "It has begun without you." in letter.what.letter().text
    told = said(cup, "grace")
    assert "It has begun without you." in told
    assert "waiting list" not in told
    assert "Withdraw" in told
    assert "Enter" not in told
    with pytest.raises(errors.Refusal, match="All places are taken"):
        tournaments.enter_tournament(key=cup.key, person=person("grace"))
    assert '/desk/admit"' in read(browser("erin"), f"/tournaments/{cup.key}/desk")
    step(cup, "admit", handle="grace")
    assert PLAYS in said(cup, "grace")
    assert Entry.objects.get(tournament=cup, person=person("grace")).from_round == 2


def test_who_is_admitted_while_a_round_is_drawn_sits_in_it(
    announce: Announce, person: Cast
) -> None:
    cup = announce(*SIX, capacity=5, late_until=3, first_break_for=3600)
    step(cup, "start")
    go_on(cup)
    hers = Sitting.objects.filter(round__tournament=cup, entry__person=person("grace"))
    stood = sorted(Sitting.objects.filter(round__tournament=cup).values_list("entry", flat=True))
    step(cup, "admit", handle="grace")
    assert hers.get().round.ordinal == 1
    step(cup, "undo")
    now = Sitting.objects.filter(round__tournament=cup).values_list("entry", flat=True)
    assert sorted(now) == stood
    assert Entry.objects.get(tournament=cup, person=person("grace")).state == "waiting"


def test_whom_the_organisers_have_not_answered_they_answer_while_latecomers_are_taken(
    announce: Announce, said: Said, browser: At, person: Cast, organiser: User
) -> None:
    cup = announce(*SIX, admission="approval", late_until=2)
    for handle in SIX[:3]:
        step(cup, "admit", handle=handle)
    step(cup, "start")
    go_on(cup)
    tournaments.enter_tournament(key=cup.key, person=person("heidi"))
    desk = f"/tournaments/{cup.key}/desk"
    for who in (*SIX[3:], "heidi"):
        assert "An organiser will answer it." in said(cup, who)
        assert "Withdraw" in said(cup, who)
        assert who in read(browser("erin"), desk)
    step(cup, "admit", handle="dave")
    assert Entry.objects.get(tournament=cup, person=person("dave")).from_round == 2
    assert PLAYS in said(cup, "dave")
    step(cup, "refuse", handle="heidi")
    assert "have not admitted you" in said(cup, "heidi")
    with pytest.raises(errors.Refusal, match="entered this tournament before"):
        tournaments.enter_tournament(key=cup.key, person=person("heidi"))
    with pytest.raises(errors.Refusal, match="before the start only"):
        step(cup, "refuse", handle="alice")
    play(cup)
    with pytest.raises(errors.Refusal, match="too late"):
        step(cup, "admit", handle="frank")


def test_nobody_is_on_a_waiting_list_of_what_has_begun(
    announce: Announce, browser: At, person: Cast, organiser: User
) -> None:
    cup = announce(*SIX, capacity=5)
    full = announce(*SIX, admission="approval", title="Winter cup")
    for handle in SIX[:4]:
        step(full, "admit", handle=handle)
    path, desk = f"/tournaments/{cup.key}", f"/tournaments/{full.key}/desk"
    assert "On the waiting list: 1." in read(browser("erin"), path)
    assert "Who asks for a place" in read(browser("erin"), desk)
    for one in (cup, full):
        step(one, "start")
        go_on(one)
    assert "waiting list" not in read(browser("erin"), path)
    assert "waiting list" not in read(browser("erin"), f"{path}/desk")
    assert selectors.view(key=cup.key, viewer=None)["waiting"] == 0
    assert read(browser("erin"), f"{path}/players").count("found no place") == 1
    assert "Who asks for a place" not in read(browser("erin"), desk)
    letters = Notification.objects.filter(kind="tournament entry", person=person("grace"))
    assert "It has begun without you." in letters.latest("pk").what.letter().text


def test_of_what_was_called_off_nobody_is_promised_anything(announce: Announce, said: Said) -> None:
    cup = announce("alice", "bob", "carol", "dave", capacity=3)
    step(cup, "call_off", reason="Nobody has time")
    for who in ("alice", "dave"):
        told = said(cup, who)
        assert "The tournament was called off." in told
        assert not re.search("You have a place|waiting list|Withdraw", told), told
    assert selectors.still_in(key=cup.key, viewer=None) is None  # nobody has played
    with pytest.raises(errors.Refusal, match="is over"):
        step(cup, "refuse", handle="dave")


def test_withdrawing_says_what_comes_of_it(announce: Announce, browser: At) -> None:
    def asked(cup: Tournament, who: str) -> str:
        page = browser(who).post(f"/tournaments/{cup.key}", {"act": "withdraw"})
        return html.unescape(page.content.decode())

    cup = announce("alice", "bob", "carol", "dave", capacity=4, first_break_for=3600)
    assert "Your place becomes free." in asked(cup, "alice")
    full = announce("alice", "bob", "carol", "dave", capacity=3)
    assert "Your place goes to whoever has waited longest." in asked(full, "alice")
    assert "You wait for no place any more." in asked(full, "dave")
    step(cup, "start")
    go_on(cup)
    assert "drawn anew without you" in asked(cup, "alice")
    cup.rounds.update(begins_at=cup.announced_at)
    Tournament.objects.filter(pk=cup.pk).update(due_at=cup.announced_at, break_for=3600)
    go_on(cup)
    assert running_games(cup)
    assert "a stand-in plays your table to its end" in asked(cup, "alice")
    play(cup)
    assert not running_games(cup)
    told = asked(cup, "alice")
    assert "Your results stay." in told
    assert "stand-in" not in told


def test_who_did_not_confirm_is_told_no_tale_of_others(
    announce: Announce, said: Said, person: Cast
) -> None:
    cup = announce("alice", "bob", "carol", "dave", confirms="start", confirm_for=3600)
    step(cup, "start")
    for who in ("alice", "bob", "carol"):
        tournaments.confirm(key=cup.key, person=person(who))
    Tournament.objects.filter(pk=cup.pk).update(
        confirm_until=cup.announced_at, due_at=cup.announced_at
    )
    go_on(cup)
    assert cup.status == "running"
    assert "You did not say in time that you will play, so you have no place." in said(cup, "dave")


def test_the_record_says_of_whom_it_waited_for_no_more_than_that(
    announce: Announce, browser: At
) -> None:
    """The desk may end a table long before its time is over."""
    cup = announce(*SIX[:4])
    step(cup, "start")
    go_on(cup)
    step(cup, "decide", table=1, how="adjudicate", reason="The hall closes")
    page = read(browser("alice"), f"/tournaments/{cup.key}/rounds/1")
    assert page.count("was waited for when the table was ended or a stand-in came") == 1


def test_a_second_organiser_is_told_whose_the_step_is(
    announce: Announce, browser: At, person: Cast
) -> None:
    cup = announce(*SIX)
    step(cup, "add_organiser", handle="alice")
    for name in ("call_off", "add_organiser", "remove_organiser"):
        with pytest.raises(errors.NotAllowed, match="Only whoever announced this tournament"):
            tournaments.take_step(key=cup.key, person=person("alice"), step=name, reason="x")
        refused = browser("alice").get(f"/tournaments/{cup.key}/desk/{name}")
        assert "Only whoever announced this tournament" in refused.content.decode()
    # All else is theirs, and the desk offers nothing that is not.
    desk = read(browser("alice"), f"/tournaments/{cup.key}/desk")
    assert "/desk/drop" in desk
    assert not re.search("/desk/(call_off|add_organiser|remove_organiser)", desk)


def test_the_desk_is_promised_no_places_for_good(announce: Announce, organiser: User) -> None:
    """It may set a result right and disqualify after the end, too."""
    cup = announce(*SIX[:4], stages=[SWISS | {"rounds": 1}])
    step(cup, "start")
    play(go_on(cup))
    assert cup.status == "over"
    letter = Notification.objects.get(kind="tournament desk", person=organiser)
    assert "is over" in letter.what.letter().text
    assert "final" not in letter.what.letter().text
    assert f"/tournaments/{cup.key}/desk\n" in letter.what.letter().text
    step(cup, "adjust", handle="alice", points=3, reason="Miscounted")


def test_a_change_after_the_start_offers_nobody_to_withdraw(announce: Announce) -> None:
    cup = announce(*SIX)
    step(cup, "change", settings={"title": "Winter cup"})
    letters = Notification.objects.filter(kind="tournament changed").order_by("pk")
    assert "you can withdraw" in letters.latest("pk").what.letter().text
    step(cup, "start")
    step(cup, "change", settings={"text": "In the hall"})
    last = letters.latest("pk").what.letter().text
    assert "In the hall" in last
    assert "you can withdraw" not in last


def test_the_desk_offers_no_step_that_nobody_can_take(
    announce: Announce, browser: At, person: Cast
) -> None:
    def offered(name: str) -> bool:
        return f'/desk/{name}"' in read(browser("erin"), f"/tournaments/{cup.key}/desk")

    cup = announce(*SIX, stages=[SWISS | {"rounds": 1}, FINAL])
    assert (offered("add"), offered("let_meet")) == (True, False)
    step(cup, "keep_apart", handle="alice", other="bob")
    assert offered("let_meet")
    step(cup, "start")
    go_on(cup)
    assert offered("add")
    play(cup)
    person("heidi")
    with pytest.raises(errors.Refusal, match="Nobody can come into this stage"):
        step(cup, "add", handle="heidi")
    assert not offered("add")


def test_nobody_is_told_of_a_place_that_nobody_can_have_any_more(
    announce: Announce, said: Said, browser: At, person: Cast
) -> None:
    cup = announce(*SIX, admission="approval", late_until=2)
    for handle in SIX[:4]:
        step(cup, "admit", handle=handle)
    step(cup, "start")
    go_on(cup)
    desk, players = f"/tournaments/{cup.key}/desk", f"/tournaments/{cup.key}/players"
    assert "An organiser will answer it." in said(cup, "frank")
    assert "Ask for a place" in said(cup, "heidi")
    assert "found no place" not in read(browser("erin"), players)
    asking = selectors.desk(key=cup.key, viewer=cup.creator)["asking"]
    assert [one["player"]["handle"] for one in asking] == ["frank", "grace"]
    play(cup)  # the second round is drawn: the last that takes anybody
    told = said(cup, "frank")
    assert "It has begun without you." in told
    assert "Ask for a place" not in said(cup, "heidi")
    assert "found no place" in read(browser("erin"), players)
    assert not selectors.desk(key=cup.key, viewer=cup.creator)["asking"]
    assert not re.search("frank|/desk/admit", read(browser("erin"), desk))
    play(cup)
    play(cup)
    assert cup.status == "over"
    assert "An organiser will answer it." not in said(cup, "frank")
    with pytest.raises(errors.Refusal, match="This tournament is over"):
        step(cup, "refuse", handle="frank")


@pytest.mark.parametrize("begun", [True, False])
def test_nobody_plays_or_has_played_in_what_was_called_off(
    announce: Announce, browser: At, begun: bool
) -> None:
    cup = announce(*SIX, capacity=5)
    if begun:
        step(cup, "start")
        go_on(cup)
    step(cup, "call_off", reason="The hall is flooded.")
    assert not re.search(
        "is (to come|being played)", read(browser("erin"), f"/tournaments/{cup.key}")
    )
    page = read(browser("erin"), f"/tournaments/{cup.key}/players")
    assert not re.search(">(has played|plays|is on the waiting list)<", page)
    assert (page.count(">had a place<"), page.count(">found no place<")) == (5, 1)


def test_who_was_left_out_gets_off_the_list_and_confirms_nothing(
    announce: Announce, said: Said, browser: At, person: Cast
) -> None:
    cup = announce(*SIX, capacity=5, confirms="rounds", break_for=3600)
    step(cup, "start")
    say_yes(cup)
    play(go_on(cup))
    assert cup.confirm_until is not None
    with pytest.raises(errors.Refusal, match="It has begun without you"):
        tournaments.confirm(key=cup.key, person=person("grace"))
    assert "Withdraw" in said(cup, "grace")
    page = f"/tournaments/{cup.key}"
    sent = {"act": "withdraw"}
    assert "wait for no place" in read_sent(browser, "grace", page, sent)
    browser("grace").post(page, {**sent, "sure": "yes"}, secure=True)
    assert Entry.objects.get(tournament=cup, person=person("grace")).state == "withdrawn"
    # Whoever is not in it is not offered to leave it.
    for who in ("grace", "heidi"):
        assert 'value="withdraw"' not in read_sent(browser, who, page, sent)


def read_sent(browser: At, who: str, page: str, sent: dict[str, str]) -> str:
    return browser(who).post(page, sent, secure=True).content.decode()


def test_those_left_out_are_told_at_once(announce: Announce) -> None:
    """However many they are, a tournament's start costs the same of all but their letters."""

    def cost(waiting: int) -> int:
        cup = announce(capacity=4, title=f"Cup of {waiting}")
        for one in User.objects.filter(handle__startswith="player").order_by("pk")[: 4 + waiting]:
            tournaments.enter_tournament(key=cup.key, person=one)
        with CaptureQueriesContext(connection) as seen:
            step(cup, "start")
        return len(seen)

    crowd(12)
    _first, few, many = cost(2), cost(2), cost(8)
    # Each has a row of the outbox and its delivery.
    assert many - few == 6 * 2


def test_the_page_says_when_ones_table_begins_and_no_place_before_anything_was_played(
    announce: Announce, said: Said, browser: At
) -> None:
    cup = announce(*SIX, stages=[SWISS | {"rounds": 2}, FINAL], first_break_for=3600)
    step(cup, "start")
    go_on(cup)
    told = said(cup, "alice")
    assert re.search(r"Round 1, table [12]: .* – begins ", told), told
    rounds = read(browser("alice"), f"/tournaments/{cup.key}/rounds")
    assert "is not over" not in rounds
    assert "Bots" not in rounds
    assert not re.search("in place|has 0 points", told), told
    cup.rounds.update(begins_at=cup.announced_at)
    Tournament.objects.filter(pk=cup.pk).update(due_at=cup.announced_at)
    go_on(cup)
    assert not re.search("begins |in place", said(cup, "alice"))
    play(cup)
    assert re.search(r"You are in place \d with .*\. The best 3 go on", said(cup, "alice"))


def test_how_long_people_are_asked_is_announced_as_it_is(announce: Announce, browser: At) -> None:
    wishes = {"confirms": "rounds", "confirm_for": 86_400, "break_for": 7200}
    cup = announce(*SIX, **wishes)
    page = read(browser("alice"), f"/tournaments/{cup.key}")
    assert "before the first round for 1 day, before each other in the break" in page
    step(cup, "start")
    say_yes(cup)
    play(go_on(cup))
    assert cup.confirm_until is not None
    assert cup.confirm_until - cup.rounds.get().ended_at == timedelta(hours=2)
    desk = read(browser("erin"), f"/tournaments/{cup.key}/desk")
    assert re.search("No round is being played. Until .* players are asked", desk)


def test_a_knockout_says_by_what_its_places_come(announce: Announce, browser: At) -> None:
    cup = announce(*SIX, stages=[{"format": "knockout", "sets": ["oriflamme"], "through": 2}])
    assert "in a knock-out who came further" in read(browser("alice"), f"/tournaments/{cup.key}")
    step(cup, "start")
    play(go_on(cup))
    page = read(browser("alice"), f"/tournaments/{cup.key}/standings")
    rows = page[page.index("<tbody>") : page.index("</tbody>")]
    assert "Whoever came further stands higher" in page
    assert "Points first" not in page
    assert rows.count("<strong>") == len(SIX)  # the points alone
    mixed = announce(*SIX, title="Winter cup")
    assert "strength, wins" in read(browser("alice"), f"/tournaments/{mixed.key}")
    step(mixed, "start")
    play(go_on(mixed))
    assert "Points first" in read(browser("alice"), f"/tournaments/{mixed.key}/standings")
