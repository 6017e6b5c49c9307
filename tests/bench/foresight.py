"""Where planning costs strength: each decision of a plan beside those of a thought at its moment.

    python -m tests.bench.foresight --games 8 [--seats 4] [--longer 4]

Bots that think play whole games, decision by decision. When a phase begins each also plans it, and
where the plan answers, its move and what several thoughts at that moment would do are played to the
end in the same imagined worlds, by rules of thumb and with the same luck. So nothing of the deal,
of who wins, or of what is done differently later is in the difference: twenty games tell more than
two thousand that are only won or lost. A thought is as long for either, in imagined games.

Worth is the share of the win, and, from -1 to 1, the lead at the end (games.bots.search.lead). What
all decisions of a game lose together is, as far as people play on by rules of thumb, what a seat
loses that plans. What was said a phase ahead ("ahead"), what comes of thinking `--longer` about a
plan, and what rules of thumb do instead is told for comparison. Parts can be kept, and read again
(`--kept`).
"""

import argparse
import json
import math
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from games import engine, orders
from games.bots import careful, planning, search
from games.bots.rehearsing import Placing
from games.orders import Given
from tests.bench.further import further

SETS = ("oriflamme", "ablaze", "alliance", "mixed")
KINDS = {"place": "place", "wait_or_reveal": "turn"}
# Thoughts of which each decision's worth is the mean: one alone is right by luck.
THOUGHTS = 3


class Worth(NamedTuple):
    share: float
    lead: float


# By who decides and what is asked; None where a plan leaves it open.
Lost = dict[tuple[str, str], list[Worth | None]]


class Planner:
    """What a seat has said of the phase, each way."""

    def __init__(self, seat: int, budgets: dict[str, search.Budget]) -> None:
        self.seat, self.budgets = seat, budgets
        self.given: dict[str, list[Given]] = {}
        # How the phase before began, and the card that was played in it.
        self.before: engine.View | None = None
        self.played: list[orders.Order] = []

    def plan(self, state: engine.State, seq: int, rng: random.Random) -> None:
        view = engine.view(state, self.seat)
        lies = orders.around(view)
        for way, budget in self.budgets.items():
            said = planning.by_thinking(view, rng, binds=True, budget=budget)
            # Of the card that was played, not of the one that the plan would have played.
            ahead = further(self.before, self.played, rng, budget) if self.before else []
            self.given[way] = [Given(order, seq, lies) for order in said]
            self.given[f"{way} ahead"] = [Given(order, seq, lies) for order in ahead]
        self.before = view

    def plays(self, view: engine.View, move: str) -> None:
        """A card, as an order would say it."""
        _place, card, place, *slot = move.split()
        top = view["row"][int(slot[0]) - 1]["top"] if slot else None
        on = top["card"] or "" if top else ""
        self.played = [planning.placed(Placing(card, place, on), view["round"])]

    def answers(self, view: engine.View, log: list[list[engine.Event]]) -> dict[str, str | None]:
        """What each way says to the question; those that have no say in this phase left out."""
        since = min(one.since for given in self.given.values() for one in given)
        told = [
            (seq, event)
            for seq, happened in enumerate(log[since:], since + 1)
            for event in engine.redact(happened, self.seat)
        ]
        return {
            way: orders.decide(view, given, told).move for way, given in self.given.items() if given
        }


def play(
    box: str,
    seats: int,
    deal: int,
    budgets: dict[str, search.Budget],
    worlds: int,
    lost: Lost,
) -> None:
    state = engine.deal(
        set=box, seats=seats, seed=random.Random(f"{box} {seats} {deal}").randbytes(32)
    )
    rng = random.Random(f"{box} {deal}")
    log: list[list[engine.Event]] = []
    planners = [Planner(seat, budgets) for seat in range(seats)]
    began: tuple[int, str] | None = None
    while (seat := engine.to_move(state)) is not None:
        if (state.round, state.phase) != began:
            began = state.round, state.phase
            for planner in planners:
                planner.plan(state, len(log), rng)
        view = engine.view(state, seat)
        question = view["question"]
        move = question["moves"][0]
        if len(question["moves"]) > 1:
            thoughts = [search.choose(view, rng, budgets["plan"]) for _time in range(THOUGHTS)]
            move = thoughts[0]
            ways = {**planners[seat].answers(view, log), "thumb": careful.choose(view, rng)}
            worth = _worth(view, {*thoughts, *filter(None, ways.values())}, worlds, rng)
            asked = KINDS.get(question["kind"], "choice")
            for way, answer in ways.items():
                beside = None if answer is None else _beside(worth, answer, thoughts)
                lost[way, asked].append(beside)
        if question["kind"] == "place":
            planners[seat].plays(view, move)
        log.append(engine.play(state, move, seat))


