"""The table as text: read aloud as well as looked at.

One slot a line, whose it is and what it is first. Columns are for the eye alone: every line is a
sentence without them.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import words
from games.engine.types import Board, Kept, Slot
from games.faces.reading import active_slot, heading, is_over, player_names

_WIDEST_NAME = 16
Names = Sequence[str] | None


def moment(view: Board, lang: str) -> str:
    """Where the game is: round, phase, and the slot that is being resolved."""
    with translation.override(lang):
        said = heading(view, lang) + "."
        slot = active_slot(view)
        if slot is not None:
            said += " " + _("Slot {slot} of {slots} is being resolved.").format(
                slot=slot, slots=len(view["row"])
            )
        return said


class Line(NamedTuple):
    """A slot in words."""

    slot: int
    player: str
    lies: str
    active: bool
    note: str


def lines(view: Board, lang: str, names: Names = None) -> list[Line]:
    """The row of cards, one by one."""
    players = _players(view, lang, names)
    active, (_you, decides) = active_slot(view), _of_the_reader(lang)
    mine = view["question"] is not None and view["question"]["seat"] == view["you"]
    return [
        Line(
            place["slot"],
            players[place["controller"]],
            what_lies(place, lang),
            place["slot"] == active,
            decides if mine and place["slot"] == active else "",
        )
        for place in view["row"]
    ]


def rows(view: Board, lang: str, names: Names = None) -> str:
    """The row of cards, a line for each slot."""
    told = lines(view, lang, names)
    if not told:
        return "  " + nothing(lang)
    wide = min(max(len(line.player) for line in told), _WIDEST_NAME)
    return "\n".join(
        f"{'>' if line.active else '':>2}{line.slot:>3}  {line.player:<{wide}}  {line.lies}"
        + (f"  <- {line.note}" if line.note else "")
        for line in told
    )


def nothing(lang: str) -> str:
    with translation.override(lang):
        return _("No card lies in the row.")


def short(view: Board, lang: str, names: Names = None, told: Sequence[Line] | None = None) -> str:
    """The same in one paragraph: what stands in for the picture where none is shown. `told`: the
    lines, of who has them."""
    told = lines(view, lang, names) if told is None else told
    with translation.override(lang):
        slots = [f"{line.slot} {line.player}: {line.lies}" for line in told]
        said = "; ".join(slots) + "." if slots else nothing(lang)
        return f"{moment(view, lang)} {said} {_influence(view, _players(view, lang, names))}"


def standing(view: Board, lang: str, names: Names = None) -> str:
    """Everybody's influence, and what lies open beside the row."""
    with translation.override(lang):
        players = _players(view, lang, names)
        lines = [_influence(view, players)]
        kept = [[_beside(one, lang) for one in seat["kept"]] for seat in view["seats"]]
        gone = [[words.name(card, lang) for card in seat["discard"]] for seat in view["seats"]]
        for label, cards in ((_("Kept"), kept), (_("Discarded"), gone)):
            lying = [
                f"{player} – {', '.join(theirs)}"
                for theirs, player in zip(cards, players, strict=True)
                if theirs
            ]
            if lying:
                lines.append(f"{label}: {'; '.join(lying)}.")
        return "\n".join(lines)


def holdings(view: Board, lang: str) -> str:
    """The viewer's own hidden cards; nothing for a spectator."""
    yours = view["yours"]
    if not yours:
        return ""
    with translation.override(lang):
        hand, aside = (
            ", ".join(words.name(card, lang) for card in cards) or _("nothing")
            for cards in (yours["hand"], yours["aside"])
        )
        return _("Your hand: {hand}.\nYour cards set aside: {aside}.").format(
            hand=hand, aside=aside
        )


def what_lies(place: Slot, lang: str) -> str:
    """A slot in words: its card, what lies on it, what lies under it."""
    top = place["top"]
    return _lies(
        top["card"],
        top["open"],
        top["tokens"],
        top["verdicts"],
        top["family"] if top["bribed"] else None,
        top["asleep"],
        tuple([card["card"] for card in place["covered"]]),
        lang,
    )


# Of what is told and nothing else: the same few hundred words are said again and again.
@lru_cache(4000)
def _lies(  # noqa: PLR0917  a key of the cache
    kind: str | None,
    is_open: bool,
    tokens: int,
    verdicts: int,
    bribed_of: int | None,
    asleep: bool,
    covered: tuple[str | None, ...],
    lang: str,
) -> str:
    with translation.override(lang):
        if kind is None:
            said = [_("closed card")]
        else:
            lies = _("{card}, open") if is_open else _("{card}, closed")
            said = [lies.format(card=words.name(kind, lang))]
        if tokens:
            said.append(ngettext("{n} token", "{n} tokens", tokens).format(n=tokens))
        if verdicts:
            said.append(ngettext("{n} verdict", "{n} verdicts", verdicts).format(n=verdicts))
        if bribed_of is not None:
            family = words.family(bribed_of, lang)
            said.append(_("bribed, of the family {family}").format(family=family))
        if asleep:
            said.append(_("not resolved in this round"))
        if covered:
            said.append(_under(covered, lang))
        return ", ".join(said)


def _under(covered: Sequence[str | None], lang: str) -> str:
    said = ngettext("on top of {n} card", "on top of {n} cards", len(covered)).format(
        n=len(covered)
    )
    if not any(covered):
        return said
    unknown = _("closed card")
    from_above = [words.name(kind, lang) if kind else unknown for kind in reversed(covered)]
    return f"{said} ({', '.join(from_above)})"


def _influence(view: Board, players: Sequence[str]) -> str:
    order = sorted(view["seats"], key=lambda seat: -seat["influence"])
    said = ", ".join(f"{players[seat['seat']]} {seat['influence']}" for seat in order)
    return _("Influence: {standing}.").format(standing=said)


def _players(view: Board, lang: str, names: Names) -> list[str]:
    """What each seat is called; the reader's own is "you"."""
    players = player_names(view, names, lang)
    if view["you"] is not None and not is_over(view):
        players[view["you"]], _decides = _of_the_reader(lang)
    return players


@cache
def _of_the_reader(lang: str) -> tuple[str, str]:
    with translation.override(lang):
        return _("you"), _("your decision")


def _beside(card: Kept, lang: str) -> str:
    if not card["tokens"]:
        return words.name(card["card"], lang)
    tokens = ngettext("{n} token", "{n} tokens", card["tokens"]).format(n=card["tokens"])
    return f"{words.name(card['card'], lang)} ({tokens})"
