"""A letter as mail programs like it: text that flows, and pictures that belong to their HTML."""

import textwrap
from email.message import Message
from typing import Any

from django.core.mail import EmailMultiAlternatives

COLUMNS = 72


class Mail(EmailMultiAlternatives):
    """Django's, with what its parts are said to be."""

    def message(self, *args: Any, **options: Any) -> Any:
        made = super().message(*args, **options)
        for part in made.walk():
            _say_more(part)
        return made


def _say_more(part: Message) -> None:
    kind = part.get_content_type()
    if kind == "multipart/related":
        part.set_param("type", "multipart/alternative")  # RFC 2387: what its root is
    elif kind == "text/plain":
        text = part.get_payload(decode=True)
        assert isinstance(text, bytes)
        # Django's sets how it is encoded anew.
        part.set_payload(flowed(text.decode("utf-8")), "utf-8")
        part.set_param("format", "flowed")


def flowed(text: str) -> str:
    """As RFC 3676 has it: lines of 72 columns, of which those that end in a blank go on."""
    return "\n".join(map(_flowed, text.split("\n")))


def _flowed(line: str) -> str:
    if line == "-- ":
        return line
    line = line.rstrip(" ")
    pieces = [line]
    if len(line) > COLUMNS:
        indent = line[: len(line) - len(line.lstrip(" "))]
        pieces = textwrap.wrap(
            line,
            COLUMNS - 1,
            initial_indent="",
            subsequent_indent="",
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
            expand_tabs=False,
            replace_whitespace=False,
        )
        pieces[0] = indent + pieces[0].lstrip(" ")
    return " \n".join(map(_stuffed, pieces))


def _stuffed(line: str) -> str:
    """A blank more, where the beginning means something to who reads it."""
    return f" {line}" if line.startswith((" ", ">", "From ")) else line
