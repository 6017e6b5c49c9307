"""The rules themselves, judged by Prometheus' own tool on what the site really tells.

A quiet site's numbers, and over them what a fault makes of them: `tests.faults.alerts` does the
same things to running processes, and takes most of an hour.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.utils import timezone

from games import tasks as games_tasks
from games.moderation.models import BackupTrial
from games.tournaments import tasks as tournaments_tasks
from notifications import tasks as notifications_tasks
from oriflamme_site import celery, present
from tests.house.test_watching import ROOT, metrics

PROMTOOL = shutil.which("promtool")
RULES = ROOT / "deploy/alerts.yml"
# Every quarter of a minute, for so long before the fault and after it.
STEP, QUIET, LASTS = 15, 2 * 60, 4 * 60

# What is told once it is so: a value that stays, "+" one that grows with the seconds, None for what
# is told no more.
Told = dict[str, float | str | None]
LATE: Told = {
    'oriflamme_sweep_age_seconds{task="games.tasks.sweep_clocks"}': "+",
    'oriflamme_sweep_age_seconds{task="notifications.tasks.sweep"}': "+",
    'oriflamme_sweep_age_seconds{task="games.tournaments.tasks.sweep"}': "+",
    "oriflamme_clock_late_seconds": "+",
}
UNTRIED = 'oriflamme_outbox_untried_seconds{channel="email"}'
OLDEST = 'oriflamme_outbox_oldest_seconds{channel="email"}'
SLOT = 'oriflamme_wal_followed{slot="replica"}'
BEAT = 'oriflamme_part_silent_seconds{host="one",part="beat"}'
WORKER = 'oriflamme_part_silent_seconds{host="one",part="worker"}'
CLOCK = 'oriflamme_part_silent_seconds{host="one",part="clock"}'
OF_REDIS = re.compile("oriflamme_(part|queue|sweep)")

FAULTS: dict[str, tuple[str, Told]] = {
    "mail down": (
        "MailDown",
        {"oriflamme_mail_away_seconds": "+", UNTRIED: "+", OLDEST: "+"},
    ),
    "mail slow": ("MailSlow", {UNTRIED: "+", OLDEST: "+"}),
    "worker frozen": ("WorkerFrozen", {WORKER: "+", UNTRIED: "+", OLDEST: "+"}),
    "clock frozen": ("WorkerFrozen", {CLOCK: "+", **LATE}),
    "beat dead": ("BeatDead", {BEAT: "+", **LATE, UNTRIED: "+"}),
    "Redis gone": (
        "RedisAway",
        {'oriflamme_up{part="redis"}': 0, UNTRIED: "+", "oriflamme_clock_late_seconds": "+"},
    ),
    "disk nine tenths full": ("DiskFull", {"oriflamme_disk_used": 0.91}),
    "clock skew": ("ClockSkewed", {'oriflamme_part_skew_seconds{host="one",part="clock"}': 3600}),
    "lock held": ("LockHeld", {"oriflamme_transaction_seconds": "+", **LATE}),
    "pool empty": ("PoolEmpty", {"oriflamme_pool_in_vain_total": "+"}),
    "replica away": ("ReplicaBehind", {SLOT: 0, "oriflamme_transaction_seconds": "+"}),
    "backup old": ("BackupOld", {"oriflamme_backup_age_seconds": 129601}),
    "post deaf": ("PostDeaf", {'probe_success{job="oriflamme-post"}': 0}),
    "web gone": ("DatabaseAway", {"": None}),
}


def quiet() -> dict[str, float]:
    """As told while all is well."""
    BackupTrial.objects.create(reaches_to=timezone.now(), games=0)
    for task in (
        games_tasks.sweep_clocks,
        notifications_tasks.sweep,
        tournaments_tasks.sweep,
    ):
        celery.note_what_beat_asked_for(sender=task)
    now = present.now()
    words = {f"{part}@one": f"{now} 0" for part in ("worker", "clock", "beat")}
    present.client.hset(present.WORDS, mapping=words)
    lines = [line for line in metrics().splitlines() if line.startswith("oriflamme_")]
    told = {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}
    return {**told, 'probe_success{job="oriflamme-post"}': 1, SLOT: 1, UNTRIED: 0, OLDEST: 0}


def series(told: dict[str, float], fault: Told) -> list[dict[str, str]]:
    made = []
    before, after = QUIET // STEP, LASTS // STEP
    without_redis = fault.get('oriflamme_up{part="redis"}') == 0
    for name, value in told.items():
        change = fault.get(name, value)
        if "" in fault or (without_redis and OF_REDIS.match(name)):
            then = f"stale _x{after}"
        elif change == "+":
            then = f"{value}+{STEP}x{after}" if name != "oriflamme_pool_in_vain_total" else "1+1x99"
        else:
            then = f"{change}x{after}"
        made.append({"series": name, "values": f"{value}x{before} {then}"})
    return made


def case(name: str, told: dict[str, float], fault: Told, ends: int, fires: str) -> dict[str, Any]:
    """At its end exactly that fires."""
    count = 'count(ALERTS{alertstate="firing"}) by (alertname)'
    expected = [{"labels": f'{{alertname="{fires}"}}', "value": 1}] if fires else []
    return {
        "name": name,
        "interval": f"{STEP}s",
        "input_series": series(told, fault),
        "promql_expr_test": [
            {"expr": count, "eval_time": f"{at}s", "exp_samples": expected}
            for at in range(QUIET + 120 if fires else ends, ends + 1, STEP)
        ],
    }


def back(told: dict[str, float]) -> dict[str, Any]:
    """Redis was away for three minutes, and a part has not spoken yet since it is there again."""
    away, silent = 12, 5
    values = {
        'oriflamme_up{part="redis"}': f"1x8 0x{away - 1} 1x40",
        WORKER: f"5x8 _x{away} {15 * away}+15x{silent} 5x40",
        BEAT: f"5x8 _x{away} {15 * away}+15x{silent} 5x40",
    }
    rest = [one for one in series(told, {}) if one["series"] not in values]
    made = case("Redis is back", told, {}, 15 * (9 + away + silent), "")
    made["promql_expr_test"] = [
        {**made["promql_expr_test"][0], "eval_time": f"{15 * at}s"}
        for at in range(10 + away, 9 + away + silent)
    ]
    changed = [{"series": name, "values": told} for name, told in values.items()]
    return {**made, "input_series": [*rest, *changed]}


@pytest.mark.django_db
@pytest.mark.skipif(not PROMTOOL, reason="promtool is not installed (apt: prometheus)")
def test_each_fault_fires_its_alert_within_two_minutes_and_no_other(tmp_path: Path) -> None:
    told = quiet()
    for _alert, fault in FAULTS.values():
        assert set(fault) - {""} <= set(told)
    cases = [
        case(name, told, fault, QUIET + LASTS, alert) for name, (alert, fault) in FAULTS.items()
    ]
    cases.append(back(told))
    hour = [{**one, "values": f"{told[one['series']]}x240"} for one in series(told, {})]
    cases.append({**case("a quiet hour", told, {}, 3600, ""), "input_series": hour})
    file = tmp_path / "tests.yml"
    file.write_text(
        yaml.safe_dump({"rule_files": [str(RULES)], "evaluation_interval": "15s", "tests": cases})
    )
    assert PROMTOOL
    done = subprocess.run(
        [PROMTOOL, "test", "rules", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
