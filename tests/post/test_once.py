"""What a letter and the answer to a mail cost: each reads and parses its game once."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import engine, post, services
from notifications import services as outbox
from notifications.models import Delivery, Notification
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.post.posting import call_all, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]

TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


class Costs:
    """Statements that are sent meanwhile, and what is parsed and looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parsed = self.seen = 0
        self._caught = CaptureQueriesContext(connection)
        load, view = engine.load, engine.view

        def counted_load(*args: Any, **kwargs: Any) -> Any:
            self.parsed += 1
            return load(*args, **kwargs)

        def counted_view(*args: Any, **kwargs: Any) -> Any:
            self.seen += 1
            return view(*args, **kwargs)

        monkeypatch.setattr(engine, "load", counted_load)
        monkeypatch.setattr(engine, "view", counted_view)

    def __enter__(self) -> "Costs":
        self._caught.__enter__()
        return self

    def __exit__(self, *why: Any) -> None:
        self._caught.__exit__(*why)

    @property
    def statements(self) -> list[str]:
        sent = [query["sql"] for query in self._caught.captured_queries]
        return [one for one in sent if not one.startswith(TRANSACTION)]


def test_to_call_somebody_takes_five_statements(
    tables: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables("alice", "bob", "carol")
    bound = bounded(50)
    before = Notification.objects.filter(kind="your turn").count()
    while next(bound) and Notification.objects.filter(kind="your turn").count() == before:
        move_on(game)
        with Costs(monkeypatch) as costs:
            services.call(game_key=game.key)
    # Who is next, their account, the promise, whether they are at the page, and the letter.
    assert len(costs.statements) <= 5, costs.statements
    with Costs(monkeypatch) as again:
        services.call(game_key=game.key)
    assert len(again.statements) <= 3, again.statements


def test_a_letter_takes_eight_statements_and_reads_its_game_once(
    tables: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables("alice", "bob", "carol", talk="full", set="mixed")
    move_on(game, 9)
    Delivery.objects.all().delete()
    call_all()
    bound = bounded(50)
    while next(bound) and not Delivery.objects.filter(channel="email").exists():
        move_on(game)  # nobody is called who has just moved themselves
        call_all()
    delivery = Delivery.objects.get(channel="email", notification__kind="your turn")
    with Costs(monkeypatch) as costs:
        assert outbox.deliver(delivery.pk)
    assert len(costs.statements) <= 8, costs.statements
    assert (costs.parsed, costs.seen) == (1, 1)


def test_an_answer_by_mail_takes_nine_statements(
    tables: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables("alice", "bob", "carol", talk="full", set="mixed")
    move_on(game, 9)
    game.refresh_from_db()
    (move, *_others) = engine.legal_moves(position(game))
    mail = reply(game, decider(game), move)
    with Costs(monkeypatch) as costs:
        post.receive(mail)
    assert Delivery.objects.filter(notification__kind__in=["receipt", "done"]).exists()
    before = game.seq
    game.refresh_from_db()
    assert game.seq == before + 1
    assert len(costs.statements) <= 9, costs.statements
