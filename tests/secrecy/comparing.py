"""The comparison itself: a moment of a table, a viewer, and something that they cannot know."""

import random
from collections import Counter
from collections.abc import Callable

from games import engine, services
from games.models import Game
from tests.games.conftest import position
from tests.secrecy import eyes
from tests.secrecy.scene import Scene, Viewer
from tests.secrecy.secrets import Nothing, Secret
from tests.secrecy.worlds import in_a_world


class Leak(AssertionError):
    """Somebody could tell two worlds apart that look the same to all they may know."""


Thin = Callable[[str], bool]


def compare(
    scene: Scene,
    viewer: Viewer,
    secret: Secret,
    rng: random.Random,
    *,
    beside: Secret | None = None,
    asks: eyes.Asks = eyes.all_that_answers,
    thin: Thin = bool,
) -> Counter[str]:
    """How much was compared, by the kind of it; Leak if anything was told apart. The worlds are
    the one of the secret and the one of another, or of none."""
    seed = rng.random()
    after = step(scene, viewer)

    def see(secret: Secret | None) -> eyes.Seen:
        def otherwise() -> None:
            if secret is not None:
                secret(scene, viewer, random.Random(seed))

        return in_a_world(
            otherwise,
            lambda: play(scene.game, after),
            lambda: eyes.everything(scene, viewer, asks, thin=thin),
        )

    try:
        other = see(secret)
    except Nothing:
        return Counter()
    one = see(beside)
    told = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
    if told:
        name = told[0]
        raise Leak(
            f"{viewer.name} tells {secret.__name__} by {len(told)} of {len(one)}: {told[:8]}\n"
            + apart(one.get(name), other.get(name))
        )
    return Counter(name.split(" ", 1)[0] for name in one)


def apart(one: object, other: object) -> str:
    """Where two answers part, with what stands around it."""
    left, right = str(one), str(other)
    at = next((n for n, pair in enumerate(zip(left, right, strict=False)) if len({*pair}) > 1), 0)
    begin = max(0, at - 200)
    return f"  {left[begin : at + 200]}\n  {right[begin : at + 200]}"


# --- a step that both worlds take ------------------------------------------------------------


def step(scene: Scene, viewer: Viewer) -> str | None:
    """A move that the viewer, or one whose cards they do not see, makes in both worlds alike:
    nothing that is hidden comes up by it, and it names no card that is otherwise in the other."""
    scene.game.refresh_from_db()
    if scene.game.status != Game.Status.RUNNING:
        return None
    state = position(scene.game)
    legal = engine.legal_moves(state)
    if "wait" in legal:
        return "wait"
    own = scene.game.to_move == viewer.seat
    return next((move for move in legal if own and move.startswith("place")), None)


def play(game: Game, move: str | None) -> None:
    """What workers do afterwards is done as well."""
    game.refresh_from_db()
    if game.status != Game.Status.RUNNING:
        return
    if move is not None:
        services.play(
            game_key=game.key,
            person=game.chairs.select_related("person").get(number=game.to_move).person,
            seq=game.seq,
            moves=[move],
            door="api",
        )
    services.let_bots_move(game_key=game.key)
    services.call(game_key=game.key)
    services.tell_hooks()
