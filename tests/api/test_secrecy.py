"""Tables that are not there for somebody, and what tags tell. (All else that could be told apart is
looked for in tests/secrecy.)"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.services.people import add_holiday
from games.models import Game
from tests.api.conftest import ApiClient, ClientOf, Party, SeatParty, lasting
from tests.api.operations import operations

pytestmark = pytest.mark.django_db


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
