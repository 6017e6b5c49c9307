"""Tables that a tournament sets up and watches over. Nobody joins them, and blocks do not count.

Who may do this is asked by whoever calls; here only what a table allows is asked.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors
from games.models import Feed, Game, Seat
from games.services import absence, clocks, ending, pausing, setting_up, telling
from games.services.beginning import begin
from games.services.entering import chairs, must_run


@transaction.atomic
def seat_game(
    *,
    tournament: str,
    creator: User,
    turn_order: Sequence[User],
    name: str,
    set: str,
    edition: str,
    pace: str,
    language: str,
    talk: str,
    rated: bool,
    spectators: bool,
) -> Game:
    """A game with these people, begun at once; the first of them places first."""
    game = Game(
        tournament=tournament,
        name=name,
        set=set,
        seats=len(turn_order),
        edition=edition,
        join=Game.Join.INVITATION,
        language=language,
        talk=talk,
        rated=rated,
        pace=pace,
        spectators=spectators,
        creator=creator,
        closes_at=timezone.now() + timedelta(days=1),
    )
    setting_up.check(game)
    game.save()
    Seat.objects.bulk_create([Seat(game=game, person=person) for person in turn_order])
    begin(game)
    return game


@transaction.atomic
def adjudicate(*, game_key: str) -> None:
    """End a running game as it stands: by influence, and equals share their rank."""
    game = _running(game_key)
    ending.end_early(game, chairs(game), reason="adjudicated")


@transaction.atomic
def hand_to_stand_ins(*, game_key: str) -> None:
    """Bots play on for everybody, so that the game ends soon."""
    game = _running(game_key)
    Seat.objects.filter(game=game, bot="").update(
        bot=game.stand_in, stand_in=True, agrees_to_end=False, agrees_to_pause=False
    )
    clocks.restart(game, timezone.now())
    telling.changed(game, Feed.Kind.RESIGNED)
    telling.wake_bots(game.key)


@transaction.atomic
def replace(*, game_key: str, gone: User, comes: User) -> None:
    """Somebody else plays on from a seat, with its cards."""
    game = _running(game_key)
    seat = Seat.objects.filter(game=game, person=gone).first()
    if seat is None or seat.number is None:
        raise errors.NotAtTable
    if Seat.objects.filter(game=game, person=comes).exists():
        raise errors.AlreadySeated
    absence.pass_on(game, seat, comes)
    telling.send_letter("game began", game, [comes])
    telling.wake_bots(game.key)


@transaction.atomic
def extend(*, game_key: str, by: timedelta) -> datetime | None:
    """More playing time for the decision that a game waits for, in a pause too; its deadline now,
    None if none runs. It is time not spent, so whatever counts the clock again still knows of it.
    """
    game = _running(game_key)
    Game.objects.filter(pk=game.pk).update(spent=F("spent") - int(by.total_seconds()))
    clocks.count_again(game)
    telling.changed(game)
    game.refresh_from_db(fields=["deadline"])
    return game.deadline


@transaction.atomic
def stop_clock(*, game_key: str, until: datetime) -> None:
    """Let the game stand still until then, or until its clock is let run on."""
    pausing.pause(_running(game_key), until=until)


@transaction.atomic
def run_clock(*, game_key: str) -> None:
    pausing.resume(_running(game_key))


def _running(game_key: str) -> Game:
    game = Game.objects.select_for_update(no_key=True).filter(key=game_key).first()
    if game is None:
        raise errors.NotFound
    must_run(game)
    if not game.tournament:
        raise errors.NotAllowed(why=_("Only a tournament's table has somebody to watch over it."))
    return game