def _worth(view: engine.View, moves: set[str], times: int, rng: random.Random) -> dict[str, Worth]:
    worth = dict.fromkeys(sorted(moves), Worth(0.0, 0.0))
    worlds, you = search.worlds_of(view), view["you"]
    for _time in range(times if len(moves) > 1 else 0):
        world, luck = worlds.draw(rng), rng.getrandbits(32)
        for move, so_far in worth.items():
            ended = world.copy()
            lead = search.play_out(ended, move, you, random.Random(luck))
            ranks = engine.result(ended)["ranks"]
            share = (ranks[you] == 1) / ranks.count(1)
            worth[move] = Worth(so_far.share + share / times, so_far.lead + lead / times)
    return worth


def _beside(worth: dict[str, Worth], answer: str, thoughts: list[str]) -> Worth:
    live = zip(*(worth[one] for one in thoughts), strict=True)
    return Worth(
        *(one - statistics.mean(many) for one, many in zip(worth[answer], live, strict=True))
    )


def report(lost: Lost, games: int, seats: int) -> None:
    for way in dict.fromkeys(way for way, _asked in lost):
        total = variance = share = spread = 0.0
        for asked in ("place", "turn", "choice"):
            every = lost.get((way, asked), [])
            said = [one for one in every if one is not None]
            if len(said) < 2:
                continue
            times = len(said) / (games * seats)
            (shares, its_spread), (leads, error) = (_mean(of) for of in zip(*said, strict=True))
            total, variance = total + leads * times, variance + (error * times) ** 2
            share, spread = share + shares * times, spread + (its_spread * times) ** 2
            print(
                f"{way:<13}{asked:<7} {leads:+.4f} ± {error:.4f}, {times:4.1f} a game, "
                f"of the win {shares * times:+.1%} ± {its_spread * times:.1%} a game, "
                f"{1 - len(said) / len(every):.1%} left open"
            )
        print(
            f"{way:<13}a game  {total:+.3f} ± {math.sqrt(variance):.3f}, of the win "
            f"{share:+.1%} ± {math.sqrt(spread):.1%}",
            flush=True,
        )


def _mean(of: Sequence[float]) -> tuple[float, float]:
    """And how far off it may be, at 95 %."""
    return statistics.mean(of), 1.96 * statistics.stdev(of) / math.sqrt(len(of))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--thought", type=int, default=24, help="imagined games")
    parser.add_argument("--longer", type=int, help="times as long about a plan")
    parser.add_argument("--worlds", type=int, default=60, help="in which moves are compared")
    parser.add_argument("--kept", type=Path, help="a file of parts, read and written")
    chosen = parser.parse_args()
    lost: Lost = defaultdict(list)
    before = _read(chosen.kept, lost) if chosen.kept else 0
    began = time.process_time()
    for done in range(1, chosen.games + 1):
        deal, at = divmod(chosen.first + done - 1, len(SETS))
        budgets = {"plan": search.Budget(games=chosen.thought)}
        if chosen.longer:
            budgets["longer"] = search.Budget(games=chosen.thought * chosen.longer)
        of_one: Lost = defaultdict(list)
        play(SETS[at], chosen.seats, deal, budgets, chosen.worlds, of_one)
        for asked, beside in of_one.items():
            lost[asked] += beside
        if chosen.kept:
            with chosen.kept.open("a") as file:
                file.write(
                    json.dumps([[*asked, beside] for asked, beside in of_one.items()]) + "\n"
                )
        if done % len(SETS) == 0:
            each = (time.process_time() - began) / done
            print(f"{before + done} games, {each:.1f} s CPU each")
            report(lost, before + done, chosen.seats)


def _read(at: Path, lost: Lost) -> int:
    """What earlier parts have found; how many games that were."""
    parts = at.read_text().splitlines() if at.exists() else []
    for part in parts:
        for way, asked, beside in json.loads(part):
            lost[way, asked] += [one and Worth(*one) for one in beside]
    return len(parts)


if __name__ == "__main__":
    main()
