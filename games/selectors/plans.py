"""What everybody is asked at once, and what one has answered: for that person alone."""

from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import engine, errors, orders, types
from games.engine import words
from games.engine.types import Asking, Choice, Progress, known
from games.models import OrderList
from games.models.orders import KeptOrder
from games.selectors.orders import own_seat, seen_by, setting_at
from games.selectors.tables import Found

PLACE = gettext_lazy("Which card do you play, and where? Everybody is asked at once.")
CARDS = gettext_lazy("What shall your cards do in this round? Everybody is asked at once.")

# When what was said a half ahead counts: games.services.phases.PATIENCE in words.
COUNTS = {
    "planning": gettext_lazy(
        "What you said before counts, if you leave it, once two thirds of the time are over."
    ),
    "events": gettext_lazy(
        "What you said before counts, if you leave it, once a third of the time is over."
    ),
}


# What it means that everybody is asked at once, for who meets it at the beginning of a game.
FOLLOWS = {
    False: gettext_lazy(
        "When all have answered, it is played in order, and what is left open is asked."
    ),
    True: gettext_lazy(
        "When all have answered, it is played in order, and nothing is asked again."
    ),
}


def plan(
    *, key: str, viewer: User, lang: str, proposed: list[KeptOrder] | None = None
) -> types.Plan:
    """What they have left for the phase that is gathered, or played. `proposed`: as if this were
    it. NotFound, NotAtTable, NotRunning, NotTogether, UnreadableGame."""
    found, seat = own_seat(key, viewer)
    table, view = found.table, seen_by(found, seat)
    if view is None:
        raise errors.GameOver if table.is_over else errors.NotRunning
    if table.asked_seq is None:
        raise errors.NotTogether
    row = OrderList.objects.filter(game_id=table.id, person=viewer).first()
    kept = (
        (row.live(table.asked_seq, view["round"]) if row else []) if proposed is None else proposed
    )
    later = row.further(view["round"]) if row and proposed is None else []
    at = setting_at(found, view)
    asked = found.view(lang)["asks_all"]
    return {
        "seq": table.asked_seq,
        "round": view["round"],
        "phase": view["phase"],
        "asks": asks(view, lang, blind=table.blind, explains=True),
        "gathers": table.asks_all,
        "until": asked and asked["until"],
        "answered": row is not None and row.answered_seq == table.asked_seq,
        "ahead": [
            {
                "kind": one.kind,
                "card": one.card,
                "slot": one.slot,
                "says": _asked(one, view, lang),
                "planned": one.is_said,
            }
            for one in orders.ahead(view, [one["order"] for one in kept])
        ],
        "orders": [
            {
                "id": one["id"] if proposed is None else None,
                "order": one["order"],
                "says": orders.say(one["order"], lang, at),
                "in_force": not orders.is_past(one["order"], view),
            }
            for one in [*kept, *later]
            if "plan" in one or "round" in one
        ],
    }


def _asked(one: orders.Ahead, view: engine.View, lang: str) -> str:
    question: Asking = {"kind": one.kind, "seat": known(view["you"]), "slot": one.slot}
    said = words.ask(question, lang, view["you"])
    return said if one.card is None else f"{words.name(one.card, lang)}: {said}"


class Said(NamedTuple):
    """Whether the viewer has answered what everybody is asked; or said it a phase ahead."""

    now: bool
    ahead: bool


def has_said(found: Found) -> Said:
    mine = OrderList.objects.filter(game_id=found.table.id, person_id=found.viewer)
    row = mine.values_list("answered_seq", "says_round").first()
    now = row is not None and row[0] == found.table.asked_seq
    return Said(now, row is not None and row[1] and not now)


def asks(
    view: Progress, lang: str, *, blind: bool, said_ahead: bool = False, explains: bool = False
) -> str:
    """What everybody is asked, as a sentence. `said_ahead`: the reader has, and is asked again.
    `explains`: a game begins with what follows from it."""
    with translation.override(lang):
        says = [str(PLACE if view["phase"] == "planning" else CARDS)]
        if explains and (view["round"], view["phase"]) == (1, "planning"):
            says.append(str(FOLLOWS[blind]))
        if blind:
            says.append(_("Your answer binds."))
        if said_ahead:
            says.append(str(COUNTS[view["phase"]]))
        return " ".join(says)


def question(view: engine.View) -> Choice:
    """The same as a question of one's own."""
    kind = "place" if view["phase"] == "planning" else "wait_or_reveal"
    return {
        "seat": known(view["you"]),
        "kind": kind,
        "slot": None,
        "card": None,
        "acts_as": None,
        "tokens": None,
        "moves": None,
    }
