"""Sentences for what happened, what is asked, and what a move would do.

They are made from redacted events and from views: what a reader may not know is None there, and
has a sentence of its own (`….unseen`), so nothing secret can get into a text.
"""

import re
from collections.abc import Mapping, Sequence
from types import ModuleType

from games.engine.events import Event
from games.engine.types import Asking, Board, known

from .languages import LANGUAGES
from .plural import pick

FAMILIES = ("crimson", "azure", "emerald", "amber", "violet")

# The field that says whose card it is, where that is another than the seat the event is about.
_OWNER = {"lost": "by", "bribed": "before"}
# What a sentence calls a number, the noun counted, and the field that holds it.
_COUNTED = (
    ("points", "points", "amount"),
    ("coins", "tokens", "amount"),
    ("tokens", "tokens", "tokens"),
    ("verdicts", "verdicts", "verdicts"),
)
_CHOICE = re.compile(r"\[(?:(\w+):)?([^|\[\]]*)\|([^|\[\]]*)\]")


class _Telling:
    """One language, one reader: how persons, cards and counts are called."""

    def __init__(self, lang: str, you: int | None, names: Sequence[str] | None) -> None:
        self.words: ModuleType = LANGUAGES[lang]
        self.you = you
        self.names = names

    def player(self, seat: int) -> str:
        if self.names is not None:
            return self.names[seat]
        family: str = self.words.FAMILIES[FAMILIES[seat]]
        return family

    def person(self, seat: int, at_start: bool = False) -> str:
        if seat != self.you:
            return self.player(seat)
        you: tuple[str, str] = self.words.YOU
        return you[0] if at_start else you[1]

    def count(self, what: str, n: int) -> str:
        return pick(self.words.COUNTS[what], n).format(n=n)

    def thing(
        self, card: str | None, owner: int, actor: int | None = None, *, subject: bool = False
    ) -> str:
        """A card by its name if it is known, and by whose it is. A subject begins a sentence."""
        words = self.words
        if subject:
            phrases = words.UNKNOWN if card is None else words.CARD
        else:
            phrases = words.UNKNOWN_OBJECT if card is None else words.CARD_OBJECT
        phrase: str = phrases[1 if owner == self.you else 2 if owner == actor else 0]
        if subject and not phrase.startswith("{"):
            phrase = phrase[0].upper() + phrase[1:]
        name = "" if card is None else words.NAMES[card]
        return phrase.format(card=name, owner=self.player(owner))

    def sentence(self, pattern: str, persons: Mapping[str, int], **fields: object) -> str:
        def choose(match: re.Match[str]) -> str:
            return match[3] if persons[match[1] or "who"] == self.you else match[2]

        said = {key: self.person(seat, key == "who") for key, seat in persons.items()}
        if "[" in pattern:
            pattern = _CHOICE.sub(choose, pattern)
        return pattern.format(**said, **fields)


def say(event: Event, lang: str, you: int | None = None, names: Sequence[str] | None = None) -> str:
    """What a redacted event tells, as one sentence for the reader on seat `you`."""
    tell = _Telling(lang, you, names)
    words = tell.words
    kind, pattern = event["kind"], words.SAYINGS[_shape(event)]
    persons = {"who": event.get("seat", event.get("first", 0))}
    if "victim" in event:
        persons["victim"] = event["victim"]
    fields = {key: value for key, value in event.items() if key not in persons}
    for key in ("card", "by", "back", "cause"):
        if isinstance(card := event.get(key), str):
            fields[key] = words.NAMES[card]
    for key, what, field in _COUNTED:
        if isinstance(count := event.get(field), int):
            fields[key] = tell.count(what, count)
    if "card" in event and "seat" in event:
        owner = event.get(_OWNER.get(kind, "controller"), event["seat"])
        assert isinstance(owner, int)
        if "{thing}" in pattern:
            fields["thing"] = tell.thing(event["card"], owner, event["seat"])
        if "{Thing}" in pattern:
            fields["Thing"] = tell.thing(event["card"], owner, subject=True)
    fields |= _more(tell, event)
    fields["losses"] = _losses(tell, event)
    said = tell.sentence(pattern, persons, **fields)
    if reason := event.get("nothing"):
        said += " " + nothing(reason, lang, _acting(event))
    return said


def nothing(reason: str, lang: str, card: str = "") -> str:
    """Why nothing came of it. `card`: the one that acted."""
    words = LANGUAGES[lang]
    return str(words.NOTHING[reason].format(card=words.NAMES.get(card, "")))


def _acting(event: Event) -> str:
    """Whose name it bears: who copies does so under its own."""
    return "shapeshifter" if event["kind"] == "copied" else str(event["card"])


def _more(tell: _Telling, event: Event) -> dict[str, str]:
    """What a few kinds tell besides cards, counts and persons."""
    words = tell.words
    match event:
        case {"kind": "played", "place": place, "slot": slot}:
            return {"place": words.PLACES[place].format(slot=slot)}
        case {"kind": "game_began", "set": set_, "seats": seats}:
            return {"set": words.SETS[set_], "players": tell.count("players", seats)}
        case {"kind": "dealt", "hand": [*hand], "aside": [*aside]}:
            named = words.NAMES.__getitem__
            return {"hand": ", ".join(map(named, hand)), "aside": ", ".join(map(named, aside))}
        case {"kind": "game_over"}:
            return {"standing": _standing(tell, event)}
    return {}


