"""What DNS says of this site's mail, and what to mend."""

from argparse import ArgumentParser
from typing import Any

import dns.exception
import dns.resolver
import dns.reversename
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications import mail_dns
from notifications.channels import mail_domain


class Command(BaseCommand):
    help = "Look at SPF, DKIM, DMARC, PTR and MX of this site, and say what to mend."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--selector", action="append", default=[], help="of a DKIM key, as your relay names it"
        )

    def handle(self, *args: Any, selector: list[str], **options: Any) -> None:
        found = mail_dns.look(
            sender=mail_domain(),
            answers=settings.ANSWER_DOMAIN,
            host=settings.EMAIL_HOST,
            selectors=selector,
            resolve=resolve,
        )
        for one in found:
            mark = "well" if one.is_well else "MEND"
            self.stdout.write(f"{mark}  {one.about}: {one.said}")
        bad = sum(not one.is_well for one in found)
        if bad:
            raise CommandError(f"{bad} of {len(found)} to be mended.")


def resolve(name: str, kind: str) -> list[str]:
    """As DNS has it now; [] where there is nothing of that name and type."""
    asked: Any = dns.reversename.from_address(name) if kind == "PTR" else name
    try:
        answer = dns.resolver.resolve(asked, kind, lifetime=10)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.name.EmptyLabel):
        return []
    except dns.exception.DNSException as failure:
        raise CommandError(f"DNS does not answer about {name}: {failure}") from failure
    if kind == "TXT":
        # A long text stands in pieces, which are one.
        return [b"".join(record.strings).decode(errors="replace") for record in answer]
    return [record.to_text() for record in answer]
