"""Writes down the public games of months that are over, for everybody to fetch at /data."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import PublishedMonth
from games.selectors.published import read_month
from games.services import publishing


class Command(BaseCommand):
    help = "Write down the public games of a month, or of all months that are due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", nargs="?", help="like 2026-10; none: all that are due")
        parser.add_argument(
            "--anew", action="store_true", help="write it once more, from the start"
        )

    def handle(self, *_args: Any, month: str | None, anew: bool, **_options: Any) -> None:
        if anew and month is None:
            raise CommandError("Say which month to write anew.")
        due = [self._read(month)] if month else publishing.due_months()
        for one in due:
            if anew:
                publishing.forget(month=one)
            while publishing.write_part(month=one, read=read_month):
                pass
            whole = PublishedMonth.objects.get(month=one)
            self.stdout.write(f"{whole}: {whole.games} games, {whole.size} bytes, {whole.sha256}")
        if not due:
            self.stdout.write("No month is due.")

    @staticmethod
    def _read(text: str) -> date:
        try:
            month = date.fromisoformat(f"{text}-01")
        except ValueError:
            raise CommandError(f"{text} is no month; write it like 2026-10.") from None
        if not publishing.is_over(month):
            raise CommandError(f"{text} is not over yet.")
        return month
