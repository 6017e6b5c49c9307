"""A small demo for an empty database, and the keys to it."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.services import create_api_token
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
            enqueue(person=user, kind="welcome", dedupe_key=f"welcome {user.pk}")
            keys.append(
                {
                    "handle": handle,
                    "email": user.email,
                    "password": password,
                    "token": token,
                    "staff": is_admin,
                }
            )
        # Inside the transaction: people without known keys would be of no use.
        _write_privately(keys_file(), json.dumps(keys, indent=1))
    return True


def _number() -> str:
    return f"{secrets.randbelow(10_000):04d}"


def _write_privately(path: Path, text: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        out.write(text)
