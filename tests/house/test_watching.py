"""What an operator is told; each alert is about something that is told, and has its page."""

import re
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
import yaml
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.moderation.models import BackupTrial
from games.moderation.numbers import numbers
from notifications import channels
from notifications.models import Delivery
from notifications.services import delivering, enqueue, outbox_waits
from oriflamme_site import celery, gauges, present
from oriflamme_site.commands import QUEUES
from oriflamme_site.postgresql import base
from tests import bounded
from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]
RULES: list[dict[str, Any]] = yaml.safe_load((ROOT / "deploy/alerts.yml").read_text())["groups"][0][
    "rules"
]
# Prometheus' own exporter looks whether somebody listens.
OF_OTHERS = {"probe_success"}


def metrics() -> str:
    asked = {"Authorization": f"Bearer {settings.METRICS_TOKEN}"}
    return Client().get("/metrics", headers=asked).content.decode()


@pytest.mark.django_db
def test_a_letter_that_is_tried_again_and_again_is_owed_since_its_first_try(alice: User) -> None:
    """Each try moves its time on, so by that time it never seems late."""
    enqueue(person=alice, kind="welcome", dedupe_key="one")
    passed = sum(delivering.PAUSES[:5], timedelta())
    Delivery.objects.update(tries=6, due_at=timezone.now() + delivering.PAUSES[5])
    (mail,) = outbox_waits()
    assert (mail.channel, mail.letters, mail.tried) == ("email", 1, 1)
    assert abs(mail.oldest - passed.total_seconds()) <= 2
    shown = {number.name: number for number in numbers()}
    assert (shown["due"].value, shown["due_age"].value) == (1, mail.oldest)
    assert shown["due_age"].is_bad
    assert 'oriflamme_outbox_tried{channel="email"} 1.0' in metrics()


@pytest.mark.django_db
def test_what_is_held_for_the_night_is_not_owed(alice: User) -> None:
    enqueue(person=alice, kind="welcome", dedupe_key="one")
    Delivery.objects.update(state="held", due_at=timezone.now() + timedelta(hours=8))
    assert outbox_waits() == []


@pytest.mark.django_db
def test_sweeps_and_queues_are_told_by_every_process() -> None:
    celery.note_what_beat_asked_for(sender=tasks.sweep_clocks)
    celery.note_what_beat_asked_for(sender=tasks.let_bots_move)
    gauges.client.lpush("clocks", "one", "two")
    told = metrics()
    assert re.search(r'oriflamme_sweep_age_seconds\{task="games.tasks.sweep_clocks"\} \d', told)
    assert "let_bots_move" not in told
    assert 'oriflamme_queue{queue="clocks"} 2.0' in told
    assert {f'oriflamme_queue{{queue="{queue}"}}' in told for queue in QUEUES} == {True}
    assert 'oriflamme_up{part="redis"} 1.0' in told


@pytest.mark.django_db(transaction=True)
def test_a_lock_for_which_others_wait_is_told(alice: User) -> None:
    def value(name: str = "lock_wait") -> float:
        found = re.search(rf"^oriflamme_{name}_seconds (\S+)$", metrics(), re.M)
        assert found
        return float(found[1])

    assert value() == 0
    assert value("transaction") == 0
    facts = connection.get_connection_params()
    own = {name: facts[name] for name in ("host", "port", "user", "password", "dbname")}
    with psycopg.connect(**own) as holds, psycopg.connect(**own) as waits:
        holds.execute("SELECT pg_advisory_xact_lock(1)")
        waiting = threading.Thread(target=waits.execute, args=["SELECT pg_advisory_xact_lock(1)"])
        waiting.start()
        for _ in bounded():
            if value() > 0:
                break
        assert value("transaction") == 0  # one that only reads keeps nobody from anything
        holds.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR UPDATE", [alice.pk])
        assert value("transaction") > 0
        holds.rollback()
        waiting.join(PATIENCE)
    assert value() == 0


@pytest.mark.django_db
def test_a_clock_that_is_wrong_and_a_disk_are_told(time_machine: Any) -> None:
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    found = re.search(r"^oriflamme_clock_skew_seconds (\S+)$", metrics(), re.M)
    assert found
    assert 3590 < float(found[1]) < 3610
    assert re.search(r"^oriflamme_disk_used 0\.\d+$", metrics(), re.M)


@pytest.mark.django_db
def test_a_letter_that_nobody_has_a_hand_free_for_is_told(alice: User) -> None:
    enqueue(person=alice, kind="welcome", dedupe_key="one")
    enqueue(person=alice, kind="welcome", dedupe_key="two")
    Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=50))
    (mail,) = outbox_waits()
    assert 50 <= mail.untried <= 60
    # One is in hand, and one waits in a lane.
    first, second = Delivery.objects.order_by("pk")
    Delivery.objects.filter(pk=first.pk).update(tries=1)
    Delivery.objects.filter(pk=second.pk).update(lane="slow.test")
    (mail,) = outbox_waits()
    assert mail.untried == 0
    assert 'oriflamme_outbox_untried_seconds{channel="email"} 0.0' in metrics()


