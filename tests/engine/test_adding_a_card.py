"""The card that docs/adding-a-card.md makes works as that page says.

It runs in a process of its own: a card that is known stays known.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-card.md").read_text()

GAME = """
import random
from games import engine

boxes = [*engine.kinds_of("oriflamme")[:2], *engine.kinds_of("ablaze")[:6]]
deck = ["pilgrim", "shapeshifter", *boxes]
rest = sorted(set(deck) - {"pilgrim"})
hand, aside = ["pilgrim", *rest[:6]], rest[6:]
begin = dict(set="mixed", deck=deck, seats=2, first=0, hands=[hand] * 2, aside=[aside] * 2)


def play(*moves):
    return [event for move in moves for event in engine.play(state, move)]


state = engine.new_game(**begin)
# Alice's pilgrim has Bob's card, with a token on it, for its only neighbour.
play("place pilgrim end", f"place {rest[0]} start", "wait")
told = play("reveal")
assert [event["kind"] for event in told[:3]] == ["revealed", "forced", "gained"], told
assert (told[2]["seat"], told[2]["amount"], told[2]["card"]) == (0, 1, "pilgrim")
assert engine.view(state, 1)["row"][1]["top"]["card"] == "pilgrim"
assert engine.load(engine.dump(state)) == state

fallen = 0
for number in range(200):
    rng = random.Random(number)
    state = engine.new_game(**begin)
    start, moves = state.copy(), []
    while legal := engine.legal_moves(state):
        moves.append(rng.choice(legal))
        told = engine.play(state, moves[-1])
        state = engine.load(engine.dump(state))
        about = [event for event in told if event.get("card") == "pilgrim"]
        fell = [event for event in about if event["kind"] == "eliminated"]
        paid = [event for event in about if event.get("why") == "reaction"]
        assert [event["controller"] for event in fell] == [event["seat"] for event in paid]
        fallen += len(fell)
    assert engine.replay(engine.record(start, moves)) == state
assert fallen > 20
"""


def test_the_example_card_works_as_the_page_says():
    example = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    run = subprocess.run(
        [sys.executable, "-c", example + GAME],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "class Pilgrim" in example


def test_what_the_page_names_is_there():
    from games.engine.cards.rule import Rule
    from games.engine.turn import Turn

    for verb in re.search(r"`Turn` .*?: (.*?) …", PAGE, re.DOTALL)[1].split(","):
        assert hasattr(Turn, verb.strip(" `\n"))
    table = re.search(r"\| method .*?\n\n", PAGE, re.DOTALL)[0]
    hooks = re.findall(r"`(\w+)\(", table)
    assert len(hooks) == 5
    assert all(hasattr(Rule, hook) for hook in hooks)
    for path in re.findall(r"`((?:games|tests)/[\w/.]+)`", PAGE):
        assert (ROOT / path).exists(), path
