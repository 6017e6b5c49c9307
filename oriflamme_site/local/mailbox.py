"""The mailbox page of a local installation: what the mail catcher has kept.

It holds everybody's codes and links, so it is shown on this machine alone, also where HOST
lets a whole network see the site.
"""

import email.policy
import re
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from functools import wraps
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

NAME = re.compile(r"[0-9]{20}-[0-9a-f]{8}\Z")


@dataclass
class Kept:
    name: str
    mail: EmailMessage
    raw: bytes

    @property
    def subject(self) -> str:
        return str(self.mail["Subject"] or "(no subject)")

    @property
    def at(self) -> object:
        return parsedate_to_datetime(self.mail["Date"]) if self.mail["Date"] else None

    def body(self, kind: str) -> str:
        part = self.mail.get_body((kind,))
        return part.get_content() if part else ""


def kept(name: str) -> Kept:
    if not NAME.match(name):
        raise Http404
    try:
        raw = (mail_dir() / f"{name}.eml").read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    mail = message_from_bytes(raw, policy=email.policy.default)
    return Kept(name, mail, raw)


def here_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse whoever does not come from this machine, by its loopback or its own address; and a
    page of somebody else's, whose name leads here: it would read what this machine may."""

    @wraps(view)
    def shown_here(request: HttpRequest, **named: object) -> HttpResponse:
        came_from = request.META.get("REMOTE_ADDR", "")
        own = request.META.get("SERVER_NAME", "")
        asked = split_domain_port(request.META.get("HTTP_HOST", own))[0]
        is_here = came_from == own or ip_address(came_from or "::").is_loopback
        if not is_here or asked not in {*settings.LOOPBACK_HOSTS, own, f"[{own}]"}:
            said = "The mailbox is shown only on the machine that the site runs on.\n"
            return HttpResponse(said, status=403, content_type="text/plain")
        return view(request, **named)

    return shown_here


def mail_dir() -> Path:
    return Path(settings.LOCAL_DIR, "mail")


@require_safe
@never_cache
def listing(request: HttpRequest) -> HttpResponse:
    """Newest first; `?to=` finds one person's mail."""
    names = sorted((file.stem for file in mail_dir().glob("*.eml")), reverse=True)
    to = request.GET.get("to", "").lower()
    if to:
        names = [name for name in names if to in str(kept(name).mail["To"]).lower()]
    page = Paginator(names, 50).get_page(request.GET.get("page"))
    context = {"page": page, "mails": [kept(name) for name in page], "to": to}
    return render(request, "mailbox/list.html", context)


@require_safe
@never_cache
def one(request: HttpRequest, name: str) -> HttpResponse:
    found = kept(name)
    pictures = [
        (number, part.get_filename() or part.get_content_type())
        for number, part in enumerate(found.mail.walk())
        if part.get_content_maintype() == "image"
    ]
    context = {
        "kept": found,
        "text": found.body("plain"),
        "has_html": bool(found.body("html")),
        "pictures": pictures,
        "headers": list(found.mail.items()),
    }
    return render(request, "mailbox/one.html", context)


@require_safe
@never_cache
@xframe_options_sameorigin
def html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML part as a mail program shows it: own pictures in place, no scripts."""
    found = kept(name)
    page = found.body("html")
    for number, part in enumerate(found.mail.walk()):
        cid = str(part.get("Content-ID", "")).strip("<>")
        if cid:
            page = page.replace(f"cid:{cid}", f"part/{number}")
    answer = HttpResponse(page)
    answer["Content-Security-Policy"] = (
        "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"
    )
    return answer


@require_safe
@never_cache
def part(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """One picture of a mail. Anything else goes out as a download."""
    parts = list(kept(name).mail.walk())
    if number >= len(parts) or parts[number].is_multipart():
        raise Http404
    found = parts[number]
    kind = found.get_content_type()
    content = found.get_payload(decode=True)
    answer = HttpResponse(content, content_type=kind)
    if kind not in {"image/png", "image/jpeg", "image/gif", "image/webp"}:
        answer["Content-Disposition"] = "attachment"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_safe
@never_cache
def raw(request: HttpRequest, name: str) -> HttpResponse:
    return HttpResponse(kept(name).raw, content_type="text/plain; charset=utf-8")


urlpatterns = [
    path("", here_only(listing), name="mailbox"),
    path("<str:name>/", here_only(one), name="mailbox-one"),
    path("<str:name>/html", here_only(html), name="mailbox-html"),
    path("<str:name>/part/<int:number>", here_only(part), name="mailbox-part"),
    path("<str:name>/raw", here_only(raw), name="mailbox-raw"),
]
