"""Mail that programs send about our letters: that one came back (RFC 3464), or that its reader
called it spam (RFC 5965). None of it is ever answered."""

import re
from collections.abc import Iterable, Iterator
from email.message import Message

import structlog

from notifications import reports, returning
from notifications.opening import Part, addresses, one, open_mail, param, read_head
from notifications.returning import Origin
from notifications.services.reporting import (
    find_by_origin,
    means_nobody_there,
    note_complaint,
    note_return,
)

log = structlog.get_logger("oriflamme.post")

_ADDRESSED = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")
_BLANK_LINES = re.compile(rb"(?:\r?\n){2,}")
# Of a report's part, and how many addresses a report tells of.
_MOST_BYTES, _MOST_BLOCKS = 64_000, 60
_COMPLAINTS = {"abuse", "fraud", "opt-out"}


def take_in(raw: bytes, *, recipients: Iterable[str] = ()) -> bool | None:
    """Whether such a mail was about a letter that we know. None: it is no such mail."""
    head, parts = open_mail(raw)
    to = [*recipients, *addresses(head, *_ADDRESSED)]
    is_report = head.get_content_type() == "multipart/report"
    about = param(head, "report-type").casefold() if is_report else ""
    if about == "feedback-report":
        return _take_complaint(parts, to)
    if any(map(returning.is_for_reports, to)):
        return reports.take_in(parts) > 0
    if not any(map(returning.is_ours, to)):
        return None
    origin = _first_origin(to)
    if origin and about == "delivery-status":
        return _take_return(parts, origin)
    log.info("mail to a return address left alone")  # somebody's holiday notice
    return False


def _take_return(parts: list[Part], origin: Origin) -> bool:
    for block in _blocks(parts, "message/delivery-status"):
        if one(block, "Action").casefold() != "failed":
            continue
        status = one(block, "Status")
        words = one(block, "Diagnostic-Code").partition(";")[2]
        said = " ".join(f"{status} {words}".split())
        delivery, to_own = find_by_origin(origin)
        if delivery:
            for_good = means_nobody_there(status)
            note_return(delivery, said=said, for_good=for_good, to_own=to_own)
        return delivery is not None
    return False


def _take_complaint(parts: list[Part], to: list[str]) -> bool:
    """The letter is named by where it says that it came from."""
    report = next(_blocks(parts, "message/feedback-report"), Message())
    if one(report, "Feedback-Type").casefold() not in _COMPLAINTS:
        return False
    found = [*to, *addresses(report, "Original-Mail-From")]
    for part in parts:
        if part.kind in {"message/rfc822", "text/rfc822-headers"}:
            found += addresses(read_head(part.content(_MOST_BYTES)), "Return-Path")
    origin = _first_origin(found)
    delivery = find_by_origin(origin)[0] if origin else None
    if delivery:
        note_complaint(delivery)
    else:
        log.warning("complaint about a letter that it does not name")
    return delivery is not None


def _first_origin(addresses: Iterable[str]) -> Origin | None:
    return next(filter(None, map(returning.read, addresses)), None)


def _blocks(parts: list[Part], kind: str) -> Iterator[Message]:
    """The groups of fields in a part of a report."""
    for part in parts:
        if part.kind == kind:
            for block in _BLANK_LINES.split(part.content(_MOST_BYTES).strip())[:_MOST_BLOCKS]:
                yield read_head(block)
