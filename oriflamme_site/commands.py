"""How each long-running part is started. docker-compose.yml says the same, by a test."""

WEB_OPTIONS = (
    *("--interface", "asginl"),
    *("--workers", "2"),
    # An open event stream must not hold up a stop.
    *("--workers-kill-timeout", "3"),
    *("--log-level", "warning"),
    "--no-ws",
    # Nobody speaks HTTP/2 to it but through a proxy, and waiting for which of the two it will be
    # has no limit of time.
    *("--http", "1"),
    # In so many milliseconds the next request of a connection has begun and its headers are here.
    *("--http1-header-read-timeout", "15000"),
    # More headers than this are refused; and so much is kept of what a connection sends or is sent.
    *("--http1-buffer-size", "16384"),
    "--respawn-failed-workers",
)

QUEUES = ("soon", "later", "bots", "devices", "hooks", "clocks")
CELERY = ("celery", "--quiet", "-A", "oriflamme_site")


def web(host: str, port: int) -> list[str]:
    where = ["--host", host, "--port", str(port)]
    return ["granian", *WEB_OPTIONS, *where, "oriflamme_site.asgi:application"]


def post(host: str, port: int) -> list[str]:
    """Takes in the mails by which people answer."""
    return ["python", "manage.py", "receive_mail", "--listen", f"{host}:{port}"]


def worker(queues: str = "soon,later") -> list[str]:
    # The order of the queues is their priority.
    takes = ["--queues", queues, "--concurrency", "2"]
    # Workers have nothing to tell each other: the database says who does what.
    alone = ["--without-gossip", "--without-mingle"]
    return [*CELERY, "worker", *takes, *alone, "--loglevel", "warning"]


def thinker() -> list[str]:
    """For bots that think, which takes a core each while it lasts."""
    # Two workers on one machine need two names.
    return [*worker("bots"), "--hostname", "thinker@%h"]


def clock() -> list[str]:
    """For what has its time: clocks, tournaments, and looking for letters that are due. Nothing
    in its queue waits for anybody outside, so no slow mail server stops a clock."""
    return [*worker("clocks"), "--hostname", "clock@%h"]


def caller(queue: str) -> list[str]:
    """For one of the queues to servers of people's own choice, `devices` or `hooks`, which may take
    seconds not to answer: its threads wait for them, and no letter does."""
    argv = [*worker(queue), "--pool", "threads", "--hostname", f"{queue}@%h"]
    argv[argv.index("--concurrency") + 1] = "8"
    return argv


def small_web(host: str, port: int) -> list[str]:
    """One process, for one machine that also does everything else."""
    argv = web(host, port)
    argv[argv.index("--workers") + 1] = "1"
    return argv


def small_worker(schedule: str) -> list[str]:
    """Worker and beat from one process, for one machine: less memory, and a sooner start.

    Bots think in the same two children, last of all and one thought at a time: while one of them
    thinks, the other has its hands free for mails.
    """
    return [*worker("soon,later,bots"), "--beat", "--schedule", schedule]


def small_clock() -> list[str]:
    """One process, whose two hands are threads."""
    return [*clock(), "--pool", "threads"]


def beat(schedule: str) -> list[str]:
    # Where beat remembers what it did last; losing it costs nothing.
    kept = ["--schedule", schedule, "--pidfile", ""]
    return [*CELERY, "beat", *kept, "--loglevel", "warning"]
