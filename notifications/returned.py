"""Mail that programs send about our letters: that one came back (RFC 3464), or that its reader
called it spam (RFC 5965). None of it is ever answered."""

from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses

import structlog

from notifications import returning
from notifications.returning import Origin
from notifications.services.reporting import (
    find_by_origin,
    means_nobody_there,
    note_complaint,
    note_return,
)

log = structlog.get_logger("oriflamme.post")

_ADDRESSED = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")
_COMPLAINTS = {"abuse", "fraud", "opt-out"}


def take_in(raw: bytes, *, recipients: Iterable[str] = ()) -> bool:
    """Whether it was such a mail. Then it has been dealt with."""
    head = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    addresses = [*recipients]
    for name in _ADDRESSED:
        addresses += [found for _name, found in getaddresses(map(str, head.get_all(name, [])))]
    about = _param(head, "report-type")
    if about == "feedback-report":
        _take_complaint(message_from_bytes(raw, policy=policy.compat32), addresses)
        return True
    if not any(map(returning.is_ours, addresses)):
        return False
    origin = _first_origin(addresses)
    if origin and about == "delivery-status":
        _take_return(message_from_bytes(raw, policy=policy.compat32), origin)
    else:
        log.info("mail to a return address left alone")  # somebody's holiday notice
    return True


def _take_return(mail: Message, origin: Origin) -> None:
    for block in _blocks(mail, "message/delivery-status"):
        if str(block.get("Action", "")).strip().casefold() != "failed":
            continue
        status = str(block.get("Status", "")).strip()
        words = str(block.get("Diagnostic-Code", "")).partition(";")[2]
        said = " ".join(f"{status} {words}".split())
        delivery, to_own = find_by_origin(origin)
        if delivery:
            for_good = means_nobody_there(status)
            note_return(delivery, said=said, for_good=for_good, to_own=to_own)
        return


def _take_complaint(mail: Message, addresses: list[str]) -> None:
    """The letter is named by where it says that it came from."""
    (report, *_), found = [*_blocks(mail, "message/feedback-report"), Message()], [*addresses]
    if str(report.get("Feedback-Type", "")).strip().casefold() not in _COMPLAINTS:
        return
    found.append(str(report.get("Original-Mail-From", "")))
    for part in mail.walk():
        found.append(str(part.get("Return-Path", "")))
        if part.get_content_type() == "text/rfc822-headers":
            text = part.get_payload(decode=True)
            head = BytesHeaderParser().parsebytes(text if isinstance(text, bytes) else b"")
            found.append(str(head.get("Return-Path", "")))
    origin = _first_origin(found)
    delivery = find_by_origin(origin)[0] if origin else None
    if delivery:
        note_complaint(delivery)
    else:
        log.warning("complaint about a letter that it does not name")


def _first_origin(addresses: Iterable[str]) -> Origin | None:
    return next(filter(None, map(returning.read, addresses)), None)


def _blocks(mail: Message, kind: str) -> Iterator[Message]:
    """The groups of fields in a part of a report."""
    for part in mail.walk():
        payload = part.get_payload()
        if part.get_content_type() == kind and isinstance(payload, list):
            yield from (block for block in payload if isinstance(block, Message))


def _param(mail: Message, name: str) -> str:
    if mail.get_content_type() != "multipart/report":
        return ""
    return str(mail.get_param(name) or "").casefold()
