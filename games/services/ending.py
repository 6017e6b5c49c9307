"""How a game ends before its cards do, or how a person leaves it to a stand-in."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors, kinds, pace, ranks
from games.models import Feed, Game, Seat
from games.models.position import read_position
from games.models.table import Table
from games.services import clocks, telling, watching
from games.services.entering import chairs, enter, must_run, own_chair, people

# Whoever is absent from a rated game is asked for so many decisions' time, and for an hour.
ASKED_FOR = 3
AT_LEAST = timedelta(hours=1)


@transaction.atomic
def resign(*, game_key: str, person: User) -> None:
    """Leave the game to a stand-in, who plays on from the seat's own view. For good."""
    game = enter(game_key, person)
    seat = own_chair(game, person)
    must_run(game)
    seat.bot = game.stand_in
    seat.stand_in = True
    seat.resigned_at = moment.now()
    seat.agrees_to_end = seat.agrees_to_pause = False
    seat.absent_since = None
    seat.save(
        update_fields=[
            *("bot", "stand_in", "resigned_at", "agrees_to_end", "agrees_to_pause"),
            "absent_since",
        ]
    )
    telling.changed(game, Feed.Kind.RESIGNED)
    seats = chairs(game)
    telling.send_letter(
        kinds.SEAT_TAKEN_OVER, game, people(seats), about=str(seat.number), seat=str(seat.number)
    )
    if _all_agree(game, seats):
        _end_together(game, seats)
    elif not close_if_nobody_is_left(game) and (game.asks_all or game.to_move == seat.number):
        clocks.restart(game, moment.now())
        telling.wake_bots(game.key)


@transaction.atomic
def offer_end(*, game_key: str, person: User) -> bool:
    """Propose to end early. True if that ends the game, there being nobody else to ask."""
    return _agree(game_key, person)


@transaction.atomic
def agree_end(*, game_key: str, person: User) -> bool:
    """Agree to an offer. True if everybody has by now, and the game is over."""
    return _agree(game_key, person, to_an_offer=True)


@transaction.atomic
def withdraw_end(*, game_key: str, person: User) -> None:
    """Take an offer or an agreement back, or turn down what others offer: it is off for all."""
    game = enter(game_key, person)
    own_chair(game, person)
    must_run(game)
    if Seat.objects.filter(game=game, agrees_to_end=True).update(agrees_to_end=False):
        telling.changed(game, Feed.Kind.END_WITHDRAWN)


def _agree(game_key: str, person: User, *, to_an_offer: bool = False) -> bool:
    game = enter(game_key, person)
    seat = own_chair(game, person)
    must_run(game)
    if game.tournament:
        raise errors.NotAllowed(
            why=_("A tournament's table is played out. If you must go, resign, or ask its desk.")
        )
    seats = chairs(game)
    if to_an_offer and not any(one.agrees_to_end for one in seats):
        raise errors.NotAllowed(why=_("Nobody offers to end this game. You may offer it yourself."))
    if not seat.agrees_to_end:
        Seat.objects.filter(pk=seat.pk).update(agrees_to_end=True)
        telling.changed(game, Feed.Kind.END_OFFERED)
        seats = chairs(game)
    if _all_agree(game, seats):
        _end_together(game, seats)
        return True
    return False


@transaction.atomic
def end_agreed() -> int:
    """End the rated games in which all who are there have agreed, and the absent have been asked
    long enough. Returns how many."""
    agreed = Seat.objects.filter(live=True, agrees_to_end=True, game__rated=True)
    keys = agreed.filter(game__status=Game.Status.RUNNING).values("game")
    ended = 0
    for game in Game.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=keys):
        seats = chairs(game)
        if _all_agree(game, seats):
            _end_together(game, seats)
            ended += 1
    return ended


def _all_agree(game: Game, seats: list[Seat]) -> bool:
    """Persons agree or do not; bots and stand-ins are not asked. In a rated game who is absent
    has not agreed, until they have been asked for long."""
    asked = [seat.agrees_to_end for seat in seats if not seat.bot]
    since = moment.now() - _patience(game)
    gone = [seat.absent_since for seat in seats if seat.absent_since is not None]
    return bool(asked) and all(asked) and not (game.rated and any(at > since for at in gone))


def _patience(game: Game) -> timedelta:
    terms = pace.of(game.pace, game.own_pace)
    return max(AT_LEAST, ASKED_FOR * timedelta(seconds=terms.seconds_per_move))


def _end_together(game: Game, seats: list[Seat]) -> None:
    """Where all who sat down are there to agree, nobody has won. Where not, a rated game counts
    as it stands: else whoever is left could undo what they are losing."""
    all_here = all(not seat.stand_in for seat in seats)
    end_early(game, seats, reason="agreed" if all_here or not game.rated else "adjudicated")


def close_if_nobody_is_left(game: Game) -> bool:
    """Where all persons are absent or gone stand-ins finish the game, or it is closed, as set."""
    if pace.of(game.pace, game.own_pace).when_all_absent == "finish":
        return False
    seats = chairs(game)
    if any(not seat.bot for seat in seats):
        return False
    end_early(game, seats, reason="abandoned")
    return True


def end_early(game: Game, seats: list[Seat], *, reason: str = "agreed") -> None:
    """Over at once, with influence as it stands. Who is first is said only of a rated game that
    not all have agreed to end; a tournament's tables are its desk's."""
    now = moment.now()
    scores = read_position(game.key, game.state).influence
    counts = game.rated and not game.tournament and reason != "agreed"
    places = ranks.by_influence(scores) if counts else None
    result = {"reason": reason, "scores": scores, "row_cards": None, "ranks": places}
    Game.objects.filter(pk=game.pk).update(
        status="over", ended_at=now, result=result, to_move=None, **clocks.NOBODY._asdict()
    )
    Seat.objects.filter(game=game).update(live=False, offered=False)
    telling.changed(game, Feed.Kind.OVER, at=now)
    telling.send_letter(kinds.GAME_OVER, game, people(seats))
    watching.tell(game)


def tell_of_end(table: Table) -> None:
    """A game has been played to its end: its seats are past, and everybody gets a letter."""
    Seat.objects.filter(game_id=table.id).update(live=False, offered=False)
    game = Game.objects.get(pk=table.id)
    Feed.objects.create(game=game, kind=Feed.Kind.OVER, ref=game.seq, at=table.changed_at)
    telling.send_letter(kinds.GAME_OVER, game, people(chairs(game)))
    watching.tell(game)