def _shape(event: Event) -> str:
    """Which of the sentences for its kind an event takes."""
    kind: str = event["kind"]
    if kind == "stole":
        if event["victim"] == event["seat"]:
            return "stole.own"
        if event["amount"] == 0:
            return "stole.nothing"
    if kind in {"gained", "stole", "discarded"}:
        return f"{kind}.{event['why']}"
    if kind == "entered":
        return f"entered.{event['source']}"
    secret = event.get("hand") if kind == "dealt" else event.get("card")
    if secret is None and f"{kind}.unseen" in LANGUAGES["en"].SAYINGS:
        return f"{kind}.unseen"
    return kind


def _losses(tell: _Telling, event: Event) -> str:
    """What went back to where it came from along with a card."""
    losses = tell.words.LOSSES
    text = ""
    if event["kind"] in {"eliminated", "discarded"}:
        for key in ("tokens", "verdicts"):
            if event[key]:
                text += pick(losses[key], event[key]).format(n=event[key])
    briber = event.get("returned", event.get("bribe"))
    if briber is not None:
        text += tell.sentence(losses["bribe"], {"briber": briber})
    return text


def _standing(tell: _Telling, event: Event) -> str:
    order = sorted(range(len(event["ranks"])), key=lambda seat: event["ranks"][seat])
    return ", ".join(
        f"{event['ranks'][seat]}. "
        f"{tell.words.YOU[0].lower() if seat == tell.you else tell.player(seat)} "
        f"({event['scores'][seat]})"
        for seat in order
    )


def ask(
    question: Asking,
    lang: str,
    you: int | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """What a view's question asks, said to the one who decides or to those who wait."""
    tell = _Telling(lang, you, names)
    pattern = tell.words.QUESTIONS[question["kind"]]
    return tell.sentence(pattern, {"who": question["seat"]}, slot=question.get("slot"))


def say_move(move: str, view: Board, lang: str, names: Sequence[str] | None = None) -> str:
    """What a legal move of the one who decides would do, from that seat's own view."""
    tell = _Telling(lang, view["you"], names)
    verb, *rest = move.split()
    if verb in {"wait", "reveal"}:
        return _say_turn(tell, verb, view, lang)
    kind = known(view["question"])["kind"]
    moves = tell.words.MOVES
    fields = {}
    persons = {}
    shape = verb
    if verb in {"place", "swap"}:
        fields["card"] = tell.words.NAMES[rest[0]]
    elif rest:
        slot = int(rest[0])
        fields["target"] = _target(tell, view, slot)
        persons["victim"] = view["row"][slot - 1]["controller"]
        # An Empress gives one token to a closed card, a Diplomat two to an open one.
        fields["tokens"] = tell.count("tokens", 2 if view["row"][slot - 1]["top"]["open"] else 1)
    if verb == "place":
        shape = "place_twin" if kind == "place_twin" else "place"
        target = _target(tell, view, int(rest[2])) if rest[1] == "on" else ""
        fields["where"] = moves[f"place.{rest[1]}"].format(target=target)
    elif verb == "move":
        fields["where"] = _gap(tell, int(rest[2]), len(view["row"]))
    elif verb == "gain":
        shape = f"gain.{kind}"
    elif kind == "use_or_take" and verb == "use":
        shape = kind
    return tell.sentence(moves[shape], persons, **fields)


def reveal(card: str, lang: str) -> tuple[str, bool]:
    """What turning a card over does, and whether its tokens are taken at once."""
    words = LANGUAGES[lang]
    effect = words.REVEALS.get(card) or words.AT_ONCE.get(card, words.EFFECTS[card])
    return effect, card not in words.REVEALS


def _say_turn(tell: _Telling, verb: str, view: Board, lang: str) -> str:
    words = tell.words
    top = view["row"][known(known(view["question"])["slot"]) - 1]["top"]
    card = known(top["card"])
    name = words.NAMES[card]
    if verb == "wait":
        return str(words.MOVES["wait"].format(card=name))
    effect, pays = reveal(card, lang)
    if top["tokens"] and pays:
        tokens = tell.count("tokens", top["tokens"])
        pattern = words.MOVES["reveal.tokens"]
        return str(pattern.format(card=name, tokens=tokens, effect=effect))
    return str(words.MOVES["reveal"].format(card=name, effect=effect))


def _target(tell: _Telling, view: Board, slot: int) -> str:
    place = view["row"][slot - 1]
    thing = tell.thing(place["top"]["card"], place["controller"])
    return str(tell.words.TARGET.format(thing=thing, slot=slot))


def _gap(tell: _Telling, gap: int, slots: int) -> str:
    key = "move.start" if gap == 0 else "move.end" if gap == slots else "move.between"
    return str(tell.words.MOVES[key].format(before=gap, after=gap + 1))
