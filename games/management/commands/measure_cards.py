"""What the pages of cards tell in numbers: measured in games of the house's careful bots.

Written into games/selectors/card_numbers.json, which is part of the sources: run it when a card
or the careful bot has changed.
"""

import json
from argparse import ArgumentParser
from collections import Counter, defaultdict
from hashlib import blake2b
from itertools import permutations
from random import Random
from statistics import median

from django.core.management.base import BaseCommand

from games import bots, engine
from games.engine.types import known
from games.selectors.card_numbers import FILE, Numbers

_SEATS = 4
# Of pairs that met less often nothing is told, and so many are named.
_LEAST, _NAMED = 30, 3


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=500, help="of each box")

    def handle(self, *_args: object, games: int, **_options: object) -> None:
        told: dict[str, Numbers] = {}
        for box in engine.SETS:
            if box != "mixed":
                told |= measure(box, games)
        FILE.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
        self.stdout.write(f"{len(told)} cards, {games} games of each box")


def measure(box: str, games: int) -> dict[str, Numbers]:
    rounds: defaultdict[str, list[int]] = defaultdict(list)
    brought: Counter[str] = Counter()
    won: Counter[str] = Counter()
    falls: defaultdict[str, Counter[str]] = defaultdict(Counter)
    pairs: defaultdict[str, Counter[str]] = defaultdict(Counter)
    won_pairs: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number in range(games):
        turned: dict[tuple[int, str], int] = {}
        events = _play(box, number)
        winners = {seat for seat, rank in enumerate(events[-1]["ranks"]) if rank == 1}
        round_ = 1
        for event in events:
            match event["kind"]:
                case "round_began":
                    round_ = event["round"]
                case "revealed" | "entered":
                    turned.setdefault((event["seat"], str(event["card"])), round_)
                case "gained" | "stole":
                    brought[str(event["card"])] += event["amount"]
                case "eliminated":
                    falls[str(event["card"])][str(event["by"])] += 1
                case "discarded" if event["cause"]:
                    falls[str(event["card"])][str(event["cause"])] += 1
        for (seat, card), at in turned.items():
            rounds[card].append(at)
            won[card] += seat in winners
        for (seat, card), (other, beside) in permutations(turned, 2):
            if seat == other:
                pairs[card][beside] += 1
                won_pairs[card][beside] += seat in winners
    return {
        card: {
            "round": round(median(rounds[card])),
            "brings": round(brought[card] / len(rounds[card]), 1),
            "won": round(100 * won[card] / len(rounds[card])),
            "goes_with": sorted(
                (other for other, met in pairs[card].items() if met >= _LEAST),
                key=lambda other, card=card: -won_pairs[card][other] / pairs[card][other],  # type: ignore[misc]
            )[:_NAMED],
            "falls_to": [other for other, _n in falls[card].most_common(_NAMED)],
        }
        for card in sorted(rounds)
    }


def _play(box: str, number: int) -> list[engine.Event]:
    seed = blake2b(f"{box} {number}".encode(), digest_size=32).digest()
    state, rng = engine.deal(set=box, seats=_SEATS, seed=seed), Random(number)
    events: list[engine.Event] = []
    while (seat := engine.to_move(state)) is not None:
        move = bots.choose(bots.STAND_IN, engine.view(state, known(seat)), rng)
        events += engine.play(state, move)
    return events
