"""Addresses in the head of a letter."""

from collections.abc import Iterable
from email.header import Header

from notifications.plain import one_line

# Of one among many: a head with forty of them has to pass everywhere.
_LONGEST_NAME = 24
# What would end a name in a mail's head.
_SPECIAL = dict.fromkeys(map(ord, '"\\<>()[],;:@'))


def named(name: str, address: str) -> str:
    """`"Friday table" <address>`, in letters that every mail server passes on."""
    plain = one_line(name).translate(_SPECIAL)
    if plain.isascii():
        return f'"{plain}" <{address}>'
    return f"{Header(plain, 'utf-8').encode(linesep='')} <{address}>"


def numbered(address: str, number: int) -> str:
    """As a letter that tells of several things names the address of each: with its number in that
    letter. It is no secret and no right, so nothing seals it."""
    local, _at, domain = address.rpartition("@")
    return f"{local}.{number}@{domain}"


def numbered_all(each: Iterable[tuple[int, str, str]]) -> str:
    """Number, name and address of each, as one answer goes to all of them."""
    return ", ".join(
        named(f"{number}. {name[:_LONGEST_NAME]}", numbered(address, number))
        for number, name, address in each
    )


def unnumbered(local: str) -> tuple[str, int | None]:
    """What stands before the @, without its number, and the number."""
    plain, dot, number = local.rpartition(".")
    if dot and number.isascii() and number.isdecimal() and len(number) < 3:
        return plain, int(number)
    return local, None
