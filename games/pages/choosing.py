"""What is asked on the board of a table, sorted by where it is chosen, said in words, and read back
from what was sent."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.engine import words
from games.engine.types import Slot, known
from games.faces.phrases import phrase as _
from games.faces.text import what_lies
from games.pages.cards import safe
from games.types import Game

# One does not choose among more than fourteen things. Of a row that is longer, so many slots are
# asked about at a time: they have fourteen gaps, and a card from elsewhere can come to them.
MOST = 14
_STRETCH = MOST - 1


class Asked:
    """What the viewer is asked, sorted by where it is chosen. `sent`: what was chosen of it so far,
    where a row is too long to be asked about as one."""

    def __init__(self, view: Game, lang: str, sent: Mapping[str, str] | None = None) -> None:
        question = view["question"]
        mine = question if question and question["seat"] == view["you"] else None
        said = (mine and mine["moves"]) or []
        self.kind: str = mine["kind"] if mine and said else ""
        self.hand: dict[str, str] = {}  # kinds of the hand, and what they do
        self.places: dict[str, str] = {}  # where a card may lie: "start", "end", "on 3"
        self.on_slot: dict[int, list[tuple[str, str]]] = {}  # moves that a card of the row means
        self.lifted: set[int] = set()  # cards that may be put elsewhere
        self.gaps: set[int] = set()
        self.in_hand = 0  # the one of them that is lifted already
        self.stretch: range | None = None  # the slots that are asked about, where not all are
        self.far: set[int] = set()  # the slots that are not
        self.others: list[tuple[int, range]] = []  # those that can be asked about instead
        # Where a card can mean two things: what is done is chosen first, then to which card.
        self.deeds: dict[str, set[int]] = {}
        self.deed = ""  # the one of them that is chosen already
        self.rest: list[tuple[str, str]] = []  # moves that mean no card
        self.swaps: dict[str, str] = {}  # moves that mean a card of the hand
        # Of a plan: own cards by their slot, with their number, and what strikes a card of the row.
        self.own: dict[int, int] = {}
        self.struck: dict[int, list[SafeString]] = {}
        self.shown = 0  # the one of them that is spoken of first
        for one in said:
            self._sort(one["move"], one["says"], lang)
        if any(len(moves) > 1 for moves in self.on_slot.values()):
            for slot, moves in self.on_slot.items():
                for move, _says in moves:
                    self.deeds.setdefault(move.split()[0], set()).add(slot)
            self.on_slot.clear()
        if mine and len(view["row"]) >= MOST:
            self._narrow(view["row"], mine["slot"] or 1, sent or {})
        self.card = ""  # the one in question
        if mine and self.kind == "wait_or_reveal":
            top = view["row"][known(mine["slot"]) - 1]["top"]
            card = known(top["card"])
            self.card = words.name(card, lang)
            told = brings(card, top["tokens"], lang)
            self.rest = [(move, told[move]) for move, _says in self.rest]

    def _sort(self, move: str, says: str, lang: str) -> None:
        verb, *rest = move.split()
        if verb == "place":
            self.hand.setdefault(rest[0], words.effect(rest[0], lang))
            self.places.setdefault(" ".join(rest[1:]), "")
        elif verb == "move":
            self.lifted.add(int(rest[0]))
            self.gaps.add(int(rest[2]))
        elif verb == "swap":
            self.swaps[rest[0]] = says
        elif rest and rest[0].isdecimal():
            self.on_slot.setdefault(int(rest[0]), []).append((move, says))
        else:
            self.rest.append((move, says))

    def _narrow(self, row: Sequence[Slot], here: int, sent: Mapping[str, str]) -> None:
        """Ask about a part of a row that has more to choose from than one chooses among. `here`:
        where the card lies that acts. What is still to come is asked about first."""
        lies_already = 0 if any(row[n - 1]["covered"] for n in self.lifted) else 2
        onto = [len(slots) for slots in self.deeds.values()]
        one_of = len(self.on_slot) + len(self.rest)
        if max(len(self.lifted), len(self.gaps) - lies_already, one_of, *onto) <= MOST:
            return
        parts = _parts(len(row))
        turned = sent.get("turn", "")
        usual = max((n for n, part in enumerate(parts) if here in part), default=0)
        at = int(turned) if turned in map(str, range(len(parts))) else usual
        self.stretch = parts.pop(at)
        self.others = [(n + (n >= at), part) for n, part in enumerate(parts)]
        chosen = sent.get("lifted", "")
        self.in_hand = next((n for n in self.lifted if str(n) == chosen), 0)
        self.lifted &= {*self.stretch, self.in_hand}
        self.far = {*range(1, len(row) + 1)} - {*self.stretch, self.in_hand}
        self.gaps &= {self.stretch[0] - 1, *self.stretch}
        self.on_slot = {n: moves for n, moves in self.on_slot.items() if n in self.stretch}
        self.deed = sent.get("deed", "")
        self.deeds = {verb: slots & {*self.stretch} for verb, slots in self.deeds.items()}

    @property
    def is_twin(self) -> bool:
        return self.kind == "place_twin"

    @property
    def targets(self) -> list[tuple[int, str, str]]:
        """Cards of the row that mean one move each."""
        return [(n, *moves[0]) for n, moves in sorted(self.on_slot.items())]

    @property
    def options(self) -> list[tuple[str, str, str]]:
        """Moves that are chosen in the question's own box: their name, and what they bring."""
        return [(move, label(move), says) for move, says in self.rest]

    @property
    def deed_options(self) -> list[tuple[str, str]]:
        return [(verb, label(verb)) for verb in self.deeds]


