"""All that is agreed on at a table, said in words."""

from datetime import timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import LANGUAGES
from games.engine import words
from games.models import Game as Stored
from games.selectors.bots import bot_name
from games.types import Game, Pace
from games.wording import times


class _Asking(TypedDict):
    """What of a table or a tournament says how it asks."""

    together: bool
    blind: bool


def rules_of(view: Game, lang: str) -> list[tuple[str, str]]:
    """What each is called, and how it is here."""
    said: list[tuple[str, str]] = [
        (_("Pace"), _pace(view["pace"], lang)),
        (_("Order of play"), order_of_play(view)),
        (_("Language"), str(dict(LANGUAGES)[view["language"]])),
        (_("Who may join"), str(Stored.Join(view["join"]).label)),
        (_("Begins"), _start(view, lang)),
        (_("Talk"), str(Stored.Talk(view["talk"]).label)),
        (_("Empty seats"), _filled(view)),
        (_("Who misses a decision"), _stand_in(view)),
        (_("Watching"), _("everybody may") if view["spectators"] else _("nobody but the players")),
    ]
    if view["deck"]:
        said.append((_("Cards"), ", ".join(words.name(card, lang) for card in view["deck"])))
    if view["min_conduct"] is not None:
        said.append(
            (
                _("Asked of players"),
                _("{share} of 100 decisions made in time").format(share=view["min_conduct"]),
            )
        )
    if view["anonymous"]:
        said.append((_("Players"), _("nobody sees who plays until the end")))
    said.append((_("Ratings"), _rated(view)))
    return said


def _rated(view: Game) -> str:
    if not view["rated"]:
        return _("this game does not count")
    return (
        _("this game counts on the list of blind games") if view["blind"] else _("this game counts")
    )


def order_of_play(view: _Asking) -> str:
    if view["blind"]:
        return _("blind: all say for each half of a round what they will do, and it stands")
    if view["together"]:
        return _(
            "each says, without waiting for the others, which card they play, then what their "
            "cards do; it is played in order"
        )
    return _("one decides after the other")


def _pace(pace: Pace, lang: str) -> str:
    name = pace_name(pace["name"])
    move = times.span(timedelta(seconds=pace["seconds_per_move"]), lang)
    if not pace["bank"]:
        return _("{name} – {move} for each").format(name=name, move=move)
    bank = times.span(timedelta(seconds=pace["bank"]), lang)
    return _("{name} – {move} for each, and {bank} in reserve").format(
        name=name, move=move, bank=bank
    )


def _start(view: Game, lang: str) -> str:
    begins = str(Stored.Start(view["start"]).label)
    if view["closes_at"] is None:
        return begins
    until = times.moment(view["closes_at"], timezone.get_current_timezone_name(), lang)
    return _("{begins}; it waits until {until}").format(begins=begins, until=until)


def _filled(view: Game) -> str:
    if view["fill_with"] is None:
        return _("stay empty")
    return _("are taken by bots: {bot}").format(bot=bot_name(view["fill_with"]))


def _stand_in(view: Game) -> str:
    return _("{bot} decides for them").format(bot=bot_name(view["stand_in"]))


def pace_name(name: str) -> str:
    return {
        "live": _("live: minutes for a move"),
        "evening": _("an evening: 15 minutes for a move"),
        "brisk": _("brisk: hours for a move"),
        "daily": _("a day for a move"),
        "slow": _("three days for a move"),
        "weekly": _("a week for a move"),
        "letters": _("a week for a move, like letters"),
    }.get(name, name)
