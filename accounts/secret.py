"""What nobody reads by accident: a value without repr, text, JSON or pickle, but by a word that
says so."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")
SHOWN = "[secret]"


class Secret(Generic[T]):
    """Holds a seed, a token, a right, a code or a position. Logs, pages, letters and error reports
    that come upon it print “[secret]”; encoders and pickle, which would pass it on, refuse."""

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


class Address(Secret[str]):
    """A mail address. Comparing and lowering it works as with a text, and tells nobody anything.
    Made part of a text it refuses: a key or a digest of “[secret]” would be everybody's."""

    __slots__ = ()

    def lower(self) -> Address:
        return Address(self.reveal().lower())

    def __getitem__(self, part: slice) -> Address:
        if not isinstance(part, slice):
            raise TypeError("An address is shortened, and not read letter by letter.")
        return Address(self.reveal()[part])

    def __bool__(self) -> bool:
        return bool(self.reveal())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str | Secret):
            return NotImplemented
        return bool(self.reveal() == shown(other))

    __hash__ = None

    def __str__(self) -> NoReturn:
        raise TypeError("An address is no text: `reveal` it where it is shown to its owner.")

    def __format__(self, _how: str) -> str:
        return str(self)


def _bytes(text: object) -> bytes | None:
    if isinstance(text, str):
        return text.encode()
    return text if isinstance(text, bytes) else None


def hidden(held: T | Secret[T]) -> Secret[T]:
    """A secret of something that may be one already."""
    return held if isinstance(held, Secret) else Secret(held)


def address(text: str | Secret[str]) -> Address:
    return text if isinstance(text, Address) else Address(shown(text))


def as_copied(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """As the copy has them that a person takes of what is kept about them."""
    return [{name: shown(held) for name, held in row.items()} for row in rows]


def shown(held: T | Secret[T]) -> T:
    """What is in a secret, or in what may be one."""
    return held.reveal() if isinstance(held, Secret) else held
