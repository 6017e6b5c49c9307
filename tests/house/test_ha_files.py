"""The files for several hosts say what the product says; the rig (tests/cluster) runs them."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from oriflamme_site import commands

ROOT = Path(__file__).parents[2]
HA = ROOT / "deploy/ha"
COMPOSE: dict[str, Any] = yaml.safe_load((HA / "compose.yml").read_text())
ONE_HOST: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
HAPROXY = (HA / "haproxy.cfg").read_text()
PATRONI: dict[str, Any] = yaml.safe_load((HA / "patroni.yml").read_text())
PARTS = ("web", "worker", "clock", "thinker", "devices", "hooks", "beat", "post")
KUBERNETES = ROOT / "deploy/kubernetes/oriflamme.yaml"
# Installed beside, with the rig: its schemas are larger than all of ours.
VALIDATOR = ROOT / ".venv-rig/bin/kubernetes-validate"
CHECKER = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")


def test_the_compose_file_of_a_host_fits_the_published_schema() -> None:
    checker = ROOT / ".venv/bin/check-jsonschema"
    done = subprocess.run(
        [checker, "--builtin-schema", "vendor.compose-spec", HA / "compose.yml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("part", PARTS)
def test_a_part_on_several_hosts_is_started_as_on_one(part: str) -> None:
    here = {
        "web": commands.web("0.0.0.0", 8001),
        "post": commands.post("0.0.0.0", 2526),
    }.get(part) or ONE_HOST["services"][part]["command"]
    assert COMPOSE["services"][part]["command"] == here
    assert COMPOSE["services"][part]["environment"]["PART"] == part
    # Behind a pooler nothing is prepared.
    assert COMPOSE["services"][part]["environment"]["DATABASE_PREPARE_AFTER"] == "0"


def test_migrations_do_not_go_through_the_pooler() -> None:
    assert ":5000/" in COMPOSE["services"]["migrate"]["environment"]["DATABASE_URL"]
    assert ":6432/" in COMPOSE["x-settings"]["DATABASE_URL"]


def test_the_ways_lead_where_the_parts_listen() -> None:
    ways = dict(re.findall(r"listen (\w+)\n(?:.*\n)*?\s+server one \"\$\{ONE\}:(\d+)\"", HAPROXY))
    assert ways == {
        "web": "8001",
        "post": "2526",
        "database": "5432",
        "replicas": "5432",
        "redis": "6380",
    }
    pooler = (HA / "pgbouncer.ini").read_text()
    assert "port=5000" in pooler
    assert "listen_port = 6432" in pooler
    assert "pool_mode = transaction" in pooler


def test_a_session_with_a_dead_server_is_shut() -> None:
    assert "on-marked-down shutdown-sessions" in HAPROXY


@pytest.mark.skipif(not CHECKER, reason="HAProxy is not installed (apt: haproxy)")
def test_the_ways_are_understood_by_haproxy() -> None:
    hosts = {"ONE": "127.0.0.1", "TWO": "127.0.0.2", "THREE": "127.0.0.3", "REDIS_PASSWORD": "x"}
    done = subprocess.run(
        [str(CHECKER), "-c", "-f", HA / "haproxy.cfg"],
        env={**os.environ, **hosts},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_primary_gives_up_its_lease_before_another_takes_it() -> None:
    rules = PATRONI["bootstrap"]["dcs"]
    gives_up = rules["loop_wait"] + 2 * rules["retry_timeout"]
    assert rules["ttl"] >= max(20, gives_up)
    settings = dict(re.findall(r"^(\w+)=(\d+)$", (HA / "zoo.cfg").read_text(), re.M))
    session, tick = int(settings["maxSessionTimeout"]), int(settings["tickTime"])
    # Less than two ticks is no session.
    assert session >= max(1000 * gives_up, 2 * tick)


class _Merged(yaml.SafeLoader):
    """Reads what only means something where two compose files are merged."""


for tag in ("!reset", "!override"):
    _Merged.add_constructor(tag, lambda loader, node: (node.tag, node.value))


def test_leases_by_zookeeper_are_those_of_etcd_elsewhere() -> None:
    other = yaml.load((HA / "zookeeper.yml").read_text(), _Merged)
    assert other["services"].keys() - {"zookeeper"} <= COMPOSE["services"].keys()
    patroni = other["services"]["patroni"]["environment"]
    (replaced,) = [name for name, value in patroni.items() if value[0] == "!reset"]
    assert replaced in COMPOSE["services"]["patroni"]["environment"]
    port = re.findall(r"^clientPort=(\d+)$", (HA / "zoo.cfg").read_text(), re.M)
    assert re.findall(r":(\d+)'", patroni["PATRONI_ZOOKEEPER_HOSTS"]) == port * 3
    # As the rig starts it.
    from tests.cluster.site import ZOOKEEPER

    given = other["services"]["zookeeper"]["environment"]["SERVER_JVMFLAGS"].split()
    assert set(given) <= set(map(str, ZOOKEEPER))


def test_a_commit_waits_for_any_replica_and_for_no_certain_one() -> None:
    rules = PATRONI["bootstrap"]["dcs"]
    assert (rules["synchronous_mode"], rules["synchronous_node_count"]) == ("quorum", 1)
    assert "synchronous_mode_strict: true" not in (HA / "patroni.yml").read_text()
    assert "synchronous_mode_strict=true" in (ROOT / "docs/scaling.md").read_text()


def test_whichever_is_primary_keeps_what_the_backup_has_not() -> None:
    script = (ROOT / "deploy/backup.sh").read_text()
    (slot,) = re.findall(r"^slot=(\w+)", script, re.M)
    assert list(PATRONI["bootstrap"]["dcs"]["slots"]) == [slot]


def test_every_host_asks_its_own_example_for_what_is_secret() -> None:
    example = set(re.findall(r"^(\w+)=", (HA / ".env.example").read_text(), re.M))
    files = (HA / "compose.yml").read_text() + (HA / "zookeeper.yml").read_text()
    asked = set(re.findall(r"(?<!\$)\$\{(\w+)", files))
    assert asked <= example


# --- on Kubernetes ---------------------------------------------------------------------------


def deployments() -> dict[str, dict[str, Any]]:
    found = yaml.safe_load_all(KUBERNETES.read_text())
    return {one["metadata"]["name"]: one for one in found if one["kind"] == "Deployment"}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_on_kubernetes_is_started_as_on_one_host(part: str) -> None:
    (container,) = deployments()[part]["spec"]["template"]["spec"]["containers"]
    here = ONE_HOST["services"][part].get("command") or commands.web("0.0.0.0", 8000)
    assert container["command"] == here
    assert {"name": "PART", "value": part} in container["env"]
    assert "livenessProbe" in container


@pytest.mark.skipif(
    not VALIDATOR.exists(), reason="kubernetes-validate is not (requirements/install.py rig)"
)
def test_the_manifests_fit_the_schema_of_kubernetes() -> None:
    done = subprocess.run(
        [VALIDATOR, "--strict", "--quiet", KUBERNETES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
