"""Whoever asks where a mail went that was taken in finds it: each leaves a row that says what came
of it, and what cannot leave one is not taken in."""

import os
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from accounts.models import User
from games.models import ReceivedMail
from games.post import answering
from notifications import inbound
from notifications.models import KeptMail, TakenMail
from notifications.services import keeping
from tests.games.conftest import OpenTable, decider
from tests.notifications.conftest import Turns, turns, work
from tests.notifications.reports import complaint, holiday_notice, returned
from tests.post.bombs import BOMBS, mutated
from tests.post.posting import reply

pytestmark = pytest.mark.django_db
CameTo = TakenMail.CameTo
STRANGE = b"From: a@b.test\r\nTo: turn+x@oriflamme.test\r\n\r\nwait"
__all__ = ["turns"]


def trace_of(raw: bytes, *to: str) -> str:
    """What is written of a mail that was taken in just now."""
    before = TakenMail.objects.count()
    inbound.take_in(raw, recipients=to)
    assert TakenMail.objects.count() == before + 1
    row = TakenMail.objects.order_by("pk").last()
    assert row is not None
    assert (bytes(row.digest), row.size) == (sha256(raw).digest(), len(raw))
    return row.came_to


def test_an_answer_leaves_one_each_time_it_comes(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    raw = reply(game, decider(game), "wait")
    assert trace_of(raw) == CameTo.ANSWERED
    assert trace_of(raw) == CameTo.NOTHING_LEFT
    assert ReceivedMail.objects.count() == 1


def test_an_answer_of_who_is_gone_does(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    raw = reply(game, decider(game), "wait")
    User.objects.filter(pk=decider(game).pk).update(is_active=False)
    assert trace_of(raw) == CameTo.NOTHING_LEFT


def test_mail_of_strangers_and_programs_does() -> None:
    assert trace_of(STRANGE) == CameTo.NO_RIGHT
    assert trace_of(b"Auto-Submitted: auto-replied\r\n\r\naway") == CameTo.AUTOMATIC


@pytest.mark.parametrize(
    ("report", "came_to"),
    [
        (returned, CameTo.REPORT),
        (complaint, CameTo.REPORT),
        (lambda letter: complaint(letter, kind="not-spam"), CameTo.NO_REPORT),
        (holiday_notice, CameTo.NO_REPORT),
        (lambda letter: returned(letter, action="delivered"), CameTo.NO_REPORT),
    ],
)
def test_what_comes_back_does(
    report: Callable[[Any], bytes], came_to: str, alice: User, turns: Turns
) -> None:
    turns.call(alice, "a")
    (letter,) = work()
    assert trace_of(report(letter), letter.from_email) == came_to


def test_whatever_is_changed_in_a_mail_it_does(open_table: OpenTable) -> None:
    """MAILS=10000 tries more of them."""
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    seeds = [BOMBS[name](2000) for name in BOMBS]
    seeds += [reply(game, who, text, seq=0) for text in ("wait", "what?", "resign")]
    taken = later = 0
    for number, raw in enumerate(mutated(seeds, int(os.environ.get("MAILS", "200")))):
        before = TakenMail.objects.count()
        try:
            inbound.take_in(raw, recipients=["turn+x@oriflamme.test"] if number % 3 else [])
        except inbound.NotNow:  # 451: who brings it keeps it
            later += 1
            assert TakenMail.objects.count() == before
        else:
            taken += 1
            assert TakenMail.objects.count() == before + 1
    assert taken > later
    assert not KeptMail.objects.exists()


def test_one_too_many_is_not_taken_in(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "MOST", 1)
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    trace_of(reply(game, who, "what?"))
    with pytest.raises(inbound.NotNow):
        inbound.take_in(reply(game, who, "what now?"))
    assert TakenMail.objects.count() == ReceivedMail.objects.count() == 1


def test_where_there_is_no_room_for_a_trace_nothing_is_taken_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "MOST_IN_VAIN", 2)
    for _ in range(2):
        trace_of(STRANGE)
    with pytest.raises(inbound.NotNow):
        inbound.take_in(STRANGE)
    assert TakenMail.objects.count() == 2


def test_nor_where_what_we_fall_over_cannot_be_kept_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(_raw: bytes, *, recipients: object = ()) -> CameTo:
        raise RecursionError

    monkeypatch.setattr(inbound, "_connected", [(fall, lambda _address: True)])
    monkeypatch.setattr(keeping, "MOST", 1)
    assert trace_of(b"one") == CameTo.KEPT
    with pytest.raises(inbound.NotNow):
        inbound.take_in(b"two")
    assert TakenMail.objects.count() == KeptMail.objects.count() == 1
