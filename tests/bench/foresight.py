"""Where planning costs strength: each decision of a plan beside those of a thought at its moment.

    python -m tests.bench.foresight --games 8 [--seats 4] [--longer 4]

Bots that think play whole games, decision by decision. When a phase begins each also plans it, and
where the plan answers, its move and what several thoughts at that moment would do are played to the
end in the same imagined worlds, by rules of thumb and with the same luck. So nothing of the deal,
of who wins, or of what is done differently later is in the difference: twenty games tell more than
two thousand that are only won or lost. A thought is as long for either, in imagined games.

Worth is from -1 to 1, by the lead at the end (games.bots.search.lead). What was said a phase ahead
("ahead"), what comes of thinking `--longer` about a plan, and what rules of thumb do instead is
told for comparison.
"""

import argparse
import math
import random
import statistics
import time
from collections import defaultdict

from games import engine, orders
from games.bots import careful, planning, search
from games.bots.rehearsing import Placing
from games.orders import Given
from tests.bench.further import further

SETS = ("oriflamme", "ablaze", "alliance", "mixed")
KINDS = {"place": "place", "wait_or_reveal": "turn"}
# Thoughts of which each decision's worth is the mean: one alone is right by luck.
THOUGHTS = 3

# By who decides and what is asked; None where a plan leaves it open.
Lost = dict[tuple[str, str], list[float | None]]


class Planner:
    """What a seat has said of the phase, each way."""

    def __init__(self, seat: int, budgets: dict[str, search.Budget]) -> None:
        self.seat, self.budgets = seat, budgets
        self.given: dict[str, list[Given]] = {"ahead": []}
        # How the phase before began, and the card that was played in it.
        self.before: engine.View | None = None
        self.played: list[orders.Order] = []

    def plan(self, state: engine.State, seq: int, rng: random.Random) -> None:
        view = engine.view(state, self.seat)
        lies = orders.around(view)
        # Of the card that was played, not of the one that the plan would have played.
        budget = self.budgets["plan"]
        ahead = further(self.before, self.played, rng, budget) if self.before else []
        self.given = {"ahead": [Given(order, seq, lies) for order in ahead]}
        for way, budget in self.budgets.items():
            said = planning.by_thinking(view, rng, binds=True, budget=budget)
            self.given[way] = [Given(order, seq, lies) for order in said]
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
            live = statistics.mean(worth[one] for one in thoughts)
            for way, answer in ways.items():
                asked = KINDS.get(question["kind"], "choice")
                lost[way, asked].append(None if answer is None else worth[answer] - live)
        if question["kind"] == "place":
            planners[seat].plays(view, move)
        log.append(engine.play(state, move, seat))


def _worth(view: engine.View, moves: set[str], times: int, rng: random.Random) -> dict[str, float]:
    worth = dict.fromkeys(sorted(moves), 0.0)
    worlds = search.worlds_of(view)
    for _time in range(times if len(moves) > 1 else 0):
        world, luck = worlds.draw(rng), rng.getrandbits(32)
        for move in worth:
            lead = search.play_out(world.copy(), move, view["you"], random.Random(luck))
            worth[move] += lead / times
    return worth


def report(lost: Lost, games: int, seats: int) -> None:
    for way in dict.fromkeys(way for way, _asked in lost):
        total = variance = 0.0
        for asked in ("place", "turn", "choice"):
            every = lost.get((way, asked), [])
            said = [one for one in every if one is not None]
            if len(said) < 2:
                continue
            times = len(said) / (games * seats)
            mean = statistics.mean(said)
            error = statistics.stdev(said) / math.sqrt(len(said))
            total, variance = total + mean * times, variance + (error * times) ** 2
            print(
                f"{way:<6}{asked:<7} {mean:+.4f} ± {1.96 * error:.4f}, {times:4.1f} a game, "
                f"{1 - len(said) / len(every):.1%} left open"
            )
        print(f"{way:<6}a game  {total:+.3f} ± {1.96 * math.sqrt(variance):.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--thought", type=int, default=24, help="imagined games")
    parser.add_argument("--longer", type=int, help="times as long about a plan")
    parser.add_argument("--worlds", type=int, default=60, help="in which moves are compared")
    chosen = parser.parse_args()
    lost: Lost = defaultdict(list)
    began = time.process_time()
    for done in range(1, chosen.games + 1):
        deal, at = divmod(chosen.first + done - 1, len(SETS))
        budgets = {"plan": search.Budget(games=chosen.thought)}
        if chosen.longer:
            budgets["longer"] = search.Budget(games=chosen.thought * chosen.longer)
        play(SETS[at], chosen.seats, deal, budgets, chosen.worlds, lost)
        if done % len(SETS) == 0:
            each = (time.process_time() - began) / done
            print(f"{done} games, {each:.1f} s CPU each")
            report(lost, done, chosen.seats)


if __name__ == "__main__":
    main()
