"""What standing orders save: how often the turn passes to another person, without and with them.

    python -m tests.bench.orders            (or: make bench)

The players are the rules of thumb of the careful bot, with every tie broken, so that what they
will do can be said beforehand. The same games are played again and again, to the last move:

* without  everybody is asked everything;
* waits    with each card they play, players say which closed cards wait, and are asked the rest;
* wary     … and which are turned over, and whom to hit – unless they are attacked meanwhile;
* plan     the same, come what may: the whole round;
* ahead    … and the next card, with a plan for its round: an answer for two rounds.

Orders are given only by who is asked for a card anyway, and end with their rounds. The turn passes
when a person has to answer whose own answer was not the move before.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from games import engine, orders
from games.engine import View
from games.orders import Given, Order

Plan = Callable[[View], list[Order]]

# Worth more the longer they have lain; these do their work by being eliminated.
SAVES = {"conspiracy", "treaty", "combination", "uprising", "infiltration"}
LURES = {"ambush", "trap", "extortion"}
READY = 3
LAST = 6
DEEDS = ("eliminate", "stay", "gain", "take", "end")
PREFER = ["others", *DEEDS, "open", "richest", "lowest"]


# --- what a player would do ----------------------------------------------------------------


def would(view: View) -> str:
    """The answer of a player who is asked."""
    question = view["question"]
    moves = question["moves"]
    if question["kind"] == "place":
        return _placing(view)
    if question["kind"] == "wait_or_reveal":
        top = view["row"][question["slot"] - 1]["top"]
        wish = "reveal" if _turns_over(top["card"], top["tokens"], view["round"]) else "wait"
        return wish if wish in moves else "wait"
    return max(moves, key=lambda move: _worth(move, view))


def _placing(view: View) -> str:
    card = wanted_card(view["yours"]["hand"], view["round"])
    place = "end" if not view["row"] or view["round"] % 2 else "start"
    return f"place {card} {place}"


def wanted_card(hand: list[str], round_: int) -> str:
    def worth(card: str) -> tuple[float, str]:
        early = (LAST - round_) * 0.5
        return early if card in SAVES else 1.0 if card != "heir" else 1.2, card

    return max(hand, key=worth)


def _turns_over(card: str, tokens: int, round_: int) -> bool:
    if card in LURES:
        return round_ == LAST
    if card in SAVES:
        return round_ == LAST or tokens >= READY
    return True


def _worth(move: str, view: View) -> tuple[float, ...]:
    """Others' cards first, deeds before tokens; then open cards, who is rich, the lowest slot."""
    words = move.split()
    kind = next((n for n, word in enumerate(DEEDS) if word in words), len(DEEDS))
    slot = int(words[-1]) if words[0] != "move" and words[-1].isdecimal() else 0
    gap = 0
    if words[0] == "move":
        slot, gap = int(words[1]), int(words[3])
        # To the very end is a deed of its own.
        kind = DEEDS.index("end") if gap == len(view["row"]) else len(DEEDS)
    if not slot:
        return (0, -kind, 0, 0, 0, 0)
    place = view["row"][slot - 1]
    return (
        place["controller"] != view["you"],
        -kind,
        place["top"]["open"],
        view["seats"][place["controller"]]["influence"],
        -slot,
        -gap,
    )


# --- the same, said beforehand -------------------------------------------------------------


def nothing(_view: View) -> list[Order]:
    return []


def waits(view: View) -> list[Order]:
    return _waits(own_closed(view), view["round"])


def _waits(closed: list[str], round_: int) -> list[Order]:
    if round_ == LAST:
        return []
    now = {"from_round": round_, "until_round": round_ + 1}
    return [
        {"do": "wait", "card": card, **now, **({"until_tokens": READY} if card in SAVES else {})}
        for card in closed
        if card in SAVES | LURES
    ]


def plan(view: View) -> list[Order]:
    return said(own_closed(view), view["round"])


def wary(view: View) -> list[Order]:
    return [*plan(view), {"do": "ask", "if": ["attacked", "moved"]}]


