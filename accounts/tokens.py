"""The form of an API token: `ofl_`, thirty random letters and digits, six of check sum.

The prefix and the check sum let secret scanners find a leaked token, and let the server
refuse a mistyped one without asking the database.
"""

import hashlib
import secrets
import string
import zlib

PREFIX = "ofl_"
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_LETTERS = 30
CHECK_LETTERS = 6


def make() -> str:
    body = "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LETTERS))
    return PREFIX + body + _check_sum(body)


def is_well_formed(token: str) -> bool:
    body = token[len(PREFIX) : -CHECK_LETTERS]
    return (
        token.startswith(PREFIX)
        and len(body) == RANDOM_LETTERS
        and token[-CHECK_LETTERS:] == _check_sum(body)
    )


def digest(token: str) -> bytes:
    # 178 random bits cannot be guessed, so a plain hash is enough and costs nothing.
    return hashlib.sha256(token.encode()).digest()


def _check_sum(body: str) -> str:
    number = zlib.crc32(body.encode())
    letters = ""
    for _ in range(CHECK_LETTERS):
        number, at = divmod(number, len(ALPHABET))
        letters = ALPHABET[at] + letters
    return letters
