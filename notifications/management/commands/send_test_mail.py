from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from notifications.kinds import TestMail
from notifications.services import enqueue


class Command(BaseCommand):
    help = "Send a person a test mail through outbox, worker and mail server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("handle")

    def handle(self, *args: object, handle: str, **options: object) -> None:
        person = User.objects.filter(handle__iexact=handle).first()
        if person is None or not person.email:
            raise CommandError(f"Nobody with a mail address has the handle {handle}.")
        now = timezone.now().isoformat()
        enqueue(person=person, kind=TestMail.name, dedupe_key=f"{TestMail.name} {person.pk} {now}")
        self.stdout.write("Queued. The worker sends it; the admin's deliveries tell how it went.")
