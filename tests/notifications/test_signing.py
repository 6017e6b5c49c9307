"""Letters carry a DKIM signature where a key is set. OpenSSL's command checks it, and dkimpy too
where somebody has installed it (it is published without a wheel)."""

import base64
import re
import subprocess
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from notifications.channels.email import signing
from tests.notifications.conftest import Turns, work

MAIL = (
    b"From: Post <post@oriflamme.test>\r\nTo: alice@example.test\r\n"
    b"Subject: =?utf-8?q?Ein?=\r\n  =?utf-8?q?Zug?= \r\nX-Other: y\r\n"
    b"Content-Type: text/plain\r\n\r\nOne \t line  \r\n\r\n .\r\n\r\n\r\n"
)


@pytest.fixture
def key(settings: LazySettings) -> str:
    said = StringIO()
    call_command("make_dkim_key", stdout=said)
    line, *_name, record = said.getvalue().strip().splitlines()
    settings.DKIM_KEY = line.removeprefix("DKIM_KEY=")
    settings.DEFAULT_FROM_EMAIL = "Post <post@oriflamme.test>"
    return record


def signature(mail: bytes) -> dict[str, str]:
    head = mail.partition(b"\r\n\r\n")[0].decode()
    (field,) = re.findall(r"^DKIM-Signature: ((?:.*\r\n[ \t])*.*)$", head, re.MULTILINE)
    pairs = (one.partition("=") for one in re.sub(r"\s+", "", field).split(";"))
    return {name: value for name, _is, value in pairs}


def test_a_signature_is_what_the_standard_says(key: str, tmp_path: Path) -> None:
    mail = signing.signed(MAIL)
    assert mail.endswith(MAIL)
    tags = signature(mail)
    assert (tags["v"], tags["a"], tags["c"]) == ("1", "rsa-sha256", "relaxed/relaxed")
    assert (tags["d"], tags["s"]) == ("oriflamme.test", "oriflamme")
    assert tags["h"] == "from:from:to:subject:content-type"
    body = b"One line\r\n\r\n .\r\n"
    hashed = subprocess.run(
        ["openssl", "dgst", "-sha256", "-binary"], input=body, capture_output=True, check=True
    )
    assert tags["bh"] == base64.b64encode(hashed.stdout).decode()
    own = mail[: mail.index(b"\r\nFrom:")].decode().replace("\r\n", "")
    own = re.sub(r"[ \t]+", " ", own).replace("DKIM-Signature: ", "dkim-signature:")
    said = (
        "from:Post <post@oriflamme.test>\r\nto:alice@example.test\r\n"
        "subject:=?utf-8?q?Ein?= =?utf-8?q?Zug?=\r\ncontent-type:text/plain\r\n"
        + own[: own.index(" b=") + len(" b=")]
    )
    (tmp_path / "der").write_bytes(base64.b64decode(key.partition("p=")[2]))
    (tmp_path / "seal").write_bytes(base64.b64decode(tags["b"]))
    checked = subprocess.run(
        [
            *("openssl", "dgst", "-sha256", "-keyform", "DER", "-verify", tmp_path / "der"),
            *("-signature", tmp_path / "seal"),
        ],
        input=said.encode(),
        capture_output=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_signed_as_a_verifier_of_others_has_it(
    key: str, alice: Any, turns: Turns
) -> None:
    dkim = pytest.importorskip("dkim", reason="dkimpy has no wheel: pip install it by hand")
    turns.call(alice, "a")
    (letter,) = work()
    mail = signing.signed(letter.message().as_bytes(linesep="\r\n"))

    def dns(_name: bytes, timeout: int = 5) -> bytes:
        return key.encode()

    assert dkim.verify(mail, dnsfunc=dns)
    assert dkim.verify(signing.signed(MAIL), dnsfunc=dns)
    assert not dkim.verify(mail.replace(b"Decide", b"Decline"), dnsfunc=dns)
    assert not dkim.verify(mail.replace(b"\r\nFrom:", b"\r\nFrom: x@y.test\r\nFrom:"), dnsfunc=dns)


def test_without_a_key_nothing_is_added() -> None:
    assert signing.signed(MAIL) == MAIL
