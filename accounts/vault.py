"""What is kept so that a copy of the database does not tell it."""

import base64
import hashlib
import json
from typing import TYPE_CHECKING, Any

from django.conf import settings

from accounts.secret import Address, Secret, shown

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

_KINDS: dict[str, type[Secret[str]]] = {"secret": Secret, "address": Address}
_SEALED = "sealed "


def vault(purpose: str) -> "MultiFernet":
    # Imported late: megabytes that a process without sessions does not need.
    from cryptography.fernet import Fernet, MultiFernet

    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [
            Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"{purpose} {key}".encode()).digest()))
            for key in keys
        ]
    )


class SessionSerializer:
    """JSON, in which codes and addresses are sealed, and secrets again when they are read."""

    def dumps(self, session: Any) -> bytes:
        return json.dumps(session, separators=(",", ":"), default=_seal).encode("latin-1")

    def loads(self, written: bytes) -> Any:
        return json.loads(written.decode("latin-1"), object_hook=_unseal)


def words_of(session: object) -> str:
    """All that a session says, for whoever looks for somebody's name in it."""
    return json.dumps(session, default=shown, ensure_ascii=False)


def _seal(secret: object) -> dict[str, str]:
    for name, kind in _KINDS.items():
        if type(secret) is kind and isinstance(secret.reveal(), str):
            return {_SEALED + name: vault("session").encrypt(secret.reveal().encode()).decode()}
    raise TypeError(f"A session holds no {type(secret).__name__}.")


def _unseal(found: dict[str, Any]) -> object:
    name = next(iter(found), "")
    if len(found) != 1 or not name.startswith(_SEALED):
        return found
    kind = _KINDS[name.removeprefix(_SEALED)]
    return kind(vault("session").decrypt(found[name]).decode())
