"""DKIM (RFC 6376), for sites whose mail server does not sign: a relaxed/relaxed rsa-sha256
signature above the letter. No kept library with a wheel signs; `cryptography` has the hard part.
"""

import base64
import re
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from django.conf import settings

from notifications.channels import mail_domain

# What a reader sees and what programs act on. From twice: nobody adds a second one above it.
_SIGNED = (
    *("from", "from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to"),
    *("references", "mime-version", "content-type", "content-transfer-encoding"),
    *("list-unsubscribe", "list-unsubscribe-post", "list-id", "auto-submitted", "feedback-id"),
)
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*?)\r\n(?![ \t])", re.DOTALL)
_BLANKS = re.compile(rb"[ \t]+")


def signed(content: bytes) -> bytes:
    """The mail with its signature; as it is where there is no key."""
    if not settings.DKIM_KEY:
        return content
    head, _, body = content.partition(b"\r\n\r\n")
    # One of a name: what we write has no field twice.
    fields = dict(_fields(head + b"\r\n"))
    names = [name for at, name in enumerate(_SIGNED) if name in fields or name in _SIGNED[:at]]
    tags = [
        "v=1; a=rsa-sha256; c=relaxed/relaxed",
        f"d={mail_domain()}; s={settings.DKIM_SELECTOR}; t={int(time.time())}",
        *_folded_list(names),
        f"bh={_in_64(sha256(canonical_body(body)).digest())}",
        "b=",
    ]
    field = ("DKIM-Signature: " + ";\r\n ".join(tags)).encode()
    seen: set[str] = set()
    said = b""
    for name in names:
        said += b"" if name in seen else fields[name] + b"\r\n"
        seen.add(name)
    said += dict(_fields(field + b"\r\n"))["dkim-signature"]
    seal = _in_64(_key(settings.DKIM_KEY).sign(said, padding.PKCS1v15(), hashes.SHA256()))
    lines = [seal[at : at + 70] for at in range(0, len(seal), 70)]
    return field + "\r\n ".join(lines).encode() + b"\r\n" + content


def _folded_list(names: list[str]) -> Iterator[str]:
    half = len(names) // 2
    yield "h=" + ":".join(names[:half]) + ":\r\n " + ":".join(names[half:])


def _fields(head: bytes) -> Iterator[tuple[str, bytes]]:
    """Each as relaxed canonicalisation has it, without its end."""
    for found in _FIELD.finditer(head):
        name = found[1].lower()
        value = _BLANKS.sub(b" ", found[2].replace(b"\r\n", b"")).strip(b" ")
        yield name.decode("ascii"), name + b":" + value


def canonical_body(body: bytes) -> bytes:
    lines = [_BLANKS.sub(b" ", line).rstrip(b" ") for line in body.split(b"\r\n")]
    while lines and not lines[-1]:
        lines.pop()
    return b"".join(line + b"\r\n" for line in lines)


def _in_64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


@cache
def _key(said: str) -> rsa.RSAPrivateKey:
    """Raises ValueError where it is none."""
    key = serialization.load_der_private_key(base64.b64decode(said, validate=True), None)
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < 1024:
        raise ValueError("no RSA key")
    return key


def record(key: str) -> str:
    """What DNS has to say of the key."""
    public = _key(key).public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    der = public.public_bytes(serialization.Encoding.DER, form)
    return f"v=DKIM1; k=rsa; p={_in_64(der)}"
