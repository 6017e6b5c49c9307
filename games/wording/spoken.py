"""A move as its reader would write it: in their language, and read as this move again."""

from django.utils.translation import gettext as _

from games.engine import words


def spoken(move: str, lang: str) -> str:
    """Called with the language active."""
    verb, *rest = move.split()
    match verb, rest:
        case "place", [card, *where]:
            return f"{words.name(card, lang)} {place(where)}"
        case "swap", [card]:
            return f"{called(verb, lang)}: {words.name(card, lang)}"
        case "move", [slot, _to, gap]:
            return f"{called(verb, lang)} {slot} {called('to', lang)} {gap}"
    return " ".join([called(verb, lang), *rest])


def called(word: str, lang: str) -> str:
    """A word of the notation."""
    return word if lang == "en" else words.LANGUAGES[lang].WORDS[word][0]


def place(where: list[str]) -> str:
    """Where a card would lie."""
    match where:
        case ["start"]:
            return _("at the start")
        case ["end"]:
            return _("at the end")
    return _("on slot {slot}").format(slot=where[-1])