def _parts(slots: int) -> list[range]:
    """As few of a long row as hold all of it; they overlap, so that most moves lie in one."""
    many = ceil(slots / _STRETCH)
    begin = [1 + n * (slots - _STRETCH) // (many - 1) for n in range(many)]
    return [range(first, first + _STRETCH) for first in begin]


def brings(card: str, tokens: int, lang: str) -> dict[str, str]:
    """What is to be had by waiting, and what by turning a card over."""
    lie = ngettext("{n} token will lie on it", "{n} tokens will lie on it", tokens + 1)
    effect, pays = words.reveal(card, lang)
    if tokens and pays:
        yours = ngettext("{n} token is yours; {then}", "{n} tokens are yours; {then}", tokens)
        effect = yours.format(n=tokens, then=effect)
    return {"wait": lie.format(n=tokens + 1), "reveal": effect}


# Said lazily: of all these a page says one or two.
_ASKS = {
    "place": gettext_lazy("Choose a card to play"),
    "place_twin": gettext_lazy("Where does the Twin come in?"),
    "wait_or_reveal": gettext_lazy("{card}: closed or open?"),
    "eliminate": gettext_lazy("Which card falls?"),
    "steal": gettext_lazy("Steal from whom?"),
    "copy": gettext_lazy("Copy which neighbour?"),
    "move": gettext_lazy("Which card moves, and where?"),
    "bribe": gettext_lazy("Win over which card?"),
    "use": gettext_lazy("Who acts?"),
    "use_or_take": gettext_lazy("Let somebody act, or take a token?"),
    "give": gettext_lazy("Tokens on which card?"),
    "informant": gettext_lazy("Collect, or swap?"),
    "diplomat": gettext_lazy("Stay, or take all and leave?"),
    "judge": gettext_lazy("A verdict, or an end?"),
    "plan": gettext_lazy("What shall your cards do?"),
}
_LABELS = {
    "wait": gettext_lazy("Leave it closed"),
    "reveal": gettext_lazy("Turn it over"),
    "take": gettext_lazy("Take a token"),
    "gain": gettext_lazy("Collect"),
    "stay": gettext_lazy("Stay"),
    "leave": gettext_lazy("Take all and leave"),
    "eliminate": gettext_lazy("Eliminate"),
    "mark": gettext_lazy("Put a verdict"),
}


def question(view: Game, asks: Asked) -> str:
    """What the viewer decides, in a few words: the row shows the rest."""
    asked = _ASKS.get(asks.kind)
    if asked is None:
        return known(view["question"])["asks"]
    return str(asked).format(card=asks.card)


def label(move: str) -> str:
    """A move on a button, in the reader's words."""
    verb, *rest = move.split()
    says = str(_LABELS.get(verb, verb))
    return gettext("{deed}, slot {slot}").format(deed=says, slot=rest[0]) if rest else says


def said(asks: Asked, view: Game, lang: str) -> dict[str, SafeString]:
    """What the question's box says of each choice; a style sheet shows that of the one chosen."""
    is_alone = not view["row"] and "start" not in asks.places
    places = {"start": _("first", lang), "end": _("first", lang) if is_alone else _("last", lang)}
    for place in asks.places:
        if place.startswith("on "):
            slot = int(place.split()[1])
            lies = what_lies(view["row"][slot - 1], lang)
            places[place] = _("on top of slot {slot}: {card}", lang).format(slot=slot, card=lies)
    return {
        "said_cards": _each("span", "c", enumerate(asks.hand.values())),
        "named_cards": _each("b", "c", enumerate(words.name(kind, lang) for kind in asks.hand)),
        "named_places": _each(
            "b", "p", ((one.replace(" ", "-"), places[one]) for one in asks.places)
        ),
        "said_moves": safe(
            _each("span", "m", ((n, says) for n, _move, says in asks.targets)),
            _each("span", "c", enumerate(asks.swaps.values())),
        ),
    }


def _each(tag: str, sort: str, told: Iterable[tuple[object, str]]) -> SafeString:
    return safe(
        *(f'<{tag} class="t t-{sort}-{what}">{escape(says)}</{tag}>' for what, says in told)
    )


def compose(sent: Mapping[str, str]) -> list[str]:
    """The move that the fields of the form say; [] while something is not chosen."""
    if move := sent.get("move", ""):
        return [move]
    if (card := sent.get("card", "")) and (place := sent.get("place", "")):
        return [f"place {card} {place}"]
    if (deed := sent.get("deed", "")) and (onto := sent.get("onto", "")):
        return [f"{deed} {onto}"]
    if (lifted := sent.get("lifted", "")) and (gap := sent.get("gap", "")):
        return [f"move {lifted} to {gap}"]
    return []