@pytest.mark.django_db
def test_a_part_is_here_by_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = present.now()
    hosts = {"one": 0.0, "two": 50.0, "three": present.GONE + 1}
    words = {f"worker@{host}": f"{seconds - ago} 0.5" for host, ago in hosts.items()}
    words["beat@three"] = f"{seconds - present.GONE - 1} 3600"
    present.client.hset(present.WORDS, mapping=words)
    told = {(part.name, part.host): part for part in present.parts()}
    # The last of its kind is missed for ever; of others one is enough after an hour.
    assert set(told) == {("worker", "one"), ("worker", "two"), ("beat", "three")}
    assert 50 <= told["worker", "two"].silent < 60
    assert 'oriflamme_part_skew_seconds{host="three",part="beat"} 3600.0' in metrics()
    monkeypatch.setattr(present.socket, "gethostname", lambda: "two")
    present.say("worker")
    assert max(part.silent for part in present.parts() if part.name == "worker") < 50
    present.leave("worker")
    assert {part.host for part in present.parts() if part.name == "worker"} == {"one"}


@pytest.mark.django_db
def test_the_rest_is_told_while_postgresql_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    celery.note_what_beat_asked_for(sender=tasks.sweep_clocks)

    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(connection, "cursor", away)
    told = metrics()
    assert 'oriflamme_up{part="database"} 0.0' in told
    assert 'oriflamme_sweep_age_seconds{task="games.tasks.sweep_clocks"}' in told
    assert re.search(r"^oriflamme_disk_used 0\.\d+$", told, re.M)
    monkeypatch.setattr(base, "is_all_in_use", lambda _pool: True)
    assert 'oriflamme_up{part="database"} 1.0' in metrics()


@pytest.mark.django_db
def test_the_rest_is_told_while_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges, "client", gauges.redis.Redis(port=9, socket_connect_timeout=1))
    told = metrics()
    assert 'oriflamme_up{part="redis"} 0.0' in told
    assert "oriflamme_clock_late_seconds 0.0" in told


def test_every_queue_has_a_part_that_takes_it() -> None:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    of_channels = {channel.queue for channel in channels.known()}
    assert {*routed, settings.CELERY_TASK_DEFAULT_QUEUE, *of_channels} == {*QUEUES}


def test_the_result_of_a_game_waits_behind_no_letter() -> None:
    routed = celery.app.amqp.router.route({}, "games.tournaments.tasks.advance")
    assert routed["queue"].name == "clocks"


def names_in(expression: str) -> set[str]:
    asked = re.sub(r"\{.*?\}", "", expression)
    return set(re.findall(r"\b(?:oriflamme|probe|http_request)_\w+", asked)) - OF_OTHERS


@pytest.mark.django_db
def test_the_dashboard_shows_what_is_told(alice: User) -> None:
    BackupTrial.objects.create(reaches_to=timezone.now(), games=0)
    shown = orjson.loads((ROOT / "deploy/dashboard.json").read_bytes())
    asked = {target["expr"] for panel in shown["panels"] for target in panel["targets"]}
    lines = metrics().splitlines()
    told = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    told |= {f"http_request_seconds_{of}" for of in ("bucket", "count", "sum")}
    assert set().union(*map(names_in, asked)) <= told
    alerted = set().union(*(names_in(rule["expr"]) for rule in RULES))
    # What somebody may be woken by is there to look at.
    unseen = alerted - set().union(*map(names_in, asked))
    assert unseen == {"oriflamme_wal_followed", "oriflamme_stuck", "oriflamme_stopped"}


@pytest.mark.django_db
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_is_about_something_that_is_told_and_has_its_page(
    rule: dict[str, Any], alice: User
) -> None:
    BackupTrial.objects.create(reaches_to=timezone.now(), games=0)  # else no age is told
    names = names_in(rule["expr"])
    told = {line.split()[2] for line in metrics().splitlines() if line.startswith("# TYPE")}
    assert names <= told
    page, _, section = rule["annotations"]["runbook"].partition("#")
    assert section == rule["alert"].lower()
    assert f"\n## {rule['alert']}\n" in (ROOT / page).read_text()


def test_the_runbook_has_no_page_without_an_alert() -> None:
    pages = re.findall(r"^## (\w+)$", (ROOT / "docs/runbook.md").read_text(), re.M)
    assert pages == [rule["alert"] for rule in RULES]
