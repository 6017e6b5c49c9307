"""Orders as sentences that show how they are understood. Each can be read again as the same."""

from collections.abc import Iterator
from types import ModuleType
from typing import Literal

from games.engine.words import family, name

from .lexicon import VERBS, is_plain_name, verb
from .order import Order, Setting, seat_of
from .words import LANGUAGES


def say(order: Order, lang: str, at: Setting) -> str:
    words = LANGUAGES[lang]
    text = _head(order, words, lang)
    if order["do"] == "ask" and "if" in order:
        wires = [words.PHRASES[f"wire.{wire}"][0] for wire in order["if"]]
        text += words.SAY["clause"] + ", ".join(wires)
    for is_clause, condition in _conditions(order, words, lang, at):
        text += (words.SAY["clause"] if is_clause else " ") + condition
    wishes = [
        words.SAY["wish"].format(
            word=words.PHRASES[field][0], terms=_terms(order[field], lang, at, ", ")
        )
        for field in ("prefer", "never")
        if field in order
    ]
    if not wishes:
        return text
    return (f"{text} " if text.endswith(":") else f"{text}, ") + "; ".join(wishes)


def explain(why: str, lang: str) -> str:
    """Why an order asks, as the end of a sentence."""
    return str(LANGUAGES[lang].WHY[why])


def explain_problem(word: str, lang: str) -> str:
    """What is wrong with an order that cannot be."""
    return str(LANGUAGES[lang].PROBLEMS[word])


def _head(order: Order, words: ModuleType, lang: str) -> str:
    said, do = words.SAY, order["do"]
    card = name(order["card"], lang) if "card" in order else ""
    if do == "place":
        on = name(order["on"], lang) if "on" in order else ""
        where = said[order["place"]].format(card=on)
        return str(said["place"].format(card=card, where=where, round=order["round"]))
    if do == "ask":
        return " ".join([said["ask"], said["about"].format(card=card) if card else ""]).strip()
    if do == "choose":
        if not card and "question" not in order:
            return str(said["choose.all"])
        what = verb(order["question"], lang) if "question" in order else ""
        return str(said["choose"].format(what=" ".join(filter(None, [card, what]))))
    return str(said[do].format(card=card) if card else said[f"{do}.all"])


def _conditions(
    order: Order, words: ModuleType, lang: str, at: Setting
) -> Iterator[tuple[bool, str]]:
    """Each with whether it is a clause of its own ("if …") and not just a time."""
    phrase = {key: said[0] for key, said in words.PHRASES.items()}
    since, until = order.get("from_round"), order.get("until_round")
    if since and until == since + 1:
        yield False, f"{phrase['in_round']} {since}"
    else:
        if since:
            yield False, f"{phrase['from_round']} {since}"
        if until:
            yield False, f"{phrase['until_round']} {until}"
    tokens: Literal["from_tokens", "until_tokens"]
    for tokens in ("from_tokens", "until_tokens"):
        if tokens in order:
            yield True, f"{phrase[tokens]} {order[tokens]}"
    beside: Literal["neighbour", "no_neighbour"]
    for beside in ("neighbour", "no_neighbour"):
        if beside in order:
            yield True, f"{phrase[beside]} {_terms(order[beside], lang, at, words.SAY['and'])}"


def _terms(terms: list[str], lang: str, at: Setting, between: str) -> str:
    return between.join(_term(term, lang, at) for term in terms)


def _term(term: str, lang: str, at: Setting) -> str:
    words = LANGUAGES[lang]
    seat = seat_of(term)
    if seat is not None:
        called = at.names[seat] if at.names else ""
        return called if is_plain_name(called, seat, at) else family(seat, lang)
    if term in VERBS:
        return verb(term, lang)
    return str(words.PHRASES[term][0]) if term in words.PHRASES else name(term, lang)
