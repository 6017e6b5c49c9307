"""A tournament is taken on: by its desk, by the time that has come, by what people answer."""

from typing import Any

from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from notifications.models import Notification
from tests.tournaments.playing import end_round

SIX = ("alice", "bob", "carol", "dave", "frank", "grace")


def step(cup: Tournament, name: str, **wish: Any) -> None:
    tournaments.take_step(key=cup.key, person=cup.creator, step=name, **wish)


def go_on(cup: Tournament) -> Tournament:
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    return cup


def play(cup: Tournament) -> Tournament:
    end_round(cup)
    return go_on(cup)


def say_yes(cup: Tournament) -> None:
    cup.refresh_from_db()
    for entry in cup.entries.select_related("person") if cup.confirm_until else ():
        tournaments.confirm(key=cup.key, person=entry.person)


def asked_for(round: int) -> list[str]:
    """Who has had a letter whether they will play it."""
    letters = Notification.objects.filter(kind="tournament confirm").select_related("person")
    return [one.person.handle for one in letters if one.context.reveal()["round"] == str(round)]
