"""Fixtures of the tables that the two worlds are made of."""

from tests.tournaments.conftest import _workers_are_asleep

__all__ = ["_workers_are_asleep"]
