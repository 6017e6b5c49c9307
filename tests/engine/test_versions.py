"""A version of the rules that has dealt games stays as it is, for ever.

What each deals and does is summed up in `versions/N/digest.json`. Of a new version N that is made
by `python -m tests.engine.test_versions N`, once, when it is released.
"""

import json
import random
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from games import engine
from games.engine.turn import RULES
from tests import bounded

from .chance import GAMES

HOME = Path(__file__).with_name("versions")
HELP = """
The rules of version {version} have changed: {what}.
That version has dealt games, which must be finished, shown and proved as they began. So take the
change back, and make it in a new version, as docs/adding-a-card.md says: what it deals in
games/engine/versions.py, and a changed card as a class of its own with `since = {next}`."""
# Games for each set, number of seats and edition.
EACH = 4


def summed(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]


def data(version: int) -> str:
    """What is dealt, and which effects there are, in which questions they ask."""
    sets, pool = engine.at(version)
    rules = {kind: [ask.kind for ask in rule.asks] for kind, rule in sorted(RULES[version].items())}
    return json.dumps([{name: [*kinds] for name, kinds in sets.items()}, [*pool], rules])


def course(version: int, box: str) -> str:
    """Games by seed and by chance, with everything that was asked and happened."""
    told = []
    for seats in range(2, 6):
        for edition in engine.EDITIONS:
            for number in range(EACH):
                seed = sha256(f"{box} {seats} {edition} {number}".encode()).digest()
                rng = random.Random(number)
                facts = {"set": box, "seats": seats, "edition": edition, "version": version}
                state = engine.deal(seed=seed, **facts)
                told.append(engine.opening(state))
                bound = bounded()
                while next(bound) and (legal := engine.legal_moves(state)):
                    told.append(legal)
                    told.append(engine.play(state, rng.choice(legal)))
                told.append(engine.position(state))
    return json.dumps(told)


# As it is before any test changes something: played once for all that look at it.
as_it_is = cache(course)


def digest(version: int, played: Callable[[int, str], str] = course) -> dict[str, str]:
    boxes = [*engine.at(version).sets, "mixed"]
    return {"data": summed(data(version))} | {box: summed(played(version, box)) for box in boxes}


@pytest.mark.parametrize("version", engine.VERSIONS)
def test_a_version_that_has_dealt_games_is_as_it_was(version):
    kept = HOME / str(version) / "digest.json"
    assert kept.exists(), (
        f"Sum version {version} up: python -m tests.engine.test_versions {version}"
    )
    now, released = digest(version, as_it_is), json.loads(kept.read_text())
    what = ", ".join(name for name in {**released, **now} if now.get(name) != released.get(name))
    assert not what, HELP.format(version=version, what=what, next=engine.RULES_VERSION + 1)


@pytest.mark.parametrize("version", engine.VERSIONS)
def test_what_sums_a_version_up_has_every_card_of_it_at_work(version):
    sets, pool = engine.at(version)
    told = "".join(as_it_is(version, box) for box in (*sets, "mixed"))
    every = {kind for kinds in (pool, *sets.values()) for kind in kinds}
    for kind in every:
        assert f'"card": "{kind}", "tokens"' in told, f"{kind} was never turned over"


def test_versions_are_counted_from_1_and_each_has_what_it_deals():
    assert [*engine.VERSIONS] == [*range(1, engine.RULES_VERSION + 1)]
    for version, (sets, pool) in engine.VERSIONS.items():
        for kinds in sets.values():
            assert len(kinds) == len({*kinds}) == 10
        for kinds in (pool, *sets.values()):
            assert list(kinds) == sorted({*kinds})
            assert {*kinds} <= {*RULES[version]} - {"twin"}
    assert all(rule.since <= engine.RULES_VERSION for rule in engine.cards.REGISTERED)


def test_rules_that_are_not_there_are_named():
    for wrong in (0, 99):
        with pytest.raises(engine.UnknownRules, match=f"version {wrong} "):
            engine.deal(set="mixed", seats=3, seed=bytes(32), version=wrong)
        with pytest.raises(engine.BadRecord, match=r"line 1: .*version"):
            engine.replay(f"Rules: {wrong}\nSet: oriflamme\nSeats: 2\nSeed: {'0' * 64}\n")


def test_a_new_version_changes_nothing_about_the_games_of_the_old(monkeypatch):
    """Other decks, another pool, another heir: the old seeds deal and play as ever."""
    before = digest(1, as_it_is)
    newest = engine.RULES_VERSION + 1
    old = engine.at(1)
    heir = type(RULES[1]["heir"])

    class HeirOfTheNew(heir):
        since = newest

        def act(self, turn, me):
            turn.gain(5, me)

    pool = tuple(kind for kind in old.pool if kind != "ambush")
    sets = {"oriflamme": (*old.sets["ablaze"][:3], *old.sets["oriflamme"][3:])}
    sets["oriflamme"] = tuple(sorted(sets["oriflamme"]))
    monkeypatch.setitem(engine.VERSIONS, newest, type(old)(sets, pool))
    monkeypatch.setitem(RULES, newest, RULES[1] | {"heir": HeirOfTheNew()})
    assert digest(1) == before

    fresh = {"set": "mixed", "seats": 3, "seed": bytes(32)}
    assert engine.deal(**fresh, version=newest).deck != engine.deal(**fresh, version=1).deck
    for name in ("oriflamme", "mixed"):
        for number in range(GAMES):
            rng = random.Random(number)
            state = engine.deal(set=name, seats=4, seed=rng.randbytes(32), version=newest)
            start, moves = state.copy(), []
            bound = bounded()
            while next(bound) and (legal := engine.legal_moves(state)):
                moves.append(rng.choice(legal))
                engine.play(state, moves[-1])
                state = engine.load(engine.dump(state))
                assert engine.view(state, None)["rules_version"] == newest
            text = engine.write_record(engine.record(start, moves))
            assert text.startswith(f"Rules: {newest}\n")
            assert engine.replay(text) == state
    with pytest.raises(engine.BadDeal, match="no set 'ablaze'"):
        engine.deal(set="ablaze", seats=3, seed=bytes(32), version=newest)
    other = engine.dump(engine.deal(set="oriflamme", seats=3, seed=bytes(32), version=1))
    other = other.replace('"rules_version":1', f'"rules_version":{newest}')
    with pytest.raises(engine.BadState, match="deck"):  # a deck of the old under the new
        engine.load(other)


if __name__ == "__main__":
    asked = int(sys.argv[1])
    (HOME / str(asked)).mkdir(exist_ok=True)
    file = HOME / str(asked) / "digest.json"
    if file.exists():
        sys.exit(f"{file} is there already: that version is released, and stays as it is.")
    file.write_text(json.dumps(digest(asked), indent=1) + "\n")
