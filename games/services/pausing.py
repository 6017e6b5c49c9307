"""A pause stops the clock of a table and nothing else: whoever wants to move may."""

import math
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors
from games.models import Feed, Game, Seat
from games.services import clocks, telling
from games.services.entering import chairs, enter, must_run, own_chair

# All pauses of a game together. After that the clock runs on by itself, and nobody stops it again:
# a pause is no way to let a game lie for ever.
LONGEST = timedelta(days=30)


@transaction.atomic
def offer_pause(*, game_key: str, person: User) -> bool:
    """Propose a pause, or agree to one. True if everybody has by now, and the clock stands."""
    game = enter(game_key, person)
    seat = own_chair(game, person)
    must_run(game)
    _must_be_theirs(game)
    if game.paused_at is not None:
        return True
    left = LONGEST - timedelta(seconds=game.paused_for)
    if left <= timedelta(0):
        raise errors.NotAllowed(
            why=_("This game has had all its pauses: {days} days.").format(days=LONGEST.days)
        )
    if seat.absent_since is not None:
        raise errors.NotAllowed(why=_("A stand-in plays for you. Return to your seat first."))
    if not seat.agrees_to_pause:
        Seat.objects.filter(pk=seat.pk).update(agrees_to_pause=True)
        telling.changed(game, Feed.Kind.PAUSE_OFFERED)
    if not all(one.agrees_to_pause for one in chairs(game) if not one.bot):
        return False
    pause(game, until=moment.now() + left)
    return True


@transaction.atomic
def withdraw_pause(*, game_key: str, person: User) -> None:
    """Take an offer back, turn one down, or end the pause: one player is enough."""
    game = enter(game_key, person)
    own_chair(game, person)
    must_run(game)
    _must_be_theirs(game)
    if game.paused_at is not None:
        resume(game)
    elif Seat.objects.filter(game=game, agrees_to_pause=True).update(agrees_to_pause=False):
        telling.changed(game, Feed.Kind.PAUSE_WITHDRAWN)


def _must_be_theirs(game: Game) -> None:
    if game.tournament:
        raise errors.NotAllowed(why=_("The clocks of a tournament are its organisers'. Ask them."))


def pause(game: Game, *, until: datetime) -> None:
    """Stop the clock of a running game that is locked; what it has used up stays used up."""
    if game.paused_at is not None:
        return
    now = moment.now()
    ticking = clocks.of(game.pk)
    assert game.to_move is not None
    Game.objects.filter(pk=game.pk).update(
        paused_at=now,
        waits_since=None,
        spent=int(ticking.used(game.to_move, now).total_seconds()),
        deadline=None,
        wakes_at=until,
    )
    Seat.objects.filter(game=game).update(agrees_to_pause=False)
    telling.changed(game, Feed.Kind.PAUSED, at=now)


def resume(game: Game) -> None:
    """Let the clock of a game that is locked run on."""
    if game.paused_at is None:
        return
    now = moment.now()
    lasted = 0 if game.tournament else math.ceil((now - game.paused_at).total_seconds())
    Game.objects.filter(pk=game.pk).update(paused_at=None, paused_for=game.paused_for + lasted)
    clocks.restart(game, now, spent=game.spent)
    telling.changed(game, Feed.Kind.RESUMED, at=now)
