"""Over HTTP: the time of an answer says nothing, and whoever waits for one holds up nobody."""

import re
import statistics
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache

from accounts.middleware import EvenTime
from accounts.models import KeptHandle, User
from tests import bounded
from tests.accounts.test_telling_nothing import FORMS, KNOWN, UNKNOWN
from tests.api.live import Site, live_site
from tests.pace import PATIENCE, slowness

pytestmark = pytest.mark.django_db(transaction=True)
FLOOR = EvenTime.FLOOR
LOGIN = "/api/v1/auth/app/v1/auth/login"


@pytest.fixture
def site(transactional_db: None, tmp_path: Any) -> Iterator[Site]:
    with live_site(tmp_path / "web.log") as running:
        yield running


@pytest.fixture
def _hashed_as_in_earnest(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the site hashes for whom it does not know."""
    for cost, value in {"time_cost": 2, "memory_cost": 102400, "parallelism": 8}.items():
        monkeypatch.setattr(Argon2PasswordHasher, cost, value)
    alice.set_password("a-long-secret")
    alice.save()


@pytest.mark.usefixtures("_hashed_as_in_earnest")
def test_the_time_of_an_answer_says_nothing(site: Site) -> None:
    """Each answer takes the floor, whatever work there was – and on a machine where the work takes
    longer, as long as the other."""
    for way in FORMS:
        # A busy machine holds up now one and now the other: what counts is the least of each.
        known = unknown = float("inf")
        for _ in range(20):
            known = min(known, _answer_time(site, way, KNOWN))
            unknown = min(unknown, _answer_time(site, way, UNKNOWN))
            assert min(known, unknown) >= FLOOR
            if abs(known - unknown) < 0.1 * slowness():
                break
        else:
            pytest.fail(f"{way}: known {known:.3f} s, unknown {unknown:.3f} s")


def _answer_time(site: Site, way: str, address: str) -> float:
    cache.clear()
    KeptHandle.objects.all().delete()
    User.objects.filter(handle="zelda").update(handle=f"zelda{time.monotonic_ns() % 10**9}")
    path, fields = FORMS[way]
    with httpx.Client(base_url=site.url, timeout=PATIENCE) as browser:
        page = browser.get(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token
        began = time.monotonic()
        answer = browser.post(path, data={"csrfmiddlewaretoken": token[1], **fields(address)})
        assert answer.status_code in {200, 302}, answer.text
        return time.monotonic() - began


def test_whoever_tries_sign_ins_by_the_dozen_slows_nobody(site: Site) -> None:
    """Both before and after they are refused for trying too often."""
    over = threading.Event()
    codes: list[int] = []

    def tries() -> None:
        with httpx.Client(base_url=site.url, timeout=PATIENCE) as program:
            bound = bounded(1_000_000)
            while next(bound) and not over.is_set():
                said = {"username": "alice", "password": "guess"}
                codes.append(program.post(LOGIN, json=said).status_code)
                time.sleep(0.2 if codes[-1] == 429 else 0)

    with httpx.Client(base_url=site.url, timeout=PATIENCE) as somebody:
        idle = [_get(somebody) for _ in range(20)]
        attackers = [threading.Thread(target=tries) for _ in range(20)]
        for attacker in attackers:
            attacker.start()
        time.sleep(0.1)
        beside = [_get(somebody) for _ in range(20)]
        over.set()
        for attacker in attackers:
            attacker.join(PATIENCE)
    assert {400, 429} >= set(codes)
    assert codes.count(400) >= 16
    # Where a thread slept for each of them, it was more than a second.
    usual = max(0.25 * slowness(), 4 * statistics.median(idle))
    assert statistics.median(beside) < usual, (idle, beside)


def _get(client: httpx.Client) -> float:
    began = time.monotonic()
    assert client.get("/about").status_code == 200
    return time.monotonic() - began


def test_an_answer_that_refuses_for_trying_too_often_leaves_at_once(site: Site) -> None:
    with httpx.Client(base_url=site.url, timeout=PATIENCE) as program:
        took = []
        for _ in range(40):
            began = time.monotonic()
            answer = program.post(LOGIN, json={"username": "", "password": ""})
            if answer.status_code == 429:
                took.append(time.monotonic() - began)
    # On a busy machine some take long, but all would if they waited.
    assert min(took) < FLOOR
