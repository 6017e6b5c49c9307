"""What happens at a table, as its own webhooks are told it: what everybody who watches reads in
the stream, and nothing of the talk."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.utils import translation
from django.utils.translation import gettext as _

from games import kinds, mails, types
from games.models import Feed
from games.models.table import Table, find_table
from games.selectors import news
from games.selectors.feed import Cursor, Happening
from games.selectors.people import names
from games.services import hooking
from notifications.registry import Kind, Told


class AtTable(Kind):
    name = kinds.AT_TABLE
    event = "table"
    is_chosen = False
    cases = tuple(hooking.TYPES)
    of = "game"

    def is_still_true(self) -> bool:
        """Whoever made the webhook still sits there, and the row of the feed is not too old."""
        return (
            hooking.may_hook(self.facts["game"], self.notification.person)
            and Feed.objects.filter(pk=self.facts["feed"], person=None).exists()
        )

    def told(self, *, with_view: bool) -> Told:
        found = find_table(self.facts["game"], self.notification.person_id)
        assert found is not None  # it is still true
        return at_table(found[0], self.facts)


def at_table(table: Table, told: Mapping[str, Any]) -> Told:
    """As a spectator reads it, though who is told may know more; in the table's language."""
    row = Feed.objects.get(pk=told["feed"])
    happening = Happening(
        Cursor(row.xid, row.pk, row.at), table.id, table.key, row.kind, row.ref, None
    )
    (heard,) = news.tell([happening], table, None, table.language)
    assert heard.data is not None
    facts = {
        **heard.data,
        # Of what was promised before there were numbers, none.
        "number": told.get("number", 0),
        "game": {"id": table.key, "name": table.name},
        "url": mails.table_link(table.key),
        "result": table.result,
    }
    with translation.override(table.language):
        line = f"[{table.name}] {_what_happened(row.kind, table, heard.data)}"
    return Told(told["type"], line, facts)


def _what_happened(kind: str, table: Table, data: types.NewsFacts) -> str:
    if kind == Feed.Kind.MOVED:
        log = cast(types.MovesNewsFacts, data)["log"]
        events = [event for entry in log for event in entry["events"]]
        return "\n".join(event["says"] for event in events if event["kind"] != "forced")
    if kind == Feed.Kind.OVER and table.result:
        return _("The game is over") + ": " + standing(names(table) or [], table.result["scores"])
    return str(_TABLE_LINES[kind]())


_TABLE_LINES: dict[str, Callable[[], str]] = {
    "joined": lambda: _("Somebody has taken a seat"),
    "left": lambda: _("A seat is free again"),
    "started": lambda: _("The game begins"),
    "resigned": lambda: _("A stand-in plays on"),
    "end_offered": lambda: _("A player offers to end the game"),
    "end_withdrawn": lambda: _("The offer to end the game is off"),
    "over": lambda: _("The game is over"),
    "cancelled": lambda: _("The table was closed"),
}


def standing(called: list[str], scores: list[int]) -> str:
    ordered = sorted(zip(scores, called, strict=True), reverse=True)
    return ", ".join(f"{name} {score}" for score, name in ordered)
