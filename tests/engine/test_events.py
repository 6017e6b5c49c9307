"""What happened is told whole: a reader of the log can follow every token."""

import random

import pytest

from games import engine
from games.engine.turn import RULES
from tests import bounded

from .chance import GAMES, deal, play_on
from .table import Table


@pytest.mark.parametrize(
    ("box", "card"), [("oriflamme", "ambush"), ("ablaze", "trap"), ("alliance", "extortion")]
)
def test_tokens_of_a_revealed_reaction_go_back_to_the_supply_and_it_pays_1(box, card):
    rest = {"oriflamme": "heir", "ablaze": "queen", "alliance": "fanatic"}[box]
    table = Table(box, Alice=card, Bob=rest, Carol=rest)
    table.plan(Alice=f"{card} end", Bob=f"{rest} end", Carol=f"{rest} end").wait()
    bound = bounded()
    while next(bound) and table.position["phase"] == "planning":
        table.play(f"{table.asked} {next(m for m in table.legal if m.endswith('end'))}")
    before = len(table.events)
    table.play("Alice reveal")
    told = table.events[before : before + 4]
    assert [event["kind"] for event in told] == [
        *("revealed", "tokens_returned", "gained", "discarded")
    ]
    assert told[1] | {"seat": 0, "amount": 1, "why": "reveal", "card": card} == told[1]
    assert (told[2]["amount"], told[2]["why"]) == (1, "effect")
    assert (told[3]["why"], told[3]["tokens"]) == ("done", 0)


def test_the_events_account_for_every_token_in_the_row():
    """Tokens in the row and on kept cards are those that events put there and did not take."""
    for number in range(GAMES * 2):
        state = deal(number)
        lying = 0
        in_hand = 0  # of a combination being used
        for _, events in play_on(state, random.Random(number)):
            for event in events:
                kind, amount = event["kind"], event.get("amount", 0)
                if kind == "waited":
                    lying += 1
                elif kind == "tokens_put":
                    lying += amount
                elif kind in {"eliminated", "discarded", "swapped"}:
                    lying -= event["tokens"]
                elif kind == "tokens_returned" and event["slot"] is not None:
                    lying -= amount
                elif kind == "gained" and event["why"] == "tokens":
                    lying -= amount // 2 if event["card"] == "conspiracy" else amount
                elif kind == "revealed" and event["card"] == "combination":
                    lying -= event["tokens"]
                    in_hand = event["tokens"]
                elif kind == "tokens_returned" or (
                    kind == "gained" and event["why"] == "effect" and event["card"] == "combination"
                ):
                    in_hand -= amount
                    assert in_hand >= 0
            if not state.agenda:
                assert in_hand == 0
            position = engine.position(state)
            assert lying == sum(card["tokens"] for s in position["row"] for card in s) + sum(
                card["tokens"] for kept in position["kept"] for card in kept
            )


def test_a_card_that_waits_is_named_to_its_owner_alone_until_it_was_seen():
    table = Table("alliance", Alice="uprising", Bob="treaty", Carol="empress")
    table.plan(Alice="uprising end", Bob="treaty end", Carol="empress end").wait()
    first = next(e for e in table.events if e["kind"] == "waited" and e["seat"] == 0)
    assert [engine.redact([first], seat)[0]["card"] for seat in (0, 1, None)] == [
        *("uprising", None, None)
    ]
    table.plan(Bob="judge end", Carol="fanatic end", Alice="empress end")
    table.play("Alice reveal").wait()
    table.plan(Carol="judge start", Alice="fanatic end", Bob="empress end")
    table.play("Carol wait; Alice wait")
    seen = table.told("waited")
    assert (seen["card"], seen["knows"]) == ("uprising", None)
    assert engine.redact([seen], None)[0]["card"] == "uprising"


class Reader:
    """Follows the row by reading the log alone, and checks every slot it tells of."""

    def __init__(self):
        self.row = []  # slots of kinds, from bottom to top
        self.together = []  # eliminated at once, still to be taken out

    def read(self, event):
        kind, slot = event["kind"], event.get("slot")
        if kind == "eliminated":
            assert self.top(event["slot"]) == event["card"]
            assert self.top(event["by_slot"]) == event["by"]
            self.together.append(slot)
            return
        self.take_out()
        if kind in {"played", "entered"}:
            if event["place"] == "on":
                self.row[slot - 1].append(event["card"])
            else:
                self.row.insert(slot - 1, [event["card"]])
        elif kind in {"discarded", "kept"}:
            assert self.top(slot) == event["card"]
            self.together = [slot]
            self.take_out()
        elif kind == "moved":
            assert self.top(slot) == event["card"]
            self.together = [slot]
            self.take_out()
            self.row.insert(event["to"] - 1, [event["card"]])
        elif kind == "swapped":
            assert self.top(slot) == event["back"]
            self.row[slot - 1][-1] = event["card"]
        elif kind == "copied":
            assert self.top(event["target"]) == event["card"]
            assert RULES[engine.RULES_VERSION][self.top(slot)].copies
        elif slot is not None:
            assert self.top(slot) == event["card"], event

    def top(self, slot):
        return self.row[slot - 1][-1]

    def take_out(self):
        for slot in sorted(self.together, reverse=True):
            self.row[slot - 1].pop()
            if not self.row[slot - 1]:
                del self.row[slot - 1]
        self.together = []


def test_a_reader_of_the_log_can_follow_the_row_slot_by_slot():
    for number in range(GAMES * 4):
        state, reader = deal(number), Reader()
        for _, events in play_on(state, random.Random(number)):
            for event in events:
                reader.read(event)
            reader.take_out()
            row = engine.position(state)["row"]
            assert reader.row == [[card["card"] for card in stack] for stack in row]


def test_verdicts_and_bribes_on_cards_that_leave_are_told():
    for number in range(GAMES * 4):
        state = deal(number)
        verdicts, bribed = 0, set()
        for _, events in play_on(state, random.Random(number)):
            for event in events:
                verdicts += event["kind"] == "marked"
                if event["kind"] in {"eliminated", "discarded", "kept", "swapped"}:
                    verdicts -= event["verdicts"]
                if event["kind"] == "bribed":
                    bribed.discard(event["returned"])
                    bribed.add(event["seat"])
                elif event.get("bribe") is not None:
                    bribed.remove(event["bribe"])
            seen = engine.view(state, None)
            if "judge" in state.deck:
                assert seen["verdicts"] == 5 - verdicts
            if "bribe" in state.deck:
                home = {one["seat"] for one in seen["seats"] if one["bribe_token"]}
                assert home == {*range(state.seats)} - bribed
