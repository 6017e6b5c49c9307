"""Which form of a noun goes with a number."""

from collections.abc import Sequence


def pick(forms: Sequence[str], n: int) -> str:
    """Of two forms (one, other) or of the three of Slavic languages (one, few, many)."""
    if len(forms) == 2:
        return forms[n != 1]
    if n % 10 == 1 and n % 100 != 11:
        return forms[0]
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return forms[1]
    return forms[2]
