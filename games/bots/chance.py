"""Plays anything."""

from random import Random

from games.engine import View


def choose(view: View, rng: Random) -> str:
    return str(rng.choice(view["question"]["moves"]))
