"""Addresses in the head of a letter."""

from email.header import Header

from notifications.plain import one_line

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


def unnumbered(local: str) -> tuple[str, int | None]:
    """What stands before the @, without its number, and the number."""
    plain, dot, number = local.rpartition(".")
    if dot and number.isascii() and number.isdecimal() and len(number) < 3:
        return plain, int(number)
    return local, None
