"""One POST to an address that a stranger has chosen, and to no place inside our own network.

The name is resolved here, every address it has is checked, and the connection is made to the
checked address: a name that answers otherwise the second time leads nowhere. Redirects are not
followed, no proxy and no cookie is used, and of the answer only its head is read.
"""

import http.client
import io
import ipaddress
import socket
import ssl
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LookupTakesTooLong
from dataclasses import dataclass, replace
from email.message import Message
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings

LOOKUP_TAKES, CONNECTING_TAKES = 3.0, 3.0
# All of it, from the connection on: a server that dribbles is cut off.
ALL_TAKES = 8.0
LARGEST_HEAD = 16 * 1024
# How long the rest of an answer is listened to, only so that its sender need not see an error.
LISTENING, MOST_HEARD = 0.5, 64 * 1024
ADDRESSES_TRIED = 2

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Public by their numbers, as Python's releases see it, but answered by a cloud's own machinery.
_OF_CLOUDS = [
    ipaddress.ip_network(network)
    for network in ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24")
]
# IPv6 addresses that lead to an IPv4 one, which stands in their last bits.
_TRANSLATED = [ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96")]
_lookups = ThreadPoolExecutor(4, thread_name_prefix="lookup")


class Forbidden(Exception):
    """Such an address may not be called."""


class Unreachable(Exception):
    """Nobody answered, or not as a web server does, or not in time."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    # From the first word of ours to the last of theirs.
    seconds: float = 0.0


@dataclass(frozen=True, repr=False)
class Target:
    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


_PORTS = {"https": 443, "http": 80}


def read(url: str) -> Target:
    """Take an address apart; Forbidden says what is wrong with it."""
    # Before anything else: nothing that could end a line of the request may be in it.
    if not url.isascii() or any(not "!" <= letter <= "~" for letter in url) or "\\" in url:
        raise Forbidden("write it with plain letters, without spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden("it cannot be read") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise Forbidden("it must begin with https://")
    if parts.scheme == "http" and not settings.WEBHOOK_NETWORKS:
        raise Forbidden("it must begin with https://")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Forbidden("it must hold no name, no password and no #")
    if port == 0:
        raise Forbidden("it cannot be read")
    target = Target(
        parts.scheme,
        parts.hostname,
        port or _PORTS[parts.scheme],
        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
    )
    try:
        number = ipaddress.ip_address(target.host.partition("%")[0])
    except ValueError:
        return target
    _check([number], target)
    return target


def post(url: str, body: bytes, headers: Mapping[str, str], *, method: str = "POST") -> Answer:
    """Raises Forbidden or Unreachable."""
    target = read(url)
    addresses = resolve(target)
    _check(addresses, target)
    began = time.monotonic()
    until = began + ALL_TAKES
    sock = _connect(addresses[:ADDRESSES_TRIED], target, until)
    try:
        sock.settimeout(_left(until))
        sock.sendall(_head(method, target, len(body), headers) + body)
        answer = _answer(sock, until)
        return replace(answer, seconds=time.monotonic() - began)
    except OSError as error:
        raise Unreachable(_said(error)) from error
    finally:
        sock.close()


def resolve(target: Target) -> list[Address]:
    lookup = _lookups.submit(getaddrinfo, target.host, target.port)
    try:
        found = lookup.result(timeout=LOOKUP_TAKES)
    except (OSError, UnicodeError, LookupTakesTooLong) as error:
        lookup.cancel()
        raise Unreachable("its name leads nowhere") from error
    return [ipaddress.ip_address(address) for address in dict.fromkeys(found)]


def getaddrinfo(host: str, port: int) -> list[str]:
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(row[4][0]).partition("%")[0] for row in rows]


def _check(addresses: list[Address], target: Target) -> None:
    if not addresses:
        raise Unreachable("its name leads nowhere")
    own = [_is_own(address) for address in addresses]
    if all(own):
        return
    if any(not mine and not is_public(one) for mine, one in zip(own, addresses, strict=True)):
        raise Forbidden("it leads into an inner network")
    if target.scheme != "https":
        raise Forbidden("it must begin with https://")


def _is_own(address: Address) -> bool:
    """Whether the operator lets webhooks go to this place inside."""
    return any(address in ipaddress.ip_network(network) for network in settings.WEBHOOK_NETWORKS)


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is None and any(address in network for network in _TRANSLATED):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return (
        address.is_global
        and not (address.is_multicast or address.is_reserved or address.is_private)
        and not any(address in network for network in _OF_CLOUDS)
    )


def _connect(addresses: list[Address], target: Target, until: float) -> socket.socket:
    failure: OSError | None = None
    for address in addresses:
        try:
            # A number, so nothing is looked up again.
            timeout = min(CONNECTING_TAKES, _left(until))
            sock = socket.create_connection((str(address), target.port), timeout)
        except OSError as error:
            failure = error
            continue
        if target.scheme == "http":
            return sock
        try:
            sock.settimeout(_left(until))
            return _tls().wrap_socket(sock, server_hostname=target.host)
        except OSError as error:
            sock.close()
            failure = error
    raise Unreachable(_said(failure)) from failure


@cache
def _tls() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _head(method: str, target: Target, length: int, headers: Mapping[str, str]) -> bytes:
    lines = [
        f"{method} {target.path} HTTP/1.1",
        f"Host: {target.authority}",
        "User-Agent: Oriflamme-by-post",
        "Accept: */*",
        f"Content-Length: {length}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


def _answer(sock: socket.socket, until: float) -> Answer:
    heard = b""
    while True:
        while b"\r\n\r\n" not in heard:
            if len(heard) > LARGEST_HEAD:
                raise Unreachable("its answer has no end")
            sock.settimeout(_left(until))
            more = sock.recv(4096)
            if not more:
                raise Unreachable("it hung up without an answer")
            heard += more
        head, _, heard = heard.partition(b"\r\n\r\n")
        answer = _read_head(head)
        if answer.status >= 200:  # before it there may be words of waiting: 100, 103
            _hear_out(sock, until)
            return answer


def _read_head(head: bytes) -> Answer:
    first, _, rest = head.partition(b"\r\n")
    words = first.split(None, 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
        raise Unreachable("it does not speak HTTP")
    try:
        headers = http.client.parse_headers(io.BytesIO(rest + b"\r\n\r\n"))
    except http.client.HTTPException as error:
        raise Unreachable("it does not speak HTTP") from error
    return Answer(int(words[1]), headers)


def _hear_out(sock: socket.socket, until: float) -> None:
    until = min(until, time.monotonic() + LISTENING)
    heard = 0
    try:
        while heard < MOST_HEARD and (left := until - time.monotonic()) > 0:
            sock.settimeout(left)
            more = sock.recv(16 * 1024)
            if not more:
                return
            heard += len(more)
    except OSError:
        return  # its answer is known


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("it took too long")
    return left


def _said(error: Exception | None) -> str:
    """What went wrong, without what our own network looks like."""
    if isinstance(error, TimeoutError):
        return "it took too long"
    if isinstance(error, ssl.SSLError):
        return f"its certificate or TLS: {error.reason or type(error).__name__}"
    if isinstance(error, ConnectionRefusedError):
        return "nobody listens there"
    return "the connection broke"
