"""Tables for the tests of the house."""

from tests.games.conftest import open_table

__all__ = ["open_table"]
