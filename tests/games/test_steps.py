"""What happened, step by step: it leads from the deal to what the server shows, for every seat.

`ORIFLAMME_LONG=20` plays a thousand games of bots.
"""

import os
import random

from games import engine
from games.engine import words
from games.faces import unfolding
from games.faces.steps import SORTS, steps
from games.selectors.record import opened
from tests.engine.worlds import SETS, by_bots, random_deal

GAMES = 50 * int(os.environ.get("ORIFLAMME_LONG", "1"))
SEATS = (None, 0, 1, 2)
ALIKE = ("row", "seats", "yours", "phase", "round", "first", "verdicts")


def entry(events, move="", seq=1):
    told = [{**event, "says": event["kind"]} for event in words.explain(events)]
    nothing = "nothing" if words.is_in_vain(move, told) else None
    return {"seq": seq, "events": told, "nothing": nothing}


def carried_on(view, told):
    for step, groups in steps([told]):
        for events in groups:
            unfolding.happen(view, events)
        yield step


def without_ids(row):
    ids = [place["id"] for place in row]
    assert len(set(ids)) == len(ids)
    return [{key: value for key, value in place.items() if key != "id"} for place in row]


def test_steps_lead_from_the_deal_to_what_the_server_shows_for_every_seat():
    sorts = set()
    for number in range(GAMES):
        rng = random.Random(number)
        state = engine.new_game(**random_deal(rng, SETS[number % 5], 3))
        first = engine.opening(state)
        shown = {
            seat: unfolding.begin(
                engine.view(state, seat) | _at_a_table(state, seat), engine.redact(first, seat)
            )
            for seat in SEATS
        }
        opened_up = unfolding.begin(
            engine.view(state, None) | _at_a_table(state, None), engine.redact(first, None)
        )
        for move, events in by_bots(state, rng):
            for seat, view in shown.items():
                told = entry(engine.redact(events, seat), move)
                sorts |= {step.sort for step in carried_on(view, told)}
                if state.phase != "over":  # then all cards are turned over
                    _assert_alike(view, engine.view(state, seat), (number, seat, events))
            for _step in carried_on(opened_up, entry(engine.redact(events, None, over=True))):
                pass
            now = opened(state, None)
            assert without_ids(opened_up["row"]) == now["row"], (number, events)
    assert sorts >= {*SORTS.values(), "act", "nothing"}


def _at_a_table(state, seat):
    seats = engine.view(state, seat)["seats"]
    return {"seats": [{**one, "stand_in": None} for one in seats]}


def _assert_alike(view, now, about):
    for key in ALIKE:
        known = without_ids(view["row"]) if key == "row" else view[key]
        if key == "seats":
            known = [{k: v for k, v in one.items() if k != "stand_in"} for one in known]
        assert known == now[key], (*about, key)


def test_an_elimination_and_what_it_pays_are_one_step():
    events = [
        {"kind": "acts", "seat": 0, "slot": 1, "card": "soldier"},
        {"kind": "eliminated", "seat": 0, "by": "soldier", "by_slot": 1, "slot": 2}
        | {"card": "heir", "controller": 1, "family": 1},
        {"kind": "gained", "seat": 0, "amount": 1, "why": "elimination", "card": "soldier"},
    ]
    [(step, groups)] = steps([entry(events)])
    assert (step.sort, step.slot, step.change, step.card) == ("strike", 1, {0: 1}, "soldier")
    assert step.more == ["gained"]
    assert [len(group) for group in groups] == [1, 1, 1]
