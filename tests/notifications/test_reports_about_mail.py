"""What receivers report of mail in our name is read, counted and shown; nothing else follows."""

import gzip
import io
import json
import zipfile
from email.message import EmailMessage
from typing import Any

import pytest

from accounts.models import User
from notifications import domains, inbound, returned
from notifications.models import Delivery, MailDay, MailReport
from tests import address_of
from tests.notifications.conftest import Turns, work
from tests.notifications.reports import complaint
from tests.notifications.reports import returned as bounce

pytestmark = pytest.mark.django_db

DMARC = """<?xml version="1.0"?><feedback {space}>
<report_metadata><org_name>google.example</org_name><report_id>17</report_id>
<date_range><begin>1794873600</begin><end>1794959999</end></date_range></report_metadata>
<record><row><source_ip>192.0.2.1</source_ip><count>120</count><policy_evaluated>
<disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row></record>
<record><row><source_ip>198.51.100.9</source_ip><count>3</count><policy_evaluated>
<disposition>quarantine</disposition><dkim>fail</dkim><spf>fail</spf></policy_evaluated></row>
</record></feedback>"""
TLS: dict[str, Any] = {
    "organization-name": "Mail of Others",
    "date-range": {
        "start-datetime": "2026-11-18T00:00:00Z",
        "end-datetime": "2026-11-18T23:59:59Z",
    },
    "report-id": "5065427c",
    "policies": [
        {
            "policy": {"policy-type": "sts", "policy-domain": "oriflamme.test"},
            "summary": {"total-successful-session-count": 53, "total-failure-session-count": 2},
            "failure-details": [
                {
                    "result-type": "certificate-expired",
                    "receiving-mx-hostname": "mx.oriflamme.test",
                    "failed-session-count": 2,
                }
            ],
        }
    ],
}


def sent(content: bytes, kind: str, to: str = "reports@oriflamme.test") -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = "noreply@google.example", to
    mail["Subject"] = "Report Domain: oriflamme.test"
    mail.set_content("This is a report.")
    maintype, subtype = kind.split("/")
    mail.add_attachment(content, maintype=maintype, subtype=subtype, filename="report")
    return mail.as_bytes()


def zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("report.xml", content)
    return file.getvalue()


@pytest.mark.parametrize("space", ["", 'xmlns="urn:ietf:params:xml:ns:dmarc-2.0"'])
@pytest.mark.parametrize("pack", [zipped, gzip.compress, bytes])
def test_a_report_of_dmarc_is_counted_once(pack: Any, space: str) -> None:
    mail = sent(pack(DMARC.format(space=space).encode()), "application/zip")
    for _ in range(2):
        inbound.take_in(mail, recipients=["reports@oriflamme.test"])
    report = MailReport.objects.get()
    assert (report.kind, report.reporter, report.key) == ("dmarc", "google.example", "17")
    assert (report.passed, report.failed) == (120, 3)
    assert report.said == "3 × 198.51.100.9: dkim fail, spf fail"


def test_a_report_of_tls_is_counted() -> None:
    content = gzip.compress(json.dumps(TLS).encode())
    assert returned.take_in(sent(content, "application/tlsrpt+gzip"))
    report = MailReport.objects.get()
    assert (report.kind, report.passed, report.failed) == ("tls", 53, 2)
    assert report.said == "2 × mx.oriflamme.test: certificate-expired"


def test_of_a_report_without_end_two_thousand_rows_are_counted() -> None:
    head, row, *_rest = DMARC.format(space="").partition("<record>")
    one = row + _rest[0].partition("</record>")[0] + "</record>"
    content = head + one * 2001 + "</feedback>"
    assert returned.take_in(sent(gzip.compress(content.encode()), "application/gzip"))
    assert MailReport.objects.get().passed == 2000 * 120


HOSTILE = {
    "a bomb": gzip.compress(b"<a>" + b" " * 50_000_000),
    "a zip of nothing": zipped(b"")[:40],
    "entities": b'<!DOCTYPE a [<!ENTITY b "c">]>' + DMARC.format(space="").encode(),
    "numbers": DMARC.format(space="").replace("120", "9" * 5000).encode(),
    "no name": DMARC.format(space="").replace("google.example", "").encode(),
    "lists": json.dumps({**TLS, "policies": {"a": 1}}).encode(),
    "no text": json.dumps({**TLS, "organization-name": 7}).encode(),
    "depth": b'{"policies":' + b"[" * 100_000,
    "dates": json.dumps({**TLS, "date-range": {"start-datetime": "x"}}).encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_report_does_nothing(what: str) -> None:
    assert returned.take_in(sent(HOSTILE[what], "application/gzip")) is False
    assert not MailReport.objects.exists()


def test_nobody_else_s_mail_is_read_as_a_report() -> None:
    mail = sent(gzip.compress(DMARC.format(space="").encode()), "application/gzip", "x@y.test")
    assert returned.take_in(mail) is None
    assert inbound.is_awaited("<Reports@oriflamme.test>")
    assert not inbound.is_awaited("reports@elsewhere.test")


def test_the_desk_knows_what_came_back_and_what_was_called_spam(alice: User, turns: Turns) -> None:
    for table in "abcd":
        turns.call(alice, table)
    letters = work()
    assert returned.take_in(complaint(letters[0]))
    assert returned.take_in(bounce(letters[1]))
    (row,) = domains.of_week()
    domain = address_of(alice).partition("@")[2]
    assert row[:4] == (domain, 4, 1, 1)
    assert (row.returned_percent, row.complaints_percent) == (25, 25)
    assert not row.is_bad  # of four letters
    MailDay.objects.update(letters=400)
    assert not domains.of_week()[0].is_bad
    MailDay.objects.update(complaints=3)
    assert domains.of_week()[0].is_bad
    assert Delivery.objects.filter(state="bounced").count() == 1
