"""A local start answers to the names it was asked for, and to no others."""

from pathlib import Path

import pytest

from oriflamme_site.local import __main__ as local
from oriflamme_site.local.terminal import Terminal


def hosts(host: str, room: Path) -> set[str]:
    starts = local.Launcher(host=host, port=8000, data_dir=room, terminal=Terminal(form="text"))
    return set(starts._environment("postgres://", "redis://")["ALLOWED_HOSTS"].split(","))


@pytest.fixture(autouse=True)
def _none_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr(local.socket, "gethostname", lambda: "desk")
    monkeypatch.setattr(local, "own_addresses", lambda: {"192.0.2.7"})


MINE = {"localhost", "127.0.0.1", "[::1]", "desk"}


def test_one_for_this_machine_answers_to_its_names_alone(tmp_path: Path) -> None:
    assert hosts("127.0.0.1", tmp_path) == MINE


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_one_that_is_shared_answers_to_this_machines_addresses_and_not_to_any_name(
    tmp_path: Path, everywhere: str
) -> None:
    assert hosts(everywhere, tmp_path) == MINE | {"192.0.2.7"}


def test_what_is_asked_for_is_answered_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "games.example.test")
    assert hosts("0.0.0.0", tmp_path) == MINE | {"192.0.2.7", "games.example.test"}
