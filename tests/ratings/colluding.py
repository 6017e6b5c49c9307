"""Rated tables of four with two who are in league, and what they might do instead of playing on.

Moves are made by the engine and logged at once, for it is not the play that is looked at; all that
people do beside it – offers, pauses, resigning, giving seats away, coming back – goes by the
services. Everybody plays as a stand-in would, so that a stand-in is neither better nor worse.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.people import change_profile
from games import errors, pace, selectors, services
from games.models import FormerPlayer, Game, Seat
from games.models.position import read_position
from games.services import absence, clocks, pausing, standstill
from tests.clock.conftest import Traveller
from tests.games.forwarding import forward

# The rest that a decision can begin or end with: a night, and a weekend.
MOST_AT_ONCE = timedelta(days=3)
# They look at the table after so many decisions of it.
EVERY = 20
AWAY, BACK = 0.35, 0.5


@dataclass
class Gang:
    """Two of a table of four, and a friend who takes seats over; the other two are honest."""

    game: Game
    gains: User
    helps: User
    friend: User
    honest: list[User]
    traveller: Traveller
    rng: random.Random
    ousted: list[User] = field(default_factory=list)
    blind: list[User] = field(default_factory=list)
    # How much longer the gang had for a decision than anybody may have at such a table.
    stretched: timedelta = timedelta(0)

    def seat_of(self, person: User) -> Seat | None:
        return self.game.chairs.filter(person=person).first()

    def place(self, person: User) -> int:
        """As it stands, 1 the best; 9 for who has no seat."""
        seat = self.seat_of(person)
        if seat is None or seat.number is None:
            return 9
        scores = read_position(self.game.key, self.game.state).influence
        return 1 + sum(one > scores[seat.number] for one in scores)

    def is_here(self, person: User) -> bool:
        seat = self.seat_of(person)
        return seat is not None and not seat.bot

    def tries(self, act: Callable[..., object], person: User, **asked: object) -> bool:
        """Whatever is refused is not done; one may always ask."""
        try:
            with transaction.atomic():
                act(game_key=self.game.key, person=person, **asked)
        except errors.Refusal:
            return False
        return True

    def look(self) -> Game:
        self.game.refresh_from_db()
        return self.game


Policy = Callable[[Gang], None]


def play_on(_gang: Gang) -> None:
    pass


def end_when_ahead(gang: Gang) -> None:
    if gang.place(gang.gains) == 1:
        gang.tries(services.offer_end, gang.gains)
        gang.tries(services.agree_end, gang.helps)


def end_when_behind(gang: Gang) -> None:
    if gang.place(gang.gains) > 2:
        gang.tries(services.offer_end, gang.gains)
        gang.tries(services.agree_end, gang.helps)


def helper_resigns_at_once(gang: Gang) -> None:
    gang.tries(services.resign, gang.helps)


def helper_resigns_when_in_the_way(gang: Gang) -> None:
    if gang.place(gang.helps) < gang.place(gang.gains):
        gang.tries(services.resign, gang.helps)


def resign_when_last(gang: Gang) -> None:
    """And let the friend play on there."""
    if gang.place(gang.gains) == 4:
        gang.tries(services.resign, gang.gains)
    _give_away(gang, whose={gang.gains.pk})


def stay_away_when_behind(gang: Gang) -> None:
    if gang.place(gang.gains) > 2:
        go_away(gang, gang.gains)


def pause_and_wait(gang: Gang) -> None:
    """Whenever nobody says no, for as long as it can be."""
    for one in (gang.gains, gang.helps):
        gang.tries(services.offer_pause, one)


def rest_as_long_as_can_be(gang: Gang) -> None:
    """Hours set anew in the game, on top of every decision's last second."""
    now = timezone.now()
    for one in (gang.gains, gang.helps):
        change_profile(
            user=one,
            quiet_from=(now - timedelta(minutes=1)).time().replace(microsecond=0),
            quiet_until=(now + timedelta(hours=12)).time().replace(microsecond=0),
            plays_weekends=False,
        )


def give_seats_to_a_friend(gang: Gang) -> None:
    """Who plays badly there."""
    _give_away(gang, whose={one.pk for one in gang.honest})


def give_seats_to_a_friend_who_leaves(gang: Gang) -> None:
    _give_away(gang, whose={one.pk for one in gang.honest})
    if gang.is_here(gang.friend):
        gang.tries(services.resign, gang.friend)


