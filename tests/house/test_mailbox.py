"""The local mailbox holds everybody's codes and links."""

import socket

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from oriflamme_site.local import mailbox
from oriflamme_site.local.ground import own_addresses


@mailbox.here_only
def shown(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("every code and link")


@pytest.mark.parametrize(
    ("came_from", "own", "status"),
    [
        ("127.0.0.1", "127.0.0.1", 200),
        ("::1", "::1", 200),
        ("192.0.2.5", "192.0.2.5", 200),  # this machine, by its address in the network
        ("192.0.2.66", "192.0.2.5", 403),
        ("", "192.0.2.5", 403),
    ],
)
def test_it_is_shown_on_this_machine_alone(came_from: str, own: str, status: int) -> None:
    request = RequestFactory().get(
        "/mailbox/",
        REMOTE_ADDR=came_from,
        SERVER_NAME=own,
        HTTP_HOST=f"[{own}]" if ":" in own else own,
    )
    answer = shown(request)
    assert answer.status_code == status
    assert (b"code" in answer.content) == (status == 200)


def test_no_page_of_it_is_left_open() -> None:
    assert all(hasattr(pattern.callback, "__wrapped__") for pattern in mailbox.urlpatterns)
    assert {p.callback.__code__.co_name for p in mailbox.urlpatterns} == {"shown_here"}


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("rebound.example:8000", 403),
        ("rebound.example", 403),
        ("", 403),
    ],
)
def test_a_page_whose_name_was_led_here_reads_nothing(asked: str, status: int) -> None:
    request = RequestFactory().get("/mailbox/", REMOTE_ADDR="127.0.0.1", HTTP_HOST=asked)
    assert shown(request).status_code == status


def test_a_shared_start_answers_to_its_own_names_and_no_others() -> None:
    names = own_addresses()
    assert socket.gethostname() in names
    assert "*" not in names
