"""Of which legal moves words are true that are taken loosely (see `hearing`): what nobody
understands is left out, and whose card, which time and which place is meant goes by what stands
around it. What is read so is asked back, never done (`weighing`, `leaning`).
"""

import re
from collections.abc import Iterator, Sequence

from games.engine.types import known
from games.replies.hearing import Tongue
from games.replies.lexicon import Position, Token
from games.replies.matching import find

_SIGNS = {"sep", "still", "ask", "else"}
END, REASON, CONTRAST = Token((), ("",)), Token((), ("r:",)), Token((), ("x:",))
MARKS = {REASON.means, CONTRAST.means}
_MOST_EVIDENCE = 12
_MOST_READINGS = 96
# A line that ends in a comma or a colon goes on.
SENTENCE = re.compile(r"(?:[^.!?\u2026\n]|(?<=[,:])\n)+[.!?\u2026\n]*")
_CLAUSE = re.compile(r"[,;:()\u2013\u2014]|\s-+\s")
# What is said in passing: "my money goes to the Spy".
_WEAK = {"mine", "others", "token", "open", "closed"}
_OF = {"on", "to", "before", "after", "between", "beside"}
# Who lets somebody do it, or has it done, does not tell of it.
_LET = {"g:other", "g:time"}
# What is nowhere but in the row is no matter of time: "at the back".
PLACES = {"start", "end", "on", "before", "after", "left", "right", "between", "beside"}


def fitting(tokens: Sequence[Token], position: Position) -> frozenset[str]:
    """The moves that all that weighs is true of, or else what weighs most."""
    told = [token for token in tokens if weighs(token) or _parts(token)]
    told = [token for token in told if not _is_article(token)]
    if not told or len(told) > _MOST_EVIDENCE:
        return frozenset()
    if "reveal" in position.moves and not any(map(is_verb, told)):
        # "Closed!"
        for state, verb in (("closed", "v:wait"), ("token", "v:wait"), ("open", "v:reveal")):
            told = [_meaning(token, state, verb) for token in told]
    return (
        find(told, position, _MOST_READINGS).moves
        or find([_optional(token) for token in told], position, _MOST_READINGS).moves
    )


def pieces(sentence: str, tongue: Tongue, position: Position) -> Iterator[Token]:
    for piece in _CLAUSE.split(sentence):
        for token in tongue.tokens(piece, position):
            yield token._replace(words=(), is_loose=False) if token.means in MARKS else token
        yield END


def of_the_row(tokens: Sequence[Token]) -> Iterator[Token]:
    """Without places of something else: "after dinner"."""
    for at, token in enumerate(tokens):
        spoken = next((one for one in tokens[at + 1 :] if one.means != ("",)), None)
        is_elsewhere = spoken is not None and not spoken.means
        if is_elsewhere and weighs(token) and set(token.means) <= {*_OF, "", "g:time"}:
            yield token._replace(means=("",))
        else:
            yield token


def turned(tokens: list[Token], position: Position) -> list[Token]:
    """Who will not reveal waits, where that is all there is to choose: "not yet"."""
    if any(one[:2] == "v:" and one != "v:keep" for token in tokens for one in token.means):
        # "Let it go."
        tokens = [_meaning(one, "v:keep", "") for one in tokens]
    if set(position.moves) != {"wait", "reveal"}:
        return [_meaning(one, "still", "") for one in tokens]
    turned = list(tokens)
    for at, token in enumerate(turned):
        for to in range(at + 1, len(turned)) if token.guard == "negation" else ():
            if "v:reveal" in turned[to].means and turned[to].guard != "negation":
                # "I do not wish to", "non … niente".
                rest = [_meaning(one, "g:negation", "") for one in turned[to + 1 :]]
                said = [one._replace(means=("",)) for one in turned[at:to]]
                turned[at:] = [*said, turned[to]._replace(means=("v:wait",)), *rest]
                break
            if weighs(turned[to]) and "" not in turned[to].means:
                break
    # "Not yet" by itself.
    turned = [one._replace(means=("v:wait",)) if "v:wait" in one.means else one for one in turned]
    if not any("v:reveal" in one.means or "open" in one.means for one in turned):
        turned = [_meaning(one, "v:keep", "v:wait") for one in turned]
    waits = any("v:wait" in one.means or "v:keep" in one.means for one in turned)
    return [_meaning(one, "still", "" if waits else "g:time") for one in turned]


def _meaning(token: Token, means: str, now: str) -> Token:
    return token._replace(means=tuple(now if one == means else one for one in token.means))


def own(tokens: list[Token], tongue: Tongue, position: Position) -> Iterator[Token]:
    """ "Let it lie", "the Soldier kills": what one's own card does is one's own move."""
    cards = _own_cards(position)
    named = {one for token in tokens for one in token.means if one[:2] in {"c:", "s:"}}
    is_let = False
    # Where one card is spoken of, nobody else needs to be its subject.
    is_own = "reveal" in position.moves and named <= cards and _waits(tokens)
    for token in tokens:
        is_let = is_let or not tongue.let.isdisjoint(token.words)
        is_own = is_own or not cards.isdisjoint(token.means)
        if (is_own and "g:other" in token.means) or (is_let and not _LET.isdisjoint(token.means)):
            yield token._replace(means=_unguarded(token) or ("",))
        else:
            yield token


def _waits(tokens: Sequence[Token]) -> bool:
    return not any("v:reveal" in token.means for token in tokens)


def _own_cards(position: Position) -> set[str]:
    question = known(position.view["question"])
    cards = {move.split()[1] for move in position.moves if move.startswith("place ")}
    if question["card"]:
        cards.add(question["card"])
    if question["slot"]:
        cards.add(str(position.view["row"][question["slot"] - 1]["top"]["card"]))
    return {f"c:{card}" for card in cards}


def _unguarded(token: Token) -> tuple[str, ...]:
    return tuple(one for one in token.means if not one.startswith("g:"))


def _is_article(token: Token) -> bool:
    """ "The right one", "one of the two": seldom a slot."""
    is_number = token.words[0].isdecimal() or len(token.words) > 1 or token.is_loose
    return set(token.means) <= {"n:1", "n:2", ""} and not is_number


def is_verb(token: Token) -> bool:
    return any(one.startswith("v:") for one in token.means)


def weighs(token: Token) -> bool:
    return any(one and one not in _SIGNS and not one.startswith("g:") for one in token.means)


def _parts(token: Token) -> bool:
    return "sep" in token.means


def _optional(token: Token) -> Token:
    is_weak = token.is_loose or not _WEAK.isdisjoint(token.means)
    return token._replace(means=(*token.means, "")) if is_weak else token
