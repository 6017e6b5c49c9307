"""Lines that stand in our own letters: whoever quotes them without a mark is understood too."""

import re
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from games import engine
from games.engine import words
from games.engine.words import LANGUAGES
from games.selectors import plans

_SLOT = 70707
# So much of a heading that was broken into lines is no accident.
_ENOUGH = 30


def is_of_our_letters(line: str) -> bool:
    plain = _plain(line)
    if plain in _lines() or _questions().match(plain):
        return True
    return len(plain) >= _ENOUGH and any(one.startswith(plain) for one in _lines())


def _plain(line: str) -> str:
    """Without marks of quotation, capitals, and the colon that some programs drop."""
    return " ".join(line.strip(" >*\t").casefold().split()).rstrip(":")


@cache
def _questions() -> re.Pattern[str]:
    """What a letter begins with, or its table, for whatever slot and round."""
    asked = [
        words.ask({"kind": kind, "seat": 0, "slot": _SLOT}, lang, you=0)
        for lang in LANGUAGES
        for kind in engine.QUESTIONS
    ]
    for lang in LANGUAGES:
        with translation.override(lang):
            where = _("Round {round} of {rounds}, {phase}")
            asked.append(where.format(round=_SLOT, rounds=_SLOT, phase=""))
            asked.append(_("Did you mean: {move}?").partition("{move}")[0].strip())
    return re.compile("|".join(re.escape(_plain(one)).replace(str(_SLOT), r"\d+") for one in asked))


@cache
def _lines() -> frozenset[str]:
    """Headings and the first words of every language: what a reply quotes first."""
    found = []
    for lang in LANGUAGES:
        with translation.override(lang):
            found += [f"{one} {_('Your answer binds.')}" for one in (plans.PLACE, plans.CARDS)]
            found += [
                _("Since your last move"),
                _("What happened"),
                _("Said at the table"),
                _("Answer this mail with one of these:"),
                _("Or did you mean one of these? Then answer just that:"),
                _("Answer this mail with a line for each card, like these:"),
                _(
                    "Say in the same mail, a line each, what your closed cards shall do later in "
                    "this round, and you will not be asked about them:"
                ),
                _("Or decide on this page, without signing in:"),
                _("An answer to this mail goes to the first of these."),
                _(
                    "One mail may answer all of these: begin a line for each with its number, "
                    "like “1: …”."
                ),
            ]
    return frozenset(_plain(line) for line in [*found, settings.SITE_URL])
