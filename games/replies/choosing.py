"""Whether what names a move also chooses it: "Well played, Dmytro" names a target as "Dmytro" does.

Who is greeted, thanked or praised, an hour, "at last": each may be all that was meant. What has no
verb is therefore done at once only where hardly anything else could have been; the rest is asked
back.
"""

from collections.abc import Sequence
from itertools import pairwise

from games.replies.lexicon import Token
from games.replies.words import LANGUAGES

# Of the polite words those that ask or thank for what stands beside them.
_PLEASE = """
please pls plz thanks thx будь ласка прошу плиз пліз дякую спасибі щиро дуже пожалуйста спасибо
благодарю per favore piacere cortesia grazie mille prego if you would kindly be so kind thank very
much many a lot
"""
# Beside a number: it is that of a place, and no hour.
_OF_PLACES = """
slot position number nr place spot card the a player option choice of row on it is that this one
місце місці слот слоту номер карта карту картку ряду цю ту the з у
место месте слот слоту номер карта карту карточку ряда эту ту
posto slot numero posizione carta la il lo della fila sul al quella questa
"""
# Who is spoken to is not oneself; "show me the cards" asks, and "flip a coin" is a way of speaking.
_OF_OTHERS = """
everybody everyone all folks guys friends team me us cards coin nice great cool good well
усім всім друзі панове колеги карти карт мені нам чекайте почекайте відкрийте
всем всех друзья коллеги карты карт мне нам ждите подождите
tutti ragazzi amici carte risposta aspettate bella bello bel
"""
# What thanks, greetings and wishes begin with; "sorry, Dmytro" may strike him.
_WARMLY = """
thanks thank thx many hi hello hey dear greetings well gg
дякую спасибі щиро дуже привіт вітаю удачі успіхів хай щасти
спасибо большое благодарю привет здравствуйте приветствую удачи
grazie ciao salve buongiorno buonasera complimenti caro cara saluti
"""
_WARM_IN_FULL = """
good nice great добрий доброго гарний гарна гарного хорошей хороший хорошего добрый доброе доброго
buona bella tanti in un
"""
_TELLS = {(word,) for word in ("is", "are", "s", "є", "это", "це", "è")}
_please = frozenset(_PLEASE.split())
_of_places = frozenset(_OF_PLACES.split()) | _please
_of_others = frozenset(_OF_OTHERS.split())
_nouns = frozenset(["one", "card", "карта", "карту", "картку", "карточку", "carta"])
_warmly, _warm_in_full = frozenset(_WARMLY.split()), frozenset(_WARM_IN_FULL.split())
_polite = frozenset(tuple(one.split()) for lang in LANGUAGES.values() for one in lang.POLITE)
_greetings = frozenset(one for lang in LANGUAGES.values() for one in lang.GREETINGS)


def is_chosen(tokens: Sequence[Token], move: str, text: str) -> bool:
    if " " not in move:
        return not (_speaks_to_others(tokens) or _is_noun(tokens))
    if "/" in text:
        return False  # "5/5"
    if any(map(_is_verb, tokens)):
        return not _is_idiom(tokens)
    # "Lord!" calls somebody, "the Lord is first" tells of him.
    return not ("!" in text or any(token.words in _TELLS for token in tokens)) and _names(tokens)


def is_courtesy(tokens: Sequence[Token]) -> bool:
    """ "Thank you, Dmytro", "Good luck Carol"; not "Carol, thanks", who may be whom they chose."""
    said = [token for token in tokens if "sep" not in token.means]
    *warm, named = said or [Token((), ())]
    return bool(
        warm and all(one[:2] == "s:" for one in named.means if one) and any(named.means)
    ) and all(
        token.words in _polite
        and (
            token.words[0] in _warmly or (len(token.words) > 1 and token.words[0] in _warm_in_full)
        )
        for token in warm
    )


def _names(tokens: Sequence[Token]) -> bool:
    """What has no verb."""
    if any(token.words in _polite and not _please.issuperset(token.words) for token in tokens):
        return False
    means = {one for token in tokens for one in token.means}
    beside = {word for token in tokens if "" in token.means for word in token.words}
    kinds = {one[:2] for one in means if one[1:2] == ":"}
    if "c:" in kinds or means & {"open", "closed", "mine", "others"}:
        return True
    if "o:" in kinds:  # "the last one", and not "at last"
        is_named = bool(beside & _nouns)
    elif "n:" in kinds:
        is_named = any(word.isdecimal() for token in tokens for word in token.words)
    else:
        return kinds == {"s:"} and not beside
    return is_named and beside <= _of_places


def _is_idiom(tokens: Sequence[Token]) -> bool:
    """ "Hit me up at 4", "copy that, Bohdan", "please copy Dmytro in"."""
    words = [token.words for token in tokens]
    return ("me",) in words or ("that",) in words[1:2] or words[-1] in {("in",), ("this",)}


def _is_verb(token: Token) -> bool:
    return any(one.startswith("v:") for one in token.means)


def _is_noun(tokens: Sequence[Token]) -> bool:
    """ "My wait is over"."""
    return any(
        "mine" in one.means and len(one.words) == 1 and _is_verb(other)
        for one, other in pairwise(tokens)
    )


def _speaks_to_others(tokens: Sequence[Token]) -> bool:
    """ "Hi all" does not."""
    before = ""
    for token in tokens:
        if " ".join(token.words) in _of_others and before not in _greetings:
            return True
        before = token.words[-1]
    return False
