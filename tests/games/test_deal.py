"""Everybody at a table has a part in its deal, and whoever sits there can check it.

`ORIFLAMME_GAMES=1000 pytest tests/games/test_deal.py` holds a thousand games to the checker of
docs/fair-play.md.
"""

import hashlib
import os
import random
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from games import engine, errors, selectors, services
from games.engine.terms import DIRECTIONS
from games.models import Game, Seat
from games.selectors.verifying import verify_games
from tests.games.conftest import CAST, OpenTable, move_on

pytestmark = pytest.mark.django_db

GAMES = int(os.environ.get("ORIFLAMME_GAMES", "16"))
PAGE = Path(__file__).parents[2] / "docs" / "fair-play.md"
CHECKER = re.search(r"```python\n(.*?)\n```", PAGE.read_text(), re.DOTALL)
Paper = dict[str, Any]


def checker() -> Callable[..., str]:
    assert CHECKER is not None
    room: dict[str, Any] = {"__name__": "checker"}
    exec(compile(CHECKER[1], "fair-play.md", "exec"), room)
    found: Callable[..., str] = room["check"]
    return found


@pytest.fixture(scope="module")
def check() -> Callable[..., str]:
    return checker()


def mine(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def paper(game: Game, viewer: User | None = None) -> Paper:
    return selectors.deal_of(key=game.key, viewer=viewer)


def end(game: Game) -> None:
    """Over, whoever won: what is checked is how it began."""
    for seat in game.chairs.filter(bot="").select_related("person"):
        assert seat.person is not None
        services.offer_end(game_key=game.key, person=seat.person)
    game.refresh_from_db()
    assert game.status == "over"


@pytest.fixture
def friends(person: Callable[[str], User]) -> list[User]:
    return [person(name) for name in CAST]


def any_table(rng: random.Random, friends: list[User]) -> tuple[Game, dict[User, str]]:
    """Open, with bots or without, of any set; some contribute, and for others the site draws."""
    box, seats = rng.choice(engine.SETS), rng.randint(2, 5)
    came = rng.sample(friends, rng.randint(1, seats) if seats > 2 else 2)
    game = services.create_game(
        person=came[0],
        name="Fair",
        set=box,
        seats=seats,
        direction=rng.choice(["", *DIRECTIONS]),
        deck=rng.sample(engine.at(1).pool, 10) if box == "mixed" and rng.random() < 0.5 else None,
        anonymous=rng.random() < 0.3,
        start="creator",
        fill_with_bots=True,
    )
    sent = {}
    if rng.random() < 0.7:
        sent[came[0]] = mine(f"{game.key} 0")
        services.contribute(game_key=game.key, person=came[0], contribution=sent[came[0]])
    for one in came[1:]:
        sent |= {one: mine(f"{game.key} {one.pk}")} if rng.random() < 0.7 else {}
        services.join(game_key=game.key, person=one, contribution=sent.get(one, ""))
    if len(came) > 2 and rng.random() < 0.3:  # somebody goes, and another takes their place
        gone = came.pop(1)
        sent.pop(gone, None)
        services.leave(game_key=game.key, person=gone)
        if rng.random() < 0.5:
            services.join(game_key=game.key, person=gone)
            came.append(gone)
    services.start(game_key=game.key, person=came[0])
    return game, sent


def test_the_checker_of_the_page_has_at_most_sixty_lines() -> None:
    assert CHECKER is not None
    assert len(CHECKER[1].splitlines()) <= 60


def test_a_stranger_checks_every_deal_with_the_page_alone(
    check: Callable[..., str], friends: list[User]
) -> None:
    rng = random.Random(3)
    for _ in range(GAMES):
        game, sent = any_table(rng, friends)
        noted = game.commitment
        seats = Seat.objects.filter(game=game, person__isnull=False).select_related("person")
        for seat in seats:
            assert seat.person is not None
            own = paper(game, seat.person)
            assert f"hand {seat.number}" in check(own, noted, sent.get(seat.person))
            assert [hand is not None for hand in own["dealt"]["hands"]].count(True) == 1
        assert "hand" not in check(paper(game), noted)
        end(game)
        whole = check(paper(game), noted, *list(sent.values())[:1])
        assert whole.endswith("hand 4, and the seed.")
        assert dict(verify_games([game.key])) == {game.key: []}


def changed(before: Paper, *path: Any, to: Any) -> Paper:
    if not path:
        return to  # type: ignore[no-any-return]  # the leaf
    one, *rest = path
    if isinstance(before, list):
        return [*before[:one], changed(before[one], *rest, to=to), *before[one + 1 :]]  # type: ignore[return-value]
    return {**before, one: changed(before[one], *rest, to=to)}


CHANGES: list[tuple[tuple[Any, ...], Any]] = [
    (("commitment",), "sha256:" + mine("another seed")),
    (("marks", "hand 1"), mine("x")),
    (("keys", "hand 1"), mine("x")),
    (("keys", "seating"), mine("x")),
    (("contributions", 0, "value"), mine("x")),
    (("contributions", 1, "mark"), mine("x")),
    (("contributions", 1, "by_site"), True),
    (("contributions", 2, "place"), 4),
    (("seed",), mine("x")),
    (("dealt", "first"), 9),
    (("dealt", "hands", 0, "hand"), []),
    (("dealt", "hands", 2, "aside"), []),
    (("dealt", "deck"), []),
    (("contributions", 0, "seat"), 9),
]


def test_the_checker_finds_whatever_was_changed(
    check: Callable[..., str], friends: list[User]
) -> None:
    game = contributed(friends[:2], seats=3, fill_with_bots=True, set="mixed")
    services.start(game_key=game.key, person=friends[0])
    end(game)
    whole = paper(game)
    check(whole)
    for path, to in CHANGES:
        with pytest.raises(AssertionError):
            check(changed(whole, *path, to=to))


def test_the_checker_holds_the_paper_to_what_one_saw_and_sent(
    check: Callable[..., str], friends: list[User]
) -> None:
    own = paper(contributed(friends[:3]), friends[1])
    sent = next(one["value"] for one in own["contributions"] if one["yours"])
    check(own, own["commitment"], sent)
    with pytest.raises(AssertionError, match="what you saw"):
        check(own, "sha256:" + mine("seen"))
    with pytest.raises(AssertionError, match="your contribution"):
        check(own, None, mine("sent"))


def test_a_site_that_tries_a_thousand_seeds_once_all_have_contributed_fits_none(
    check: Callable[..., str], friends: list[User]
) -> None:
    """Whatever it shows of another seed, the commitment that was seen is not that seed's."""
    game = contributed(friends[:3])
    noted, shown = game.commitment, paper(game)
    for number in range(1000):
        seed = hashlib.sha256(b"%d" % number).digest()
        marks = {name: mark.hex() for name, mark in engine.marks(seed).items()}
        keys = {name: engine.key(seed, name).hex() for name in shown["keys"]}
        with pytest.raises(AssertionError):
            check(shown | {"keys": keys}, noted)
        with pytest.raises(AssertionError):
            check(shown | {"keys": keys, "marks": marks}, noted)


def contributed(players: list[User], **wishes: Any) -> Game:
    facts: dict[str, Any] = {"name": "Fair", "set": "oriflamme", "seats": len(players)}
    game = services.create_game(person=players[0], **(facts | wishes))
    services.contribute(game_key=game.key, person=players[0], contribution=mine("first"))
    for player in players[1:]:
        services.join(game_key=game.key, person=player, contribution=mine(player.handle))
    game.refresh_from_db()
    return game


def test_before_the_deal_a_contribution_is_known_to_its_seat_alone(friends: list[User]) -> None:
    alice, bob, carol, *_ = friends
    game = contributed([alice, bob], seats=4)
    for viewer in (None, carol, alice, bob):
        seen = paper(game, viewer)
        assert len(seen["marks"]) == 9
        assert (seen["keys"], seen["seed"], seen["drawn"], seen["dealt"]) == ({}, None, [], None)
        values = [one["value"] for one in seen["contributions"]]
        assert values == [
            mine("first") if viewer == alice else None,
            mine("bob") if viewer == bob else None,
        ]
        assert [one["mark"] for one in seen["contributions"]] == [
            hashlib.sha256(bytes.fromhex(value)).hexdigest()
            for value in (mine("first"), mine("bob"))
        ]


def test_at_an_anonymous_table_nothing_tells_who_contributed(friends: list[User]) -> None:
    """Two tables that differ in who sent one, in which browser: until the end their papers hold
    the same for everybody but them."""
    alice, bob, carol, *_ = friends

    def shapes(*, with_script: bool) -> list[Any]:
        game = services.create_game(
            person=alice, name="Masks", set="oriflamme", seats=3, anonymous=True
        )
        told = []
        for player in (None, bob, carol):
            if player:
                sent = mine(player.handle) if with_script else ""
                services.join(game_key=game.key, person=player, contribution=sent)
            told += [shape(paper(game)), shape(paper(game, alice))]
        return told

    def shape(seen: Paper) -> Any:
        return [
            [(name, value if value is None else type(value)) for name, value in one.items()]
            for one in seen["contributions"]
        ] + [sorted(name for name in seen["keys"] if "hand" not in name)]

    assert shapes(with_script=True) == shapes(with_script=False)


def test_who_sat_where_at_an_anonymous_table_is_told_after_the_end(friends: list[User]) -> None:
    game = contributed(friends[:3], anonymous=True)
    for viewer in (None, friends[3], friends[0]):
        seen = paper(game, viewer)
        assert "seating" not in seen["keys"]
        assert all(one["seat"] is None for one in seen["contributions"] if not one["yours"])
        assert all(one["by_site"] is None for one in seen["contributions"] if not one["yours"])
    end(game)
    seen = paper(game)
    seats = {seat.place: seat.number for seat in game.chairs.all()}
    assert {one["place"]: one["seat"] for one in seen["contributions"]} == seats


def test_a_seat_is_given_the_key_to_its_own_hand_and_to_no_other(friends: list[User]) -> None:
    game = contributed(friends[:3])
    for seat in game.chairs.all():
        keys = paper(game, seat.person)["keys"]
        assert sorted(keys) == sorted(
            ["seating", "first", "direction", "deck", f"hand {seat.number}"]
        )
    assert "hand" not in str(sorted(paper(game, friends[3])["keys"]))
    loser = game.chairs.select_related("person").first()
    assert loser is not None
    assert loser.person is not None
    services.resign(game_key=game.key, person=loser.person)
    assert f"hand {loser.number}" not in paper(game, loser.person)["keys"]


def test_who_opens_a_table_contributes_once_and_before_others_come(friends: list[User]) -> None:
    alice, bob, *_ = friends
    game = services.create_game(person=alice, name="Fair", set="oriflamme", seats=3)
    with pytest.raises(errors.NotAllowed):
        services.contribute(game_key=game.key, person=bob, contribution=mine("bob"))
    with pytest.raises(errors.NotAllowed):
        services.contribute(game_key=game.key, person=alice, contribution="not hexadecimal")
    services.contribute(game_key=game.key, person=alice, contribution=mine("alice"))
    with pytest.raises(errors.NotAllowed):
        services.contribute(game_key=game.key, person=alice, contribution=mine("another"))
    late = services.create_game(person=alice, name="Late", set="oriflamme", seats=3)
    services.join(game_key=late.key, person=bob)
    with pytest.raises(errors.NotAllowed):
        services.contribute(game_key=late.key, person=alice, contribution=mine("alice"))


def test_who_practises_contributes(check: Callable[..., str], alice: User) -> None:
    game = services.practise(person=alice, set="oriflamme", seats=3, contribution=mine("alice"))
    own = paper(game, alice)
    assert [one["by_site"] for one in own["contributions"]] == [False, True, True]
    check(own, game.commitment, mine("alice"))
    with pytest.raises(errors.NotAllowed):
        services.practise(person=alice, set="oriflamme", contribution="chosen")
    assert Game.objects.count() == 1


def test_for_bots_and_for_who_sends_nothing_the_site_draws_and_says_so(alice: User) -> None:
    game = services.practise(person=alice, set="oriflamme", seats=3)
    seen = paper(game, alice)
    assert [one["by_site"] for one in seen["contributions"]] == [True, True, True]
    seed = game.seed.reveal()
    assert [one["value"] for one in seen["contributions"]] == [
        engine.drawn(seed, place).hex() for place in range(3)
    ]


def test_who_takes_a_seat_over_is_given_the_key_to_its_hand(
    friends: list[User], check: Callable[..., str]
) -> None:
    from tests.games.conftest import give_away

    game = contributed(friends[:3])
    gone = game.chairs.select_related("person").first()
    assert gone is not None
    assert gone.person is not None
    assert gone.number is not None
    services.resign(game_key=game.key, person=gone.person)
    give_away(game, gone.number)
    services.take_over(game_key=game.key, person=friends[4], seat=gone.number)
    own = paper(game, friends[4])
    assert f"hand {gone.number}" in check(own)
    assert not any(one["yours"] for one in own["contributions"])


def test_a_table_that_was_opened_before_is_dealt_and_proved_as_it_was_promised(
    open_table: OpenTable, friends: list[User]
) -> None:
    game = open_table("alice", "bob", seats=3)
    # As the version before wrote it.
    seed = game.seed.reveal()
    promised = "sha256:" + hashlib.sha256(seed).hexdigest()
    Game.objects.filter(pk=game.pk).update(deal_scheme=None, commitment=promised)
    Seat.objects.filter(game=game).update(place=None)
    services.join(game_key=game.key, person=friends[2], contribution=mine("carol"))
    game.refresh_from_db()
    assert game.status == "running"
    state = engine.deal(set="oriflamme", seats=3, seed=seed)
    assert game.state.reveal() == engine.dump(state)
    seen = paper(game, friends[2])
    assert (seen["scheme"], seen["contributions"], seen["keys"]) == (1, [], {})
    move_on(game, 4)
    assert dict(verify_games([game.key])) == {game.key: []}
    end(game)
    text = selectors.record_text(key=game.key, viewer=None)
    assert "Contributions" not in text
    assert engine.replay(text).first == state.first


def test_the_record_holds_what_it_takes_to_deal_again(friends: list[User]) -> None:
    game = contributed(friends[:3])
    move_on(game, 4)
    end(game)
    text = selectors.record_text(key=game.key, viewer=None)
    assert f"Contributions: {mine('first')} {mine('bob')} {mine('carol')}\n" in text
    alone = "".join(
        line for line in text.splitlines(True) if not line.startswith(("Hand", "Aside", "First"))
    )
    assert engine.replay(alone) == engine.replay(text)
    wrong = text.replace(mine("bob"), mine("mallory"))
    with pytest.raises(engine.BadRecord, match="the seed deals"):
        engine.replay(wrong)


def test_places_are_the_least_that_are_free(friends: list[User]) -> None:
    game = contributed(friends[:4], seats=5)
    services.leave(game_key=game.key, person=friends[1])
    services.join(game_key=game.key, person=friends[4])
    places = dict(Seat.objects.filter(game=game).values_list("person__handle", "place"))
    assert places == {"alice": 0, "erin": 1, "carol": 2, "dave": 3}


def test_seat_and_first_player_are_drawn_evenly() -> None:
    """Whoever opens a table sits on each seat, and each seat begins, as often as any other."""
    sits, begins = [0] * 4, [0] * 4
    numbers = count()
    for _ in range(1200):
        added = [hashlib.sha256(b"%d" % next(numbers)).digest() for _ in range(4)]
        draw = engine.chance(bytes(32), added)
        sits[engine.seating(draw, 4).index(0)] += 1
        begins[draw("first").below(4)] += 1
    for tally in (sits, begins):
        # Three degrees of freedom: chance exceeds this once in a hundred times.
        assert sum((got - 300) ** 2 / 300 for got in tally) < 11.34