def _give_away(gang: Gang, *, whose: set[int]) -> None:
    for seat in gang.game.chairs.filter(stand_in=True, person__in=whose):
        before = seat.person
        for one in (gang.gains, gang.helps):
            gang.tries(services.offer_seat, one, seat=seat.number)
        gang.tries(services.invite, gang.gains, handle=gang.friend.handle)
        if gang.tries(services.take_over, gang.friend, seat=seat.number):
            assert before is not None
            gang.ousted.append(before)


POLICIES: dict[str, Policy] = {
    each.__name__: each
    for each in (
        *(end_when_ahead, end_when_behind, helper_resigns_at_once),
        *(helper_resigns_when_in_the_way, resign_when_last, stay_away_when_behind),
        *(pause_and_wait, rest_as_long_as_can_be),
        *(give_seats_to_a_friend, give_seats_to_a_friend_who_leaves),
    )
}


def go_away(gang: Gang, person: User) -> None:
    """As the sweep has it after too many missed decisions."""
    seat = gang.seat_of(person)
    if seat is None or seat.bot or seat.number is None:
        return
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=gang.game.pk)
        absence.count_absent(game, seat.number, timezone.now())


def play_with(gang: Gang, policy: Policy) -> None:
    """A game to its end, whichever that is."""
    luck = random.Random(gang.rng.random())
    for _look in range(40):
        if gang.look().status != "running":
            break
        _come_and_go(gang, luck)
        if gang.look().status != "running":
            break
        policy(gang)
        if gang.look().status != "running":
            break
        _answer(gang, luck)
        # A day or two: seats are offered, the absent are asked no more, pauses end.
        gang.traveller.go(hours=luck.choice([20, 50, 100]))
        standstill.Heartbeat.objects.update(at=timezone.now())
        services.open_seats()
        services.end_agreed()
        gang.look()
        if gang.game.paused_at is not None and gang.game.wakes_at <= timezone.now():
            pausing.resume(gang.game)
        if gang.look().status == "running":
            _measure(gang)
            _play_a_little(gang)
    for person in gang.ousted:
        if not can_see(gang, person):
            gang.blind.append(person)


def _come_and_go(gang: Gang, luck: random.Random) -> None:
    for one in gang.honest:
        leaves, returns = luck.random() < AWAY, luck.random() < BACK
        if gang.is_here(one):
            if leaves:
                go_away(gang, one)
        elif returns:
            gang.tries(services.return_to_seat, one)


def _answer(gang: Gang, luck: random.Random) -> None:
    """Honest people let it end where they are not ahead; a pause they grant once in a while."""
    if gang.game.paused_at is not None:
        if not (luck.random() < 0.5):
            gang.tries(services.withdraw_pause, gang.honest[0])
        return
    for one in gang.honest:
        if gang.is_here(one) and gang.look().status == "running":
            ends = services.agree_end if gang.place(one) > 1 else services.withdraw_end
            gang.tries(ends, one)
            if luck.random() < 0.3 and gang.game.chairs.filter(agrees_to_pause=True).exists():
                gang.tries(services.offer_pause, one)


def _measure(gang: Gang) -> None:
    """What is asked of the gang: how far its deadline lies behind the terms of the table, resting
    as much as anybody ever may."""
    game = gang.game
    if game.paused_at is not None:
        return
    asked = game.chairs.get(number=game.to_move)
    if asked.person_id in {gang.gains.pk, gang.helps.pk} and game.deadline and game.waits_since:
        terms = pace.of(game.pace, game.own_pace)
        playing = timedelta(seconds=terms.seconds_per_move + asked.bank)
        most = playing * 2 * 7 / 5 + MOST_AT_ONCE
        gang.stretched = max(gang.stretched, game.deadline - game.waits_since - most)


def can_see(gang: Gang, person: User) -> bool:
    """The table, its log, and to which end it comes."""
    try:
        selectors.find_game(gang.game.key, person).view("en")
        return bool(selectors.log(key=gang.game.key, viewer=person, lang="en"))
    except errors.Refusal:
        return False


def _play_a_little(gang: Gang) -> None:
    """The friend decides without looking, where somebody else has sat before."""
    game = gang.game
    passed_on = FormerPlayer.objects.filter(game=game).values_list("number", flat=True)
    thrown = game.chairs.filter(person=gang.friend, number__in=list(passed_on))
    careless = set(thrown.values_list("number", flat=True))
    forward(game, EVERY, gang.rng, careless=careless)
    if game.to_move is not None and game.paused_at is None:
        _restart(game)


def _restart(game: Game) -> None:
    with transaction.atomic():
        clocks.restart(Game.objects.select_for_update(no_key=True).get(pk=game.pk), timezone.now())
