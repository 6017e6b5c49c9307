"""Names that cannot be guessed."""

import secrets

# Without letters that are taken for one another when read aloud or from paper.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def game_key() -> str:
    """79 random bits: trying all of them is hopeless."""
    return _random(16)


def token() -> str:
    """A right to join for whoever holds it: 118 random bits."""
    return _random(24)


def message_key() -> str:
    """Tells a message apart within its game; says nothing of how many others there are."""
    return _random(10)


def seed() -> bytes:
    return secrets.token_bytes(32)


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
