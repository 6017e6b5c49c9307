"""Who may do what by API: a row for each operation of the schema.

A new endpoint joins here with the scope that it needs, or the tests of rights fail.
"""

from typing import NamedTuple


class Right(NamedTuple):
    scope: str  # what a key needs
    without_key: bool = False  # whether strangers may ask too


# (method, path as the schema writes it)
ROWS: dict[tuple[str, str], Right] = {}
