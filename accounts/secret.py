"""What nobody reads by accident: a value without repr, text, JSON or pickle, but by a word that
says so."""

from __future__ import annotations

import hmac
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")
SHOWN = "[secret]"


class Secret(Generic[T]):
    """Holds a seed, a token, a right or a position. Logs, pages, letters and error reports that
    come upon it print “[secret]”; encoders and pickle, which would pass it on, refuse."""

    __slots__ = ("__held",)

    def __init__(self, held: T) -> None:
        self.__held = held

    def reveal(self) -> T:
        """The value. Whoever calls this answers for where it goes."""
        return self.__held

    # No template calls it.
    reveal.alters_data = True  # type: ignore[attr-defined]  # Django's word for that

    def is_same(self, given: str | bytes) -> bool:
        """Whether somebody has named it, in the same time whatever they named."""
        held, named = _bytes(self.__held), _bytes(given)
        return held is not None and named is not None and hmac.compare_digest(held, named)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return bool(self.reveal() == other.reveal())

    __hash__ = None  # type: ignore[assignment]  # a key of a dictionary is soon printed

    def __repr__(self) -> str:
        return SHOWN

    def __str__(self) -> str:
        return SHOWN

    def __format__(self, _how: str) -> str:
        return SHOWN

    def __copy__(self) -> Secret[T]:
        return self

    def __deepcopy__(self, _memo: Any) -> Secret[T]:
        return self

    def __reduce_ex__(self, _protocol: Any) -> NoReturn:
        raise TypeError("A secret is not pickled: reveal it, or leave it where it is.")


def _bytes(text: object) -> bytes | None:
    if isinstance(text, str):
        return text.encode()
    return text if isinstance(text, bytes) else None


def hidden(held: T | Secret[T]) -> Secret[T]:
    """A secret of something that may be one already."""
    return held if isinstance(held, Secret) else Secret(held)


def shown(held: T | Secret[T]) -> T:
    """What is in a secret, or in what may be one."""
    return held.reveal() if isinstance(held, Secret) else held
