"""Who is invited to a table, and which friends one could still ask."""

from typing import Literal

from django.db.models import QuerySet

from accounts.models import User
from accounts.services import relations
from games import errors, types
from games.models import Invitation
from games.models.table import Table
from games.selectors.tables import Found, find_game


def list_invitations(*, key: str, viewer: User) -> list[types.Invitation]:
    """Invitations to a table: its creator reads all, others those they made."""
    found = _at_table(key, viewer)
    return [_shown(row, found.table) for row in _readable(found, viewer).order_by("-pk")]


def invitation(made: Invitation, *, viewer: User) -> types.Invitation:
    """One that the viewer has just made, or made before."""
    return _shown(made, _at_table(made.game.key, viewer).table)


def _shown(row: Invitation, table: Table) -> types.Invitation:
    return {
        "token": row.token.reveal(),
        # Invited by address, a person stays an address.
        "handle": _handle(row),
        "address": row.address.reveal() or None,
        "state": _state(row, table),
        "at": row.at,
    }


def list_friends(*, key: str, viewer: User) -> list[types.Friend]:
    """The viewer's friends, and whether each may be invited to a table that gathers.

    It says no more than the viewer may know anyway: neither who sits at an anonymous table, nor
    whom others invited, nor whose address it was that got an invitation, nor whom a friend blocks.
    """
    found = _at_table(key, viewer)
    table = found.table
    if table.status != "gathering":
        raise errors.NotGathering
    seated = set() if table.hides_players() else {chair.person for chair in table.chairs}
    by_name = _readable(found, viewer).filter(address="")
    invited = {row.person_id for row in by_name if _state(row, table) == "open"}
    shown: list[types.Friend] = []
    why_not: Literal["seated", "invited", "bot"] | None
    for friend in relations.friends_of(viewer):
        if friend.pk in seated:
            why_not = "seated"
        elif friend.pk in invited:
            why_not = "invited"
        elif friend.is_bot and not table.welcomes_bots():
            why_not = "bot"
        else:
            why_not = None
        shown.append(
            {
                "handle": friend.handle,
                "name": friend.shown_name,
                "bot": friend.is_bot,
                "may_be_invited": why_not is None,
                "why_not": why_not,
            }
        )
    return shown


def _at_table(key: str, viewer: User) -> Found:
    found = find_game(key, viewer)
    if found.table.chair_of(viewer.pk) is None and not found.table.is_host(viewer.pk):
        raise errors.NotAtTable
    return found


def _readable(found: Found, viewer: User) -> QuerySet[Invitation]:
    rows = Invitation.objects.filter(game_id=found.table.id).select_related("person")
    # At an anonymous table another's guest may be sitting there by now.
    if found.table.creator_id != viewer.pk or found.table.hides_players():
        rows = rows.filter(by=viewer)
    return rows


def _handle(row: Invitation) -> str | None:
    if row.person is None or row.person.erased_at or row.address:
        return None
    return row.person.handle


def _state(row: Invitation, table: Table) -> str:
    """Who accepted sits there, which an anonymous table does not tell: there an invitation is open
    until it is withdrawn, or until nobody can take a seat any more."""
    if not table.hides_players():
        return row.state
    is_open = table.status == "gathering"
    if table.status == "running" and table.started_at is not None:
        is_open = row.at > table.started_at and any(chair.offered for chair in table.chairs)
    return "open" if is_open and row.state != "withdrawn" else "withdrawn"
