"""A small demo for an empty database, and the keys to it."""

import json
import os
import random
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.services import create_api_token
from games import bots, engine, services
from games.models import Game
from notifications.kinds import Welcome
from notifications.services import enqueue

PEOPLE: list[dict[str, Any]] = [
    {"handle": "alice", "name": "Alice", "language": "en", "time_zone": "Europe/London"},
    {"handle": "bohdan", "name": "Богдан", "language": "uk", "time_zone": "Europe/Kyiv"},
    {"handle": "carla", "name": "Carla", "language": "it", "time_zone": "Europe/Rome"},
    {"handle": "dasha", "name": "Даша", "language": "ru", "time_zone": "Asia/Almaty"},
]
# Easy to type and, with a random number, not to be guessed by a neighbour in the network.
WORDS = ("banner", "castle", "raven", "anvil", "lantern", "orchard", "harbour", "thistle")


def keys_file() -> Path:
    return Path(settings.LOCAL_DIR, "demo.json")


def fill_if_empty() -> bool:
    """Make the demo people with new keys, unless somebody is there already."""
    if User.objects.exists():
        return False
    keys = []
    with transaction.atomic():
        for fields in [*PEOPLE, {"handle": "admin", "name": "Admin", "is_superuser": True}]:
            handle = fields["handle"]
            password = "-".join((*secrets.SystemRandom().sample(WORDS, 3), _number()))
            is_admin = fields.get("is_superuser", False)
            user = User.objects.create_user(
                **fields,
                email=f"{handle}@example.test",
                password=password,
                is_staff=is_admin,
            )
            _, token = create_api_token(user=user, name="demo", tell=False)
            enqueue(person=user, kind=Welcome.name, dedupe_key=f"{Welcome.name} {user.pk}")
            keys.append(
                {
                    "handle": handle,
                    "email": user.email.reveal() if user.email else "",
                    "password": password,
                    "token": token.reveal(),
                    "staff": is_admin,
                }
            )
        _fill_tables(list(User.objects.filter(is_superuser=False).order_by("pk")))
        # Inside the transaction: people without known keys would be of no use.
        _write_privately(keys_file(), json.dumps(keys, indent=1))
    return True


def _fill_tables(people: list[User]) -> None:
    """A game to look back on, one in the middle of its third round, and one to join."""
    _alice, _bohdan, carla, dasha = people
    _play(_seated("Last winter", "alliance", people[:3]), people)
    friday = _seated("Friday table", "oriflamme", people)
    _play(friday, people, rounds=2, moves=3)
    services.say(game_key=friday.key, person=carla, text="Buona fortuna a tutti!")
    services.create_game(
        person=dasha,
        name="Пламя до зари",
        set="ablaze",
        seats=4,
        language="ru",
        fill_with_bots=True,
    )


def _seated(name: str, box: str, people: list[User]) -> Game:
    game = services.create_game(person=people[0], name=name, set=box, seats=len(people))
    for person in people[1:]:
        services.join(game_key=game.key, person=person)
    game.refresh_from_db()
    return game


def _play(game: Game, people: list[User], *, rounds: int = 6, moves: int = 0) -> None:
    """So many rounds, and then so many moves, as a careful player would."""
    by_pk = {person.pk: person for person in people}
    chairs = {number: by_pk[pk] for number, pk in game.chairs.values_list("number", "person_id")}
    state, rng, seq, left = engine.load(game.state.reveal()), random.Random(1), 0, moves
    while (seat := engine.to_move(state)) is not None:
        if state.round > rounds:
            if not left:
                return
            left -= 1
        move = bots.choose("careful", engine.view(state, seat), rng)
        services.play(game_key=game.key, person=chairs[seat], seq=seq, moves=[move], door="api")
        engine.play(state, move)
        seq += 1


def _number() -> str:
    return f"{secrets.randbelow(10_000):04d}"


def _write_privately(path: Path, text: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(text)
