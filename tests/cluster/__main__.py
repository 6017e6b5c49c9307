"""Break a site of three hosts while people play on it, and say what came of it.

    python -m tests.cluster [--small] [--rounds 1] [--rate 10] [--only kill,cut] [--report FILE]
                            [--leases zookeeper] [--throughput SECONDS]

What it needs and does not find it names, and ends with 2. It ends with 1 if an acknowledged move
was lost, one was made twice, a game is not what its log says, a letter came under two names, or the
backup that follows brings back less than it has to.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.cluster.hosts import alone, missing

INSIDE = "ORIFLAMME_CLUSTER_ROOM"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--small", action="store_true", help="few parts, one failover")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault")
    parser.add_argument("--rate", type=float, default=10, help="moves a second")
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument(
        "--leases", default="etcd", choices=("etcd", "zookeeper"), help="what says who leads"
    )
    parser.add_argument(
        "--throughput", type=float, default=0, metavar="SECONDS", help="break nothing, and measure"
    )
    parser.add_argument("--report", default="", help="where the table goes as well")
    chosen = parser.parse_args()
    if room := os.environ.get(INSIDE):
        if playing := os.fork():
            return _be_the_first_process(playing)
        from tests.cluster.breaking import break_it

        return break_it(Path(room), chosen)
    from tests.cluster.site import PATRONI, ZOOKEEPER_JAR

    lacks = missing()
    if not PATRONI.exists():
        lacks.append("Patroni is not installed (python3 requirements/install.py rig)")
    if chosen.leases == "zookeeper" and not ZOOKEEPER_JAR.exists():
        lacks.append("ZooKeeper is not installed (apt: zookeeper)")
    if lacks:
        print("The rig cannot run here:", *lacks, sep="\n- ")
        return 2
    room = tempfile.mkdtemp(prefix="oriflamme-cluster-")
    Path(room).chmod(0o711)
    try:
        argv = [*alone(), sys.executable, "-m", "tests.cluster", *sys.argv[1:]]
        running = subprocess.Popen(argv, env={**os.environ, INSIDE: room})
        # Whoever ends us ends all of it: the namespaces go with their first process.
        signal.signal(signal.SIGTERM, lambda *_: running.kill())
        try:
            return running.wait()
        except KeyboardInterrupt:
            running.kill()
            return 1
    finally:
        for _ in range(50):  # what lies in memory of the last ones may still be written
            shutil.rmtree(room, ignore_errors=True)
            if not Path(room).exists():
                break
            time.sleep(0.1)


def _be_the_first_process(playing: int) -> int:
    """Whose parent has died is ours; Patroni takes a dead one that nobody has buried for alive."""
    while True:
        ended, status = os.wait()
        if ended == playing:
            return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
