"""Many games at once: none lost, none twice, each as its reader may see it."""

import json
import random
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.utils import timezone

from accounts.secret import hidden
from games import engine
from games.models import Game, Move, Seat
from games.models.keys import game_key, token
from tests.api.conftest import ApiClient, ClientOf, SeatParty
from tests.api.live import Site
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = timezone.now() - timedelta(days=3)


def played(party: SeatParty, seats: int = 2, **wishes: Any) -> Game:
    """A game that was played to its end by its players, days ago."""
    table = party(seats, **wishes)
    table.play_on()
    Game.objects.filter(key=table.key).update(ended_at=LONG_AGO)
    return Game.objects.get(key=table.key)


def copies(game: Game, how_many: int) -> list[str]:
    """The same game again, one that ended after the other, some at one moment."""
    seats, moves = list(game.chairs.all()), list(Move.objects.filter(game=game))
    keys = []
    for number in range(how_many):
        game.pk, game.key, game.link = None, game_key(), hidden(token())
        game.ended_at = LONG_AGO + timedelta(seconds=number // 3)
        game.save(force_insert=True)
        keys.append(game.key)
        for row in [*seats, *moves]:
            row.game_id = game.pk
        for seat in seats:
            seat.pk = None
        Seat.objects.bulk_create(seats)
        Move.objects.bulk_create(moves)
    return keys


def lines(site: Site, who: ApiClient, asked: str = "", most: int = 1000) -> list[dict[str, Any]]:
    """What comes before the line is cut."""
    got: list[dict[str, Any]] = []
    with httpx.stream(
        "GET", f"{site.url}/api/v1/games/export?{asked}", headers=who.headers, timeout=PATIENCE
    ) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            got.append(json.loads(line))
            if len(got) == most:
                break
    return got


def ids(got: list[dict[str, Any]]) -> list[str]:
    return [line["game"]["id"] for line in got if "game" in line]


def test_cut_again_and_again_no_game_is_lost_and_none_comes_twice(
    site: Site, party: SeatParty, client_of: ClientOf
) -> None:
    first = played(party)
    every = [first.key, *copies(Game.objects.get(pk=first.pk), 45)]
    reader, after, got, rng = client_of("mallory"), "", [], random.Random(3)
    for _ in range(10):
        some = lines(site, reader, after and f"after={after}", most=rng.randint(1, 6))
        got += some
        after = ids(got)[-1]
    rest = lines(site, reader, f"after={after}")
    assert sorted(ids(got + rest)) == sorted(every)
    assert rest[-1] == {"last": ids(rest)[-1]}
    for line in got + rest[:-1]:
        state = engine.replay(line["record"])
        assert line["game"]["result"]["scores"] == state.influence


def test_what_is_not_over_has_no_record_even_for_its_players(site: Site, party: SeatParty) -> None:
    table = party(3)
    (game, end) = lines(site, table.clients[0], "list=mine")
    assert (game["game"]["id"], game["record"], end) == (table.key, None, {"last": table.key})
    assert "seed" not in str(game)


def test_a_private_game_is_told_to_who_played_it_alone(
    site: Site, party: SeatParty, client_of: ClientOf
) -> None:
    game = played(party, spectators=False)
    assert ids(lines(site, client_of("alice"), f"ids={game.key}")) == [game.key]
    assert lines(site, client_of("mallory"), f"ids={game.key}") == [{"last": None}]


def test_a_game_comes_when_none_that_ended_before_it_can_come_after(
    site: Site, party: SeatParty, client_of: ClientOf
) -> None:
    game = played(party)
    Game.objects.update(ended_at=timezone.now() - timedelta(minutes=1))
    assert lines(site, client_of("alice")) == [{"last": None}]
    Game.objects.update(ended_at=timezone.now() - timedelta(minutes=3))
    assert ids(lines(site, client_of("alice"), "player=bob&set=oriflamme")) == [game.key]
    assert lines(site, client_of("alice"), "set=ablaze") == [{"last": None}]


def test_each_filter_lets_in_what_it_names_and_nothing_else(
    site: Site, party: SeatParty, client_of: ClientOf
) -> None:
    game = played(party)
    cup, reader = "2" * 16, client_of("mallory")
    Game.objects.update(tournament=cup)
    before, after = (f"{LONG_AGO + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}" for hours in (-1, 1))
    for lets_in, keeps_out in (
        (f"since={before}", f"since={after}"),
        (f"until={after}", f"until={before}"),
        ("player=bob", "player=mallory"),
        ("set=oriflamme", "set=alliance"),
        (f"tournament={cup}", f"tournament={'3' * 16}"),
        (f"ids={'2' * 16},{game.key}", f"ids={'2' * 16}"),
    ):
        assert ids(lines(site, reader, lets_in)) == [game.key], lets_in
        assert lines(site, reader, keeps_out) == [{"last": None}], keeps_out
