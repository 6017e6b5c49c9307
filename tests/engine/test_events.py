"""What happened is told whole: a reader of the log can follow every token."""

import random

import pytest

from games import engine

from .chance import GAMES, deal, play_on
from .table import Table


@pytest.mark.parametrize(
    ("box", "card"), [("oriflamme", "ambush"), ("ablaze", "trap"), ("alliance", "extortion")]
)
def test_tokens_of_a_revealed_reaction_go_back_to_the_supply_and_it_pays_1(box, card):
    rest = {"oriflamme": "heir", "ablaze": "queen", "alliance": "fanatic"}[box]
    table = Table(box, Alice=card, Bob=rest, Carol=rest)
    table.plan(Alice=f"{card} end", Bob=f"{rest} end", Carol=f"{rest} end").wait()
    while table.position["phase"] == "planning":
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
