"""What happens at tables, as programs and chats are told it by webhook.

To a person's own webhook: what their letters are about. To a table's webhook: what everybody who
watches the table reads in its stream, and nothing of the talk.
"""

from collections.abc import Callable
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.lookalikes import called
from games import errors, mails, selectors
from games.models import Feed
from games.models.table import Table, find_table
from games.post.letter import asked
from games.selectors import news
from games.selectors.feed import Cursor, Happening
from games.selectors.people import names
from games.services import hooking
from notifications.models import Notification
from notifications.registry import Event, Kind, Told, by_webhook_alone, register, register_event

View = dict[str, Any]
Line = Callable[[Notification, View | None], str]


def _own(type_: str, line: Line) -> Event:
    """Of a person's own game: what it is about, whether they are asked and how the game ended.
    Their view, if they want it, is what the API shows them."""

    def tell(notification: Notification, with_view: bool) -> Told:
        context = notification.context
        view = _view(notification)
        question = view["question"] if view else None
        mine = question if view and question and question["seat"] == view["you"] else None
        facts = {
            "game": {"id": context["game"], "name": context["name"]},
            "url": mails.table_link(context["game"]),
            "seq": view and view["seq"],
            "seat": view and view["you"],
            "asks": {key: mine[key] for key in ("kind", "slot")} if mine else None,
            "deadline": mine["deadline"] if mine else None,
            "result": view and view["result"],
            **({"view": view} if with_view else {}),
        }
        return Told(type_, f"[{context['name']}] {line(notification, view)}", facts)

    return Event(type_, tell)


def _view(notification: Notification) -> View | None:
    """None where there is none to see: a table that was closed, or waits for newer rules."""
    person = notification.person
    try:
        return selectors.find_game(notification.context["game"], person).view(person.language)
    except errors.Refusal:
        return None


def _your_turn(_notification: Notification, view: View | None) -> str:
    if view is None or view["question"] is None:
        return _("It is your turn.")
    return asked(view)


def _says(text: Callable[[], str]) -> Line:
    return lambda _notification, _view: text()


def _game_over(_notification: Notification, view: View | None) -> str:
    if view is None or not view["result"]:
        return _("The game is over")
    called = [
        called(seat["player"]) if seat["player"] else str(number + 1)
        for number, seat in enumerate(view["seats"])
    ]
    return _("The game is over") + ": " + _standing(called, view["result"]["scores"])


def _standing(called: list[str], scores: list[int]) -> str:
    ordered = sorted(zip(scores, called, strict=True), reverse=True)
    return ", ".join(f"{name} {score}" for score, name in ordered)


# --- A table's own webhook -------------------------------------------------------------


def _at_table(notification: Notification, _with_view: bool) -> Told:
    context = notification.context
    row = Feed.objects.get(pk=context["feed"])
    found = find_table(context["game"], notification.person_id)
    assert found is not None  # is_still_public
    table = found[0]
    happening = Happening(
        Cursor(row.xid, row.pk, row.at), table.id, table.key, row.kind, row.ref, None
    )
    # As a spectator reads it, though its maker knows more; in the table's language.
    (told,) = news.tell([happening], table, None, table.language)
    facts = {
        **told.data,
        "game": {"id": table.key, "name": table.name},
        "url": mails.table_link(table.key),
        "result": table.result,
    }
    with translation.override(table.language):
        line = f"[{table.name}] {_what_happened(row.kind, table, told.data)}"
    return Told(context["type"], line, facts)


def _what_happened(kind: str, table: Table, data: View) -> str:
    if kind == Feed.Kind.MOVED:
        events = [event for entry in data["log"] for event in entry["events"]]
        return "\n".join(event["says"] for event in events if event["kind"] != "forced")
    if kind == Feed.Kind.OVER and table.result:
        return _("The game is over") + ": " + _standing(names(table) or [], table.result["scores"])
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


def is_still_public(notification: Notification) -> bool:
    """Whoever made the webhook still sits there, and the row of the feed is not too old."""
    context = notification.context
    return (
        hooking.may_hook(context["game"], notification.person)
        and Feed.objects.filter(pk=context["feed"], person=None).exists()
    )


def register_events() -> None:
    register_event("your turn", _own("your_turn", _your_turn))
    register_event("game began", _own("game_began", _says(lambda: _("The game begins"))))
    register_event("game over", _own("game_over", _game_over))
    register_event("table closed", _own("table_closed", _says(lambda: _("The table was closed"))))
    register_event(
        "seat taken over", _own("seat_taken_over", _says(lambda: _("A stand-in plays on")))
    )
    register_event("invitation", _own("invitation", _says(lambda: _("You are invited to a game"))))
    register(Kind(hooking.AT_TABLE, by_webhook_alone, is_still_true=is_still_public))
    register_event(
        hooking.AT_TABLE, Event("table", _at_table, is_chosen=False, cases=tuple(hooking.TYPES))
    )
