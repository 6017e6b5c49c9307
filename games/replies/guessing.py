"""What somebody probably means by what was not understood whole: it is asked back, never done.

Words are taken loosely here (see `hearing`), and what nobody understands is left out. What is left
must be true of one legal move alone, and no clause may stand beside it that takes it back.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.types import known
from games.replies.hearing import Tongue, hear
from games.replies.lexicon import Position, Token
from games.replies.matching import find

_SIGNS = {"sep", "still", "ask", "else"}
END, REASON, CONTRAST = Token((), ("",)), Token((), ("r:",)), Token((), ("x:",))
MARKS = {REASON.means, CONTRAST.means}
# Nothing that stands before these is meant.
ALWAYS = {"choice", "defer"}
_MOST_EVIDENCE = 12
_MOST_READINGS = 96
# A line that ends in a comma or a colon goes on.
SENTENCE = re.compile(r"(?:[^.!?\u2026\n]|(?<=[,:])\n)+[.!?\u2026\n]*")
_CLAUSE = re.compile(r"[,;:()\u2013\u2014]|\s-+\s")
# These hold for a whole sentence as a question mark does, others for what stands between commas.
_WIDE = {"condition", "question"}
# Of another time, or somebody else's: a remark may be.
_REMARKS = {"speech", "time", "other"}
# What is said in passing: "my money goes to the Spy".
_WEAK = {"mine", "others", "token", "open", "closed"}
_OF = {"on", "to", "before", "after", "between", "beside"}
# Who says so and then decides has decided: "Hmm. I have thought about it. Reveal."
_MUSINGS = {*_REMARKS, "doubt"}
# Who lets somebody do it, or has it done, does not tell of it.
_LET = {"g:other", "g:time"}
# What is nowhere but in the row is no matter of time: "at the back".
PLACES = {"start", "end", "on", "before", "after", "left", "right", "between", "beside"}


class _Clause(NamedTuple):
    sentence: int
    tokens: tuple[Token, ...]

    @property
    def guards(self) -> frozenset[str]:
        return _guards(self.tokens)

    @property
    def has_evidence(self) -> bool:
        return any(weighs(token) and not set(token.means) <= {*_OF, ""} for token in self.tokens)

    @property
    def is_request(self) -> bool:
        return any("ask" in token.means for token in self.tokens)

    @property
    def is_of_moves(self) -> bool:
        return any(one[:2] in {"v:", "c:"} for token in self.tokens for one in token.means)

    @property
    def has_own_words(self) -> bool:
        """A remark about something else has words of its own: "not yet" is none."""
        return any(not token.means or (token.is_loose and not token.guard) for token in self.tokens)


def likely(text: str, position: Position) -> str:
    """The one move that this may mean; empty where there is none, or more."""
    heard = hear(text, position)
    if heard is None:
        return ""
    clauses: list[_Clause] = []
    for number, sentence in enumerate(SENTENCE.findall(heard.text)):
        found = [
            _Clause(number, tokens)
            for tokens in _clauses(sentence, heard.tongue, position)
            if not _is_greeting(tokens, heard.tongue, position)
        ]
        is_asked = "?" in sentence and not any(one.is_request for one in found)
        if is_asked or any(one.guards & _WIDE for one in found):
            is_remark = is_asked or any(one.has_own_words for one in found)
            is_choice = any(one.guards & ALWAYS for one in found)
            if any(one.has_evidence for one in found) or is_choice or not is_remark:
                return ""
            continue
        clauses += found
    told = [one for one in clauses if not one.guards and one.has_evidence]
    if not told:
        return ""
    first = clauses.index(told[0])
    mused = [
        one for one in clauses[:first] if one.guards <= _MUSINGS and one.sentence < told[0].sentence
    ]
    names = [one for one in mused if one.guards and not any(map(is_verb, one.tokens))]
    is_of_them = all(is_verb(one) for clause in told for one in clause.tokens if weighs(one))
    # "I wonder what Carol has. Hit it."
    move = _only([*names, *told] if is_of_them else told, position)
    if not move:
        return ""
    for at, clause in enumerate(clauses):
        after = told[0] if at > first else None
        if clause in mused and (is_of_them or not clause.has_evidence):
            continue
        if clause.guards and _forbids(clause, move, after, position):
            return ""
    return move


def _only(clauses: Sequence[_Clause], position: Position) -> str:
    """What all clauses together leave; else what those leave that say anything by themselves."""
    found = fitting([token for one in clauses for token in one.tokens], position)
    if found:
        return min(found) if len(found) == 1 else ""
    if len(clauses) > 1:
        alone = {_only([one], position) for one in clauses} - {""}
        return alone.pop() if len(alone) == 1 else ""
    return ""


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


def _forbids(clause: _Clause, move: str, after: _Clause | None, position: Position) -> bool:
    """Whether a guarded clause takes a move back that others make; those `after` which it stands
    make remarks of what would be a frame before them."""
    if clause.guards & ALWAYS:
        return True
    is_own_remark = after is not None and clause.has_own_words
    is_later = after is not None and clause.sentence > after.sentence
    if clause.guards <= _REMARKS and is_own_remark and (is_later or "wait" not in position.moves):
        return False
    if is_later and is_own_remark:
        return any(map(is_verb, clause.tokens))
    if clause.guards == {"negation"} and clause.has_evidence:
        # "Not the Spy, the Lord" takes back something else.
        plain = [token._replace(means=_unguarded(token)) for token in clause.tokens]
        taken = find([token for token in plain if token.means], position, _MOST_READINGS).moves
        is_of_what = not any(map(is_verb, plain))
        return not is_of_what or move in taken or not (taken or clause.has_own_words)
    if clause.guards <= {"negation", *_REMARKS} and move == "wait" and not clause.has_evidence:
        # "No, I wait."
        return False
    return _matters(clause)


def _matters(clause: _Clause) -> bool:
    spoken_of = clause.is_of_moves if clause.guards <= _REMARKS else clause.has_evidence
    return spoken_of or not clause.has_own_words


def _clauses(sentence: str, tongue: Tongue, position: Position) -> list[tuple[Token, ...]]:
    """Between commas and contrasts; without the reasons that somebody gives."""
    clauses: list[tuple[Token, ...]] = []
    clause: list[Token] = []
    for token in pieces(sentence, tongue, position):
        if token in {REASON, CONTRAST, END}:
            told = turned(list(of_the_row(clause)), position)
            clauses.append(tuple(own(told, tongue, position)))
            clause = []
        else:
            clause.append(token)
        if token == REASON:
            break
        if token == CONTRAST:
            # "I wanted to wait, but …": what was thought before is no more.
            clauses = [one for one in clauses if not _guards(one) or _guards(one) & _WIDE]
    return clauses


def pieces(sentence: str, tongue: Tongue, position: Position) -> Iterator[Token]:
    for piece in _CLAUSE.split(sentence):
        for token in tongue.tokens(piece, position):
            yield token._replace(words=(), is_loose=False) if token.means in MARKS else token
        yield END


def _is_greeting(tokens: Sequence[Token], tongue: Tongue, position: Position) -> bool:
    """ "See you on Sunday", or one's own name."""
    said = {one for token in tokens if weighs(token) for one in token.means} - {*_OF, ""}
    if not said and _guards(tokens) <= {"time"}:
        return any(map(tongue.is_polite, tokens))
    return said == {f"s:{position.view['you']}"}


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


def _guards(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(filter(None, map(_guard, tokens)))


def _guard(token: Token) -> str:
    if token.guard in _REMARKS and PLACES & set(token.means):
        return ""
    return token.guard


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
