"""The comparison itself: a moment of a table, a viewer, and something that they cannot know."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from games import engine, services
from games.models import Game
from tests import bounded
from tests.games.conftest import position
from tests.secrecy import eyes
from tests.secrecy.scene import Scene, Viewer
from tests.secrecy.secrets import Nothing, Secret
from tests.secrecy.worlds import in_a_world


class Leak(AssertionError):
    """Somebody could tell two worlds apart that look the same to all they may know."""


Thin = Callable[[str], bool]


class Moment:
    """One moment of a table as one viewer sees it, in the world as it is, which is looked at once,
    and in others."""

    def __init__(
        self,
        scene: Scene,
        viewer: Viewer,
        rng: random.Random,
        *,
        asks: eyes.Asks = eyes.all_that_answers,
        thin: Thin = bool,
    ) -> None:
        self.scene, self.viewer, self.asks, self.thin = scene, viewer, asks, thin
        self._rng = rng
        self._step = step(scene, viewer)
        # What has happened is promised to webhooks alike in all worlds: here, once for all. What
        # they are told of it is written when it is looked at.
        bound = bounded()
        while next(bound) and services.tell_hooks():
            pass
        scene.remember_rows()
        self._as_it_is: eyes.Seen | None = None

    def compare(self, *secrets: Secret, beside: Secret | None = None) -> Counter[str]:
        """How much was compared, by the kind of it; Leak if anything was told apart. The worlds
        are the one where all these are otherwise, and the one of another, or of none."""
        seed = self._rng.random()
        try:
            other = self._seen(secrets, seed)
        except Nothing:
            return Counter()
        if beside is not None:
            one = self._seen([beside], seed)
        else:
            self._as_it_is = one = self._as_it_is or self._seen([], seed)
        told = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
        if told:
            if len(secrets) > 1:  # by which of them?
                for secret in secrets:
                    self.compare(secret)
            name = told[0]
            raise Leak(
                f"{self.viewer.name} tells {', '.join(one.__name__ for one in secrets)}"
                f" by {len(told)} of {len(one)}: {told[:8]}\n"
                + apart(one.get(name), other.get(name))
            )
        return Counter(name.split(" ", 1)[0] for name in one)

    def _seen(self, secrets: Sequence[Secret], seed: float) -> eyes.Seen:
        return in_a_world(
            lambda: self._otherwise(secrets, seed),
            lambda: play(self.scene.game, self._step),
            lambda: eyes.everything(self.scene, self.viewer, self.asks, thin=self.thin),
        )

    def _otherwise(self, secrets: Sequence[Secret], seed: float) -> None:
        done = 0
        for secret in secrets:
            with suppress(Nothing):
                secret(self.scene, self.viewer, random.Random(f"{secret.__name__} {seed}"))
                done += 1
        if secrets and not done:
            raise Nothing


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
    if scene.game.status != Game.Status.RUNNING or scene.game.asks_all:
        return None
    if scene.game.chairs.exclude(bot="").filter(number=scene.game.to_move).exists():
        return None  # a stand-in moves by itself
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
