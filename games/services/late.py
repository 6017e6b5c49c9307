"""Deciding for who is late."""

import random
from datetime import datetime
from typing import NamedTuple

from accounts import moment
from accounts.models import User
from accounts.secret import Secret
from games import bots, engine, kinds, pace
from games.models import Game, Move
from games.models.position import read_position
from games.services import absence, telling
from games.services.playing import play


class Late(NamedTuple):
    """A locked game, and the seat whose time is up."""

    id: int
    key: str
    seq: int
    seat: int
    state: Secret[str]
    stand_in: str
    deadline: datetime


def decide(due: Late, rng: random.Random) -> None:
    """One decision of one seat, from its own view, by the table's stand-in."""
    view = engine.view(read_position(due.key, due.state), due.seat)
    move = bots.choose(due.stand_in, view, rng)
    game = Game.objects.get(pk=due.id)
    # Where a phase is missed with all that it asks, of that one letter tells.
    about = f"phase {game.asked_seq}" if game.blind else str(due.seq)
    played = play(game_key=due.key, seat=due.seat, seq=due.seq, moves=[move], door=Move.Door.CLOCK)
    chair = played.table.chairs[due.seat]
    assert chair.person is not None  # bots have no deadline
    terms = pace.of(game.pace, game.own_pace)
    if chair.misses >= terms.misses and not played.table.is_over:
        game.refresh_from_db()
        absence.count_absent(game, due.seat, moment.now())
        telling.wake_bots(due.key)
    else:
        late = User.objects.get(pk=chair.person)
        telling.send_letter(kinds.TIME_IS_UP, game, [late], about=about, seq=due.seq)
