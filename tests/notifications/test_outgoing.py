"""Requests to addresses of strangers' choice go to the internet, whole, and nowhere else."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from notifications.channels import outgoing
from notifications.channels.outgoing import Forbidden, Unreachable
from tests import bounded
from tests.notifications.receiver import receiving
from tests.pace import within

INNER = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",  # where clouds tell a machine its secrets
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "100::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
PUBLIC = ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What names lead to, in this world."""
    known: dict[str, list[str]] = {}

    def look_up(host: str, port: int) -> list[str]:
        try:
            return known[host]
        except KeyError as error:
            raise socket.gaierror from error

    monkeypatch.setattr(outgoing, "getaddrinfo", look_up)
    return known


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Nobody is called; this is where calls would have gone."""
    called: list[tuple[str, int]] = []

    def dial(where: tuple[str, int], _timeout: float) -> socket.socket:
        called.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", dial)
    return called


@pytest.mark.parametrize("address", INNER)
def test_no_name_leads_into_an_inner_network(
    address: str, names: dict[str, list[str]], dialled: list[tuple[str, int]]
) -> None:
    names["evil.example"] = [address.partition("%")[0]]
    names["mixed.example"] = ["8.8.8.8", address.partition("%")[0]]
    for host in ("evil.example", "mixed.example"):
        with pytest.raises(Forbidden, match="inner network"):
            outgoing.post(f"https://{host}/", b"{}", {})
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(Forbidden):
        outgoing.read(f"https://{literal}/")
    assert dialled == []


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_called_by_its_number(
    address: str, names: dict[str, list[str]], dialled: list[tuple[str, int]]
) -> None:
    names["good.example"] = [address]
    with pytest.raises(Unreachable):
        outgoing.post("https://good.example/", b"{}", {})
    assert [host for host, _port in dialled] == [str(outgoing.ipaddress.ip_address(address))]


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "0177.0.0.1", "localhost"])
def test_other_ways_to_write_loopback_lead_nowhere(
    host: str, dialled: list[tuple[str, int]]
) -> None:
    with pytest.raises((Forbidden, Unreachable)):  # as the system's resolver reads them
        outgoing.post(f"https://{host}/", b"{}", {})
    assert dialled == []


@pytest.mark.parametrize(
    "url",
    [
        "http://good.example/",
        "ftp://good.example/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "good.example",
        "https://",
        "https:///x",
        "https://user:word@good.example/",
        "https://user@good.example/",
        "https://good.example/#part",
        "https://good.example/a b",
        "https://good.example/a\r\nX: y",
        "https://good.example/\n",
        "\thttps://good.example/",
        "https://good.example\\@evil.example/",
        "https://good.example:99999/",
        "https://good.example:0/",
        "https://good.example:x/",
        "https://[::1",
        "https://приклад.example/",
        "javascript:alert(1)",
        "",
    ],
)
def test_an_odd_address_is_refused_before_anything_is_looked_up(
    url: str, dialled: list[tuple[str, int]], names: dict[str, list[str]]
) -> None:
    names["good.example"] = names["evil.example"] = ["8.8.8.8"]
    with pytest.raises(Forbidden):
        outgoing.post(url, b"{}", {})
    assert dialled == []


def test_a_name_that_changes_its_mind_is_called_where_it_was_checked(
    monkeypatch: pytest.MonkeyPatch, dialled: list[tuple[str, int]]
) -> None:
    answers = iter([["8.8.8.8"], ["127.0.0.1"], ["127.0.0.1"]])
    monkeypatch.setattr(outgoing, "getaddrinfo", lambda _host, _port: next(answers))
    with pytest.raises(Unreachable):
        outgoing.post("https://rebinding.example/", b"{}", {})
    assert dialled == [("8.8.8.8", 443)]


def test_a_name_that_nobody_answers_for_takes_seconds_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = threading.Event()

    def forever(_host: str, _port: int) -> list[str]:
        done.wait(20)
        return []

    monkeypatch.setattr(outgoing, "getaddrinfo", forever)
    monkeypatch.setattr(outgoing, "LOOKUP_TAKES", 0.2)
    with within(2), pytest.raises(Unreachable, match="leads nowhere"):
        outgoing.post("https://slow.example/", b"{}", {})
    done.set()


def test_an_inner_network_is_reached_only_where_the_operator_says_so(
    settings: Any, names: dict[str, list[str]]
) -> None:
    with receiving() as there:
        names["inner.example"] = ["127.0.0.1"]
        url = f"http://inner.example:{there.port}/x?y=%20z"
        with pytest.raises(Forbidden):
            outgoing.post(url, b"{}", {})
        settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
        assert outgoing.post(url, b'{"a": 1}', {"webhook-id": "msg_1"}).status == 204
        (came,) = there.received
        assert came.path == "/x?y=%20z"
        assert came.body == b'{"a": 1}'
        assert came.headers["host"] == f"inner.example:{there.port}"
        assert came.headers["webhook-id"] == "msg_1"
        assert "cookie" not in came.headers
        # … and http:// still goes nowhere else.
        names["outer.example"] = ["8.8.8.8"]
        names["other.example"] = ["10.0.0.1"]
        for host in ("outer.example", "other.example"):
            with pytest.raises(Forbidden):
                outgoing.post(f"http://{host}/", b"{}", {})


def test_no_proxy_of_the_environment_sees_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiving() as there:
        assert outgoing.post(there.url, b"{}", {}).status == 204


def test_a_redirect_is_an_answer_and_is_not_followed(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiving() as there, receiving() as elsewhere:
        there.status, there.headers = 302, {"Location": elsewhere.url}
        assert outgoing.post(there.url, b"{}", {}).status == 302
        assert elsewhere.received == []


@contextmanager
def talking(act: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that says what it likes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection, contextlib.suppress(OSError):  # it was hung up on
                act(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        thread.join(10)


def test_a_server_that_dribbles_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    monkeypatch.setattr(outgoing, "ALL_TAKES", 0.5)

    def dribble(line: socket.socket) -> None:
        for _ in range(100):
            line.sendall(b"H")
            time.sleep(0.05)

    with within(2), talking(dribble) as url, pytest.raises(Unreachable, match="too long"):
        outgoing.post(url, b"{}", {})


def test_a_body_that_never_ends_costs_half_a_second(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]

    def pour(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in range(200):
            line.sendall(b"x" * 100)
            time.sleep(0.02)

    with talking(pour) as url, within(1.5):
        assert outgoing.post(url, b"{}", {}).status == 200


def test_a_flood_is_not_read(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    sent = [0]

    def flood(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        bound = bounded(1_000_000)
        while next(bound) and sent[0] < 200_000_000:
            sent[0] += line.send(b"x" * 65536)

    with talking(flood) as url:
        assert outgoing.post(url, b"{}", {}).status == 200
    assert sent[0] < 50_000_000  # what the system's buffers took


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"", "hung up"),
        (b"220 mail.example ESMTP\r\n\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 OK\r\n\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, "no end|broke"),
        (b"HTTP/1.1 100 Continue\r\n\r\n", "hung up"),
    ],
)
def test_nonsense_is_no_answer(settings: Any, said: bytes, why: str) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]

    def answer(line: socket.socket) -> None:
        line.recv(65536)
        line.sendall(said)

    with talking(answer) as url, pytest.raises(Unreachable, match=why):
        outgoing.post(url, b"{}", {})


def test_words_of_waiting_come_before_the_answer(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]

    def answer(line: socket.socket) -> None:
        line.recv(65536)
        line.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\nA: b\r\n\r\n")

    with talking(answer) as url:
        assert outgoing.post(url, b"{}", {}).status == 202


def test_a_certificate_of_nobody_we_know_is_refused(
    settings: Any, tmp_path: Any, names: dict[str, list[str]]
) -> None:
    """… and the name, not the number, is asked for in the handshake."""
    import ssl
    import subprocess

    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=own.example"),
            *("-addext", "subjectAltName=DNS:own.example"),
        ],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    names["own.example"] = names["other.example"] = ["127.0.0.1"]
    asked: list[str] = []
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    theirs.sni_callback = lambda _socket, name, _context: asked.append(name)  # type: ignore[assignment]

    def answer(line: socket.socket) -> None:
        with theirs.wrap_socket(line, server_side=True) as secure:
            secure.recv(65536)
            secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    def call(host: str) -> int:
        with talking(answer) as url:
            return outgoing.post(url.replace("http://127.0.0.1", f"https://{host}"), b"", {}).status

    with pytest.raises(Unreachable, match="certificate"):
        call("own.example")
    outgoing._tls().load_verify_locations(tmp_path / "cert.pem")
    try:
        assert call("own.example") == 204
        with pytest.raises(Unreachable, match="certificate"):
            call("other.example")
    finally:
        outgoing._tls.cache_clear()
    assert asked == ["own.example", "own.example", "other.example"]
