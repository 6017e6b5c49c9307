"""What must hold in a copy of the repository in which docs/adding-a-card.md has been followed.

Run there by test_adding_a_card.py, with old games that the original wrote into old.json.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games import bots, engine, faces, selectors, services
from games.engine import words
from games.moderation.numbers import numbers
from games.selectors.verifying import verify_games
from notifications.models import Notification
from tests import bounded
from tests.games.conftest import OpenTable, move_on, play_out

OLD = json.loads(Path("old.json").read_text())


def test_the_old_games_are_whole() -> None:
    assert engine.RULES_VERSION == 2
    for old in OLD:
        state = engine.load(old["middle"])
        for move in old["moves"][old["played"] :]:
            engine.play(state, move)
        assert engine.dump(state) == old["end"]
        assert engine.dump(engine.replay(old["record"])) == old["end"]
        dealt = engine.deal(**old["facts"], seed=bytes.fromhex(old["seed"]), version=1)
        assert engine.dump(dealt) == old["start"]


def test_the_eleventh_card_of_a_box_is_in_no_deck_that_was_there() -> None:
    assert "pilgrim" in engine.kinds_of("ablaze")
    for version in (1, 2):
        assert "pilgrim" not in engine.at(version).sets["ablaze"]
    assert [*engine.SETS] == ["oriflamme", "ablaze", "alliance", "pilgrimage", "mixed"]


@pytest.mark.parametrize("box", ["pilgrimage", "mixed"])
def test_new_games_are_played_stored_and_drawn(box: str) -> None:
    fallen = paid = used = 0
    for number in range(120):
        rng = random.Random(number)
        state = engine.deal(set=box, seats=2 + number % 4, seed=rng.randbytes(32))
        start, moves = state.copy(), []
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            moves.append(rng.choice(engine.legal_moves(state)))
            told = engine.play(state, moves[-1])
            state = engine.load(engine.dump(state))
            about = [event for event in told if event.get("card") == "pilgrim"]
            fallen += sum(event["kind"] == "eliminated" for event in about)
            paid += sum(event.get("why") == "reaction" for event in about)
            used += sum(event.get("question") == "use" for event in about)
            for event in engine.redact(told, seat):
                assert all(words.say(event, lang) for lang in words.LANGUAGES)
        assert faces.picture(engine.view(state, None), "uk")
        assert engine.replay(engine.write_record(engine.record(start, moves))) == state
    assert fallen == paid > 5
    assert used > 5


@pytest.mark.django_db
def test_a_table_of_the_new_set_is_played_mailed_and_verified(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(engine, "RULES_VERSION", 1)
        old = [open_table("alice", "bob", "carol", set=box) for box in engine.at(1).sets]
    for box in ("pilgrimage", "mixed"):
        game = open_table("alice", "bob", "carol", set=box)
        assert game.rules_version == 2
        move_on(game, 5)
        _read_letter(game)
        play_out(game)
    for game in old:
        assert game.rules_version == 1
        play_out(game)
    assert not [faults for _key, faults in verify_games() if faults]
    assert {one.name: one.value for one in numbers()}["unreadable"] == 0


def _read_letter(game: Any) -> None:
    game.refresh_from_db()
    seat = game.chairs.select_related("person").get(number=game.to_move)
    told = Notification(person=seat.person, kind="your turn", context={"game": game.key})
    assert told.what.letter().subject
    state = engine.load(game.state.reveal())
    view = engine.view(state, seat.number)
    move = bots.choose("careful", view, random.Random(1))
    services.play(game_key=game.key, person=seat.person, seq=game.seq, moves=[move], door="api")
    assert selectors.find_game(game.key, seat.person).view("it")["set"] == game.set
