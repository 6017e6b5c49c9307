"""Who sits where, as far as a viewer may know it. Words are in the active language."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.lookalikes import told_apart
from games.models.table import Chair, Table
from games.selectors.bots import bot_name
from games.selectors.times import to_the_minute

Player = dict[str, Any]


def player(table: Table, chair: Chair, viewer: int | None) -> Player | None:
    """Who sits on a chair; None where an anonymous table hides it until the end.

    A chair without a person is a bot's, known by its name.
    """
    if chair.person is None:
        if table.hides_players():
            return None
        return {"handle": None, "name": bot_name(chair.bot), "bot": True}
    if table.hides_players() and chair.person != viewer:
        return None
    return {
        "handle": None if chair.is_gone else chair.handle,
        "name": shown_name(chair),
        "bot": bool(chair.is_bot),
    }


def shown_name(chair: Chair) -> str:
    """As accounts' `User.shown_name`; a bot of ours has the name of what plays it."""
    if chair.is_gone:
        return gettext("a former player")
    return chair.name or chair.handle or bot_name(chair.bot)


def creator(table: Table, viewer: int | None) -> str | None:
    """The handle of who opened the table. It is one of the players, so it is hidden with them."""
    chair = table.chair_of(table.creator_id)
    if chair is None or (table.hides_players() and chair.person != viewer):
        return None
    return None if chair.is_gone else chair.handle


def deadline(table: Table, viewer: int | None) -> datetime | None:
    """Until when is to be decided. It tells of the nights and weekends of who decides, so where
    players are hidden they alone are told."""
    hidden = table.hides_players() and table.seat_of(viewer) != table.to_move
    # It follows from the moment of the last move, which is told to the minute.
    return None if hidden else to_the_minute(table.deadline)


def names(table: Table) -> list[str] | None:
    """What sentences call the seats; None: by the colours of their families."""
    if table.hides_players():
        return None
    return told_apart(
        [(shown_name(chair), None if chair.is_gone else chair.handle) for chair in table.chairs]
    )