def ahead(view: View) -> list[Order]:
    """A plan for this round, the next card by what the hand is now, and a plan for its round."""
    round_ = view["round"] + 1
    if round_ > LAST:
        return plan(view)
    card = wanted_card(view["yours"]["hand"], round_)
    place = "end" if round_ % 2 else "start"
    return [
        *plan(view),
        {"do": "place", "card": card, "place": place, "round": round_},
        *said([*own_closed(view), card], round_),
    ]


def said(closed: list[str], round_: int) -> list[Order]:
    now = {"from_round": round_, "until_round": round_ + 1}
    turning = [
        {"do": "reveal", "card": card, **now}
        for card in closed
        if card not in LURES or round_ == LAST
    ]
    wishes = {"do": "choose", **now, "prefer": PREFER}
    sparing = [
        {"do": "choose", "question": kind, **now, "never": ["mine"]}
        for kind in ("eliminate", "steal")
    ]
    return [*_waits(closed, round_), *turning, *sparing, wishes]


def own_closed(view: View) -> list[str]:
    you = view["you"]
    return [
        card["card"]
        for slot in view["row"]
        for card in [*slot["covered"], slot["top"]]
        if card["family"] == you and not card["open"]
    ]


PLANS: dict[str, Plan] = {
    "without": nothing,
    "waits": waits,
    "wary": wary,
    "plan": plan,
    "ahead": ahead,
}


# --- a game ------------------------------------------------------------------------------


def play(box: str, seats: int, seed: bytes, plan_of: Plan) -> tuple[int, int, list[str]]:
    """A game: how often the turn passed to a person, how many moves orders made, and all moves."""
    state = engine.deal(set=box, seats=seats, seed=seed)
    given: list[list[Given]] = [[] for _ in range(seats)]
    log: list[tuple[int, list[engine.Event]]] = []
    passed = by_order = 0
    answered_last: int | None = None
    moves: list[str] = []
    while (seat := engine.to_move(state)) is not None:
        view = engine.view(state, seat)
        asked = True
        if given[seat]:
            since = min(one.since for one in given[seat])
            told = [
                (seq, event) for seq, events in log[since:] for event in engine.redact(events, seat)
            ]
            move = orders.decide(view, given[seat], told).move
            asked = move is None
        if asked:
            move = would(view)
            passed += answered_last != seat
            answered_last = seat
        else:
            by_order += 1
            answered_last = None
        assert move is not None
        moves.append(move)
        log.append((len(moves), engine.play(state, move, seat)))
        if asked and view["question"]["kind"] == "place" and engine.to_move(state) is not None:
            after = engine.view(state, seat)
            lies = orders.around(after)
            given[seat] = [Given(order, len(moves), lies) for order in plan_of(after)]
    return passed, by_order, moves


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000, help="of each set and size")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5])
    chosen = parser.parse_args()
    began = time.perf_counter()
    print(f"How often the turn passes to another person in a game; {chosen.tables} tables each.\n")
    print(f"{'':<12}{'seats':>6}" + "".join(f"{name:>10}" for name in PLANS) + f"{'plan':>12}")
    worst = 0.0
    for seats in chosen.seats:
        for box in engine.SETS:
            passed: dict[str, list[int]] = {name: [] for name in PLANS}
            for number in range(chosen.tables):
                seed = number.to_bytes(32, "big")
                outcomes = []
                for name, plan_of in PLANS.items():
                    count, _by_order, moves = play(box, seats, seed, plan_of)
                    passed[name].append(count)
                    outcomes.append(moves)
                # Orders say what the players would have answered, so nothing else may differ.
                assert all(moves == outcomes[0] for moves in outcomes), (box, seats, number)
            means = {name: statistics.mean(counts) for name, counts in passed.items()}
            share = means["plan"] / means["without"]
            worst = max(worst, share) if seats == 5 else worst
            line = "".join(f"{mean:>10.1f}" for mean in means.values())
            print(f"{box:<12}{seats:>6}{line}{share:>11.0%}", flush=True)
    print(
        f"\nIn {time.perf_counter() - began:.0f} s. At 5 seats a plan for the round leaves at most"
    )
    print(f"{worst:.0%} of the passes; it must leave 50% or less.")
    if worst > 0.5:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
