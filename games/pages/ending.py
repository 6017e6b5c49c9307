"""The end of a game, as it is celebrated: who won, where the reader came, and what decided it."""

from collections.abc import Sequence
from html import escape

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import bots
from games.engine import words
from games.engine.types import known
from games.models.table import Table
from games.pages import cards
from games.pages.cards import FAMILIES, safe
from games.pages.row import cloth
from games.selectors.tables import Found
from games.selectors.turning import Turning
from games.types import Game

Facts = dict[str, object]


def feast(found: Found, names: Sequence[str], turning: Turning | None, lang: str) -> Facts:
    table = found.table
    if not table.result or not table.result["ranks"]:
        return {}
    ranks, scores = table.result["ranks"], table.result["scores"]
    won = [seat for seat, rank in enumerate(ranks) if rank == 1]
    you = table.seat_of(found.viewer)
    best = max(scores)
    return {
        "winners": [{"seat": seat, "family": FAMILIES[seat], "name": names[seat]} for seat in won],
        "best": best,
        "yours": "" if you is None else _yours(ranks[you], best - scores[you], names, won, you),
        "tie": _tie(ranks, scores, you),
        "decided": turning
        and _("The {card} in round {round} decided.").format(
            card=words.name(turning.card, lang), round=turning.round
        ),
        "decided_at": turning and turning.move,
    }


def _yours(rank: int, short: int, names: Sequence[str], won: Sequence[int], you: int) -> str:
    if rank == 1:
        return _("You share the throne.") if len(won) > 1 else _("The throne is yours.")
    if not short:
        return _("You came {rank}: as much influence, fewer cards in the row.").format(
            rank=_rank(rank)
        )
    said = ngettext("You came {rank}, {n} short.", "You came {rank}, {n} short.", short)
    return said.format(rank=_rank(rank), n=short)


def _tie(ranks: Sequence[int], scores: Sequence[int], you: int | None) -> str:
    """Why somebody with as much as the winner has not won; who reads it of themselves is told."""
    level = {seat for seat, rank in enumerate(ranks) if rank > 1 and scores[seat] == max(scores)}
    return _("With equal influence, more cards in the row decide.") if level - {you} else ""


def _rank(rank: int) -> str:
    return {2: _("second"), 3: _("third"), 4: _("fourth"), 5: _("fifth")}[rank]


def last_row(view: Game, lang: str, names: Sequence[str]) -> Facts:
    """The row as all see it now; what lay closed turns over."""
    cells = []
    for place in view["row"]:
        top = place["top"]
        kind = known(top["card"])
        face = cards.of_hand(kind, top["family"], lang)
        back = "" if top["open"] else f'<span class="was">{cards.back(top["family"])}</span>'
        says = f"{place['slot']}. {names[place['controller']]}: {words.name(kind, lang)}"
        cells.append(
            f'<li class="slot v{place["slot"]}"><button type="button" class="zoom" '
            f'popovertarget="z-{kind}-{top["family"]}" aria-label="{escape(says)}">'
            f'<span class="turned">{face}{back}</span></button></li>'
        )
    return {"last_row": safe(*cells), "last_cloth": cloth(len(view["row"]))}


def again(table: Table, person: int | None) -> dict[str, object]:
    """A game against bots alone is begun anew by one touch, against stronger ones by another."""
    others = [chair for chair in table.chairs if chair.person != person]
    if person is None or any(chair.person is not None for chair in others):
        return {}
    kinds = list(bots.BOTS)
    bot = others[0].bot if others and others[0].bot in kinds else bots.STAND_IN
    stronger = kinds[min(kinds.index(bot) + 1, len(kinds) - 1)]
    return {
        "again": bot,
        "stronger": stronger if stronger != bot else "",
        "may_show": not table.spectators,
    }
