"""Who sits where, as far as a viewer may know it. Words are in the active language."""

from datetime import datetime

from django.utils.translation import gettext

from accounts.lookalikes import told_apart
from games import pace
from games.models.table import Chair, Table
from games.selectors.bots import bot_at_table
from games.selectors.times import to_the_minute
from games.types import Player


def player(table: Table, chair: Chair, viewer: int | None) -> Player | None:
    """Who sits on a chair; None where an anonymous table hides it until the end.

    A chair without a person is a bot's, known by its name.
    """
    if chair.person is None:
        if table.hides_players():
            return None
        return {"handle": None, "name": shown_name(table, chair), "bot": True}
    if table.hides_players() and chair.person != viewer:
        return None
    return {
        "handle": None if chair.is_gone else chair.handle,
        "name": shown_name(table, chair),
        "bot": bool(chair.is_bot),
    }


def shown_name(table: Table, chair: Chair) -> str:
    """As accounts' `User.shown_name`; bots of ours have names of their own at each table, so that
    no two are called alike."""
    if chair.is_gone:
        return gettext("a former player")
    if chair.person is None:
        before = [one for one in table.chairs if one.person is None and one.id < chair.id]
        return bot_at_table(chair.bot, table.id + len(before))
    return chair.name or chair.handle or ""


def creator(table: Table, viewer: int | None) -> str | None:
    """The handle of who opened the table. It is one of the players, so it is hidden with them; or
    who has asked them to it."""
    chair = table.chair_of(table.creator_id)
    if chair is None:
        return table.asked_by
    if table.hides_players() and chair.person != viewer:
        return None
    return None if chair.is_gone else chair.handle


def deadline(table: Table, viewer: int | None) -> datetime | None:
    """Until when is to be decided. It tells of the nights and weekends of who decides, so where
    players are hidden they alone are told."""
    seat = table.seat_of(viewer)
    if seat is not None and seat == table.to_move and not table.asks_all and _is_live(table):
        # Of a few minutes one would seem gone. Who sits at a live table hears the second anyway.
        return table.deadline and table.deadline.replace(microsecond=0)
    is_asked = table.asks_all or seat == table.to_move
    hidden = table.hides_players() and not is_asked
    # It follows from the moment of the last move, which is told to the minute.
    return None if hidden else to_the_minute(table.deadline)


def _is_live(table: Table) -> bool:
    return not pace.of(table.pace, table.own_pace).rests


# Handle and shown name of each chair.
Names = list[list[str | None]] | None


def all_names(table: Table) -> Names:
    """What people are called whom everybody is shown, for a copy that must not outlive a name."""
    if table.hides_players():
        return None
    return with_host([[chair.handle, chair.name] for chair in table.chairs], table.asked_by)


def with_host(seated: Names, asked_by: str | None) -> Names:
    return [*(seated or []), *([[asked_by, None]] if asked_by else [])] or None


def names(table: Table) -> list[str] | None:
    """What sentences call the seats; None: by the colours of their families."""
    if table.hides_players():
        return None
    return told_apart(
        [
            (shown_name(table, chair), None if chair.is_gone else chair.handle)
            for chair in table.chairs
        ]
    )
