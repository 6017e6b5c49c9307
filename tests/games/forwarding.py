"""Many decisions at once, for tests that look at what surrounds them: made by the engine, and
logged as they would have been."""

import random
from collections.abc import Collection

from django.utils import timezone

from accounts.secret import Secret
from games import bots, engine
from games.models import Game, Move
from games.models.packing import pack
from games.models.position import read_position


def forward(
    game: Game, decisions: int, rng: random.Random, *, careless: Collection[int | None] = ()
) -> None:
    """So many decisions of whoever it is, or to the end. People decide as a stand-in would, but
    for those seats that decide without looking."""
    state = read_position(game.key, game.state)
    chairs = {chair.number: chair for chair in game.chairs.all()}
    now, rows = timezone.now(), []
    for seq in range(game.seq + 1, game.seq + decisions + 1):
        number = engine.to_move(state)
        if number is None:
            break
        chair = chairs[number]
        how = "random" if number in careless else "careful"
        move = bots.choose(how, engine.view(state, number), rng)
        rows.append(
            Move(
                game=game,
                seq=seq,
                seat=number,
                by_id=None if chair.bot else chair.person_id,
                door="bot" if chair.bot else "api",
                at=now,
                move=move,
                events=pack(engine.play(state, move, seat=number)),
            )
        )
    Move.objects.bulk_create(rows)
    game.seq += len(rows)
    game.state, game.to_move = Secret(engine.dump(state)), engine.to_move(state)
    if game.to_move is None:
        game.status, game.ended_at, game.deadline = "over", now, None
        game.result = {"reason": "played", **engine.result(state)}
        game.chairs.update(live=False)
    game.save()
