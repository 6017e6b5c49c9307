"""Secrecy on the bytes of HTTP: what a seat cannot know changes none of its answers."""

import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.utils import timezone

from accounts.services.people import add_holiday
from games import engine
from games.models import Feed, Game
from games.selectors import news
from games.selectors.feed import Cursor, Happening
from tests import bounded
from tests.api.conftest import ApiClient, ClientOf, Party, SeatParty, lasting
from tests.api.operations import operations
from tests.games.redistribution import redistribute

pytestmark = pytest.mark.django_db

# Tried by everybody at any time: nonsense, moves of other questions, cards one may not have.
TRIES = ("dance", "wait", "reveal", "eliminate 1", "steal 2", "place spy end", "swap prince")
READS = ("", "/log", "/timeline", "/talk", "/record", "/deal", "?at=1", "/invitations")
LISTS = ("games?list=running", "games?list=mine", "me/turns", "me/unread")


def everything(table: Party, client: ApiClient, person: int | None) -> dict[str, Any]:
    """All that one program can be answered: bytes, status, and what the headers say of it."""
    seq = Game.objects.get(key=table.key).seq
    answers = {path: client.get(f"games/{table.key}{path}") for path in READS}
    answers |= {path: client.get(path) for path in LISTS}
    for move in TRIES:
        asked = {"seq": seq, "moves": [move], "dry_run": True}
        answers[f"try {move}"] = client.post(f"games/{table.key}/moves", asked)
    late = {"seq": max(0, seq - 1), "moves": ["wait"]}
    answers["too late"] = client.post(f"games/{table.key}/moves", late)
    told: dict[str, Any] = {
        name: (answer.status_code, lasting(answer), answer.get("ETag"), len(answer.content))
        for name, answer in answers.items()
    }
    # In a test's own transaction no row of the feed is settled, so it is read past the stream.
    told["events"] = orjson.dumps(list(_news(table, person)))
    return told


def _news(table: Party, person: int | None) -> Iterator[Any]:
    rows = Feed.objects.filter(game__key=table.key).order_by("id")
    happened = [
        Happening(Cursor(1, n, row.at), row.game_id, table.key, row.kind, row.ref, row.person_id)
        for n, row in enumerate(rows)
    ]
    at = news.tables_of(happened)[happened[0].game_id]
    heard = [one for one in happened if news.concerns(one, at, person, at_any_table=False)]
    for one in news.tell(heard, at, person, "en"):
        yield one.kind, one.data


@pytest.mark.parametrize("box", engine.SETS)
def test_cards_that_a_program_cannot_know_change_no_byte(
    party: SeatParty, client_of: ClientOf, stranger: ApiClient, box: str
) -> None:
    rng = random.Random(box)
    table = party(4, set=box, talk="full")
    mallory = client_of("mallory")
    onlookers: list[tuple[ApiClient, int | None, int | None]] = [
        *((client, seat, _person(table, seat)) for seat, client in sorted(table.at.items())),
        (mallory, None, None),
        (stranger, None, None),
    ]
    seen_changing = 0
    bound = bounded()
    while next(bound) and Game.objects.get(key=table.key).status == "running":
        client, seat, person = onlookers[rng.randrange(len(onlookers))]
        neighbour = table.at[(0 if seat is None else seat + 1) % 4]
        before, theirs = everything(table, client, person), table.view(neighbour)
        game = Game.objects.get(key=table.key)
        redistribute(game, seat, rng)
        after = everything(table, client, person)
        assert {name for name in before if before[name] != after[name]} == set()
        seen_changing += table.view(neighbour) != theirs
        table.play_on(rng.randrange(2, 8), rng)
    assert seen_changing > 6  # the cards were dealt otherwise, and those who hold them see it


def _person(table: Party, seat: int) -> int | None:
    return Game.objects.get(key=table.key).chairs.get(number=seat).person_id


@pytest.mark.parametrize("status", ["gathering", "running", "over"])
def test_mallory_learns_not_even_that_a_table_exists(
    party: SeatParty, client_of: ClientOf, stranger: ApiClient, status: str
) -> None:
    """Every operation of the schema answers of a hidden table as of none, to the byte."""
    table = party(3, join="link", spectators=False)
    if status == "over":
        for client in table.clients:
            client.ask("PUT", f"games/{table.key}/early-end")
    Game.objects.filter(status="running").update(status=status)
    asked = 0
    for outsider in (client_of("mallory"), stranger):
        for operation in operations():
            if "{key}" not in operation.path:
                continue
            real = operation.ask(outsider, key=table.key)
            none = operation.ask(outsider, key="2" * 16)
            assert real.status_code == none.status_code in {401, 404}, operation
            assert lasting(real) == lasting(none), operation
            assert _headers(real) == _headers(none), operation
            asked += 1
    assert asked > 40
    for path in ("games?list=open", "games?list=running", "games?list=over", "me/turns"):
        assert table.key.encode() not in client_of("mallory").get(path).content


def _headers(answer: Any) -> dict[str, str]:
    passing = {"X-Request-ID", "RateLimit", "Content-Length"}
    return {name: value for name, value in answer.items() if name not in passing}


def test_a_message_to_another_changes_no_byte(party: SeatParty) -> None:
    table = party(3, talk="full")
    onlooker = _person(table, 1)
    before = everything(table, table.at[1], onlooker)
    said = table.at[0].post(f"games/{table.key}/talk", {"text": "Spare me?", "to_seat": 2})
    assert said.status_code == 201
    assert everything(table, table.at[1], onlooker) == before
    assert everything(table, table.at[2], _person(table, 2)) != before


def test_a_muted_seat_is_not_told(party: SeatParty) -> None:
    table = party(3, talk="full")
    before = everything(table, table.at[0], _person(table, 0))
    assert table.at[1].ask("PUT", f"games/{table.key}/mutes/0").status_code == 204
    assert everything(table, table.at[0], _person(table, 0)) == before


def _take_holidays(table: Party, *, days_ahead: int) -> ApiClient:
    """Whoever decides takes some; who that is."""
    game = Game.objects.get(key=table.key)
    who = game.chairs.get(number=game.to_move).person
    assert who is not None
    first = timezone.now().date() + timedelta(days=days_ahead)
    add_holiday(person=who, first_day=first, last_day=first + timedelta(days=5))
    assert game.to_move is not None
    return table.at[game.to_move]


def _tags(table: Party) -> dict[int, str]:
    return {seat: client.get(f"games/{table.key}")["ETag"] for seat, client in table.at.items()}


def test_holidays_that_move_no_deadline_change_no_etag(party: SeatParty) -> None:
    table = party(3, pace="daily")
    before = _tags(table)
    _take_holidays(table, days_ahead=40)
    assert _tags(table) == before


@pytest.mark.parametrize("anonymous", [False, True])
def test_holidays_that_move_a_deadline_are_told_to_whom_it_is_told(
    party: SeatParty, anonymous: bool
) -> None:
    table = party(3, pace="daily", anonymous=anonymous)
    before = _tags(table)
    taker = _take_holidays(table, days_ahead=1)
    after = _tags(table)
    changed = {seat for seat in before if before[seat] != after[seat]}
    own = {seat for seat, client in table.at.items() if client is taker}
    assert changed == (own if anonymous else {*table.at})
    unchanged = taker.get(f"games/{table.key}", If_None_Match=after[own.pop()])
    assert unchanged.status_code == 304
