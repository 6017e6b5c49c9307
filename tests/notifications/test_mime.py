"""What a letter's parts are said to be, for the programs that show them."""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.core import mail as outbox

from accounts.models import User
from notifications import services
from notifications.channels import email
from notifications.channels.email.mime import COLUMNS, flowed
from notifications.models import Delivery
from notifications.registry import Letter, Picture
from tests.post.mail_player import unfolded

LONG = "A sentence that is much longer than what one line of a mail holds, " * 3


def made(letter: Letter, message_id: str = "<1.abc@site.test>") -> EmailMessage:
    email.send(User(email="ann@example.test"), letter, message_id=message_id)
    raw = outbox.outbox[-1].message().as_bytes()
    parsed = message_from_bytes(raw, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    return parsed


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG}\n\n  1  Dario  closed card\n > 2  you    Soldier, closed\n\n-- \nwhy\n",
        "Дуже довге речення українською, яке не вміщується в один рядок листа, бо слів багато.\n",
        f"https://site.test/turn/{'x' * 90}\nFrom here on\n",
    ],
)
def test_text_flows_in_72_columns_and_is_the_same_again_when_it_has_flowed(text: str) -> None:
    lines = flowed(text).split("\n")
    assert all(len(line) <= COLUMNS for line in lines if not line.startswith("https://"))
    assert unfolded(flowed(text)) == "\n".join(
        line if line == "-- " else line.rstrip() for line in text.split("\n")
    )


def test_a_letter_says_how_its_parts_belong_together() -> None:
    letter = Letter(
        "s", LONG, html='<img src="cid:table">', pictures=(Picture("table", b"\x89PNG"),)
    )
    this = made(letter)
    assert this.get_content_type() == "multipart/related"
    assert this.get_param("type") == "multipart/alternative"
    text, html, image = [part for part in this.walk() if not part.is_multipart()]
    assert text.get_param("format") == "flowed"
    assert html.get_content().strip() == f'<img src="cid:{image["Content-ID"][1:-1]}">'
    assert unfolded(text.get_content().rstrip("\n")) == LONG.rstrip()


def test_no_two_letters_call_their_pictures_the_same() -> None:
    letter = Letter("s", "t", html='<img src="cid:table">', pictures=(Picture("table", b"P"),))
    ids = {
        part["Content-ID"]
        for number in range(2)
        for part in made(letter, f"<{number}.x@site.test>").walk()
        if part["Content-ID"]
    }
    assert len(ids) == 2


@pytest.mark.django_db
def test_providers_can_count_complaints_by_kind(person: Callable[[str], User]) -> None:
    services.enqueue(person=person("alice"), kind="welcome", dedupe_key="x")
    services.deliver(Delivery.objects.get().pk)
    assert outbox.outbox[-1].extra_headers["Feedback-ID"] == "welcome:::oriflamme"
