"""The legal moves in an order that can be read: those of one card together."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from games import faces
from games.engine import words
from games.engine.types import known
from games.types import Game, Option
from games.wording.spoken import called, place, spoken

# So many moves are worth a button each; more are chosen on the page, group by group.
MOST_BUTTONS = 60
_ORDER = {"start": -2, "end": -1}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, what it does, and its name on a button; where it stands alone, what to type, too."""

    move: str
    says: str
    label: str


@dataclass(frozen=True, slots=True)
class Group:
    """Moves that share a card; `typed` is all of them in one line."""

    title: str
    about: str
    choices: list[Choice]
    typed: str = ""


Said = Sequence[Option]
Names = Sequence[str] | None


def in_order(moves: Said) -> list[Option]:
    """As a letter lists them."""
    return sorted(moves, key=_natural)


def group(moves: Said, view: Game, lang: str, names: Names) -> list[Group]:
    with translation.override(lang):
        if not moves:
            return []
        moves = in_order(moves)
        verb = moves[0]["move"].split()[0]
        if verb == "place" and known(view["question"])["kind"] == "place":
            return [
                Group(
                    words.name(card, lang),
                    words.effect(card, lang),
                    [Choice(one["move"], one["says"], _place(one["move"])) for one in said],
                    typed=f"{words.name(card, lang)} "
                    + " | ".join(_place(one["move"]) for one in said),
                )
                for card, said in _by_word(moves, 1)
            ]
        if verb == "move":
            return _decree(moves, view, lang, names)
        choices = [Choice(one["move"], one["says"], spoken(one["move"], lang)) for one in moves]
        return [Group("", "", choices)]


def group_unnamed(moves: Said, view: Game, lang: str, names: Names) -> list[Group]:
    """The same for somebody who keeps their cards out of letters: no word tells what they hold."""
    with translation.override(lang):
        shapes: dict[str, Choice] = {}
        for one in sorted(moves, key=_natural):
            verb, *rest = one["move"].split()
            if verb in {"place", "swap"}:
                says, card = _("a card of your hand"), _("CARD")
                is_placed = verb == "place"
                shape = (
                    f"{card} {place(rest[1:])}" if is_placed else f"{called(verb, lang)}: {card}"
                )
            elif verb == "wait":
                shape, says = called(verb, lang), _("put a token on your card and leave it closed")
            elif verb == "reveal":
                shape, says = called(verb, lang), _("turn your card over")
            else:
                shape = spoken(one["move"], lang)
                says = words.say_move(one["move"], view, lang, names)
            shapes.setdefault(shape, Choice("", says, shape))
        return [Group("", "", list(shapes.values()))] if shapes else []


def _decree(moves: Said, view: Game, lang: str, names: Names) -> list[Group]:
    """Every card to every gap is a wall of moves: a line for each card instead."""
    slots = {line.slot: line for line in faces.lines(view, lang, names)}
    groups: list[Group] = []
    # Said once.
    gaps_are = _("Gap 0 is before slot 1, gap {last} is behind slot {last}.").format(
        last=len(view["row"])
    )
    for slot, said in _by_word(moves, 1):
        gaps = [int(one["move"].split()[3]) for one in said]
        line = slots[int(slot)]
        groups.append(
            Group(
                _("Slot {slot}").format(slot=slot) + f": {line.player}, {line.lies}",
                "" if groups else gaps_are,
                [Choice(one["move"], one["says"], f"{one['move'].split()[3]}") for one in said],
                typed=f"{called('move', lang)} {slot} {called('to', lang)} {_ranges(gaps)}",
            )
        )
    return groups


def _ranges(numbers: Sequence[int]) -> str:
    """[0, 3, 4, 5] as "0 | 3…5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " | ".join(str(run[0]) if len(run) == 1 else f"{run[0]}…{run[-1]}" for run in runs)


def _place(move: str) -> str:
    """Where a card would lie, without the card."""
    return place(move.split()[2:])


def _natural(one: Option) -> list[tuple[int, int, str]]:
    """Slot 10 after slot 9, and the start of the row before its end."""
    return [
        (1, int(word), "") if word.isdecimal() else (0, _ORDER.get(word, 0), word)
        for word in one["move"].split()
    ]


def _by_word(moves: Said, index: int) -> list[tuple[str, list[Option]]]:
    groups: dict[str, list[Option]] = {}
    for one in moves:
        groups.setdefault(one["move"].split()[index], []).append(one)
    return list(groups.items())
