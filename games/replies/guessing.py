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

_SIGNS = {"sep", "still"}
_MOST_EVIDENCE = 12
_MOST_READINGS = 96
_SENTENCE = re.compile(r"[^.!?\u2026\n]+[.!?\u2026\n]*")
_CLAUSE = re.compile(r"[,;:()\u2013\u2014]|\s-+\s")
# These hold for a whole sentence as a question mark does, others for what stands between commas.
_WIDE = {"condition", "question"}
# Of another time, or somebody else's: a remark may be.
_REMARKS = {"speech", "time", "other"}
_OF = {"on", "to", "before", "after", "between"}
# Who lets somebody do it, or has it done, does not tell of it.
_LET = {"g:other", "g:time"}
# What is nowhere but in the row is no matter of time: "at the back".
_PLACES = {"start", "end", "on", "before", "after", "left", "right", "between"}


class _Clause(NamedTuple):
    tokens: tuple[Token, ...]

    @property
    def guards(self) -> frozenset[str]:
        return frozenset(filter(None, map(_guard, self.tokens)))

    @property
    def has_evidence(self) -> bool:
        return any(_weighs(token) and not set(token.means) <= {*_OF, ""} for token in self.tokens)

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
    for sentence in _SENTENCE.findall(heard.text):
        found = list(_clauses(sentence, heard.tongue, position))
        is_asked = "?" in sentence
        if is_asked or any(one.guards & _WIDE for one in found):
            is_remark = is_asked or any(one.has_own_words for one in found)
            if any(one.has_evidence for one in found) or not is_remark:
                return ""
            continue
        clauses += found
    told = [one for one in clauses if not one.guards and one.has_evidence]
    move = _only(told, position)
    if not move:
        return ""
    first = clauses.index(told[0])
    for at, clause in enumerate(clauses):
        if clause.guards and _forbids(clause, move, at > first, position):
            return ""
    return move


def _only(clauses: Sequence[_Clause], position: Position) -> str:
    """What all clauses together leave; else what those leave that say anything by themselves."""
    tokens = [token for one in clauses for token in one.tokens if _weighs(token) or _parts(token)]
    if not tokens or len(tokens) > _MOST_EVIDENCE:
        return ""
    for said in (tokens, [_optional(token) for token in tokens]):
        found = find(said, position, _MOST_READINGS).moves
        if found:
            return min(found) if len(found) == 1 else ""
    if len(clauses) > 1:
        alone = {_only([one], position) for one in clauses} - {""}
        return alone.pop() if len(alone) == 1 else ""
    return ""


def _forbids(clause: _Clause, move: str, follows: bool, position: Position) -> bool:
    """Whether a guarded clause takes a move back that others make."""
    if "choice" in clause.guards:
        return True
    if clause.guards == {"negation"} and clause.has_evidence:
        # "Not the Spy, the Lord" takes back something else.
        plain = [token._replace(means=_unguarded(token)) for token in clause.tokens]
        taken = find([token for token in plain if token.means], position, _MOST_READINGS).moves
        is_of_what = not any(one.startswith("v:") for token in plain for one in token.means)
        return not is_of_what or move in taken or not taken
    if clause.guards == {"negation"} and move == "wait":
        # "No, I wait."
        return False
    if clause.guards <= _REMARKS and follows and "wait" not in position.moves:
        return not clause.has_own_words
    return _matters(clause)


def _matters(clause: _Clause) -> bool:
    spoken_of = clause.is_of_moves if clause.guards <= _REMARKS else clause.has_evidence
    return spoken_of or not clause.has_own_words


def _clauses(sentence: str, tongue: Tongue, position: Position) -> Iterator[_Clause]:
    """Between commas and contrasts; without the reasons that somebody gives."""
    for piece in _CLAUSE.split(sentence):
        tokens = tongue.tokens(piece, position)
        clause: list[Token] = []
        for token in tokens:
            if token.means == ("r:",):
                break
            if token.means == ("x:",):
                yield from _made(clause, tongue, position)
                clause = []
            else:
                clause.append(token)
        yield from _made(clause, tongue, position)
        if tokens and any(token.means == ("r:",) for token in tokens):
            return


def _made(tokens: list[Token], tongue: Tongue, position: Position) -> Iterator[_Clause]:
    told = _turned(list(_of_the_row(tokens)), position)
    clause = _Clause(tuple(_own(told, tongue, position)))
    is_greeting = clause.guards <= {"time"} and any(map(tongue.is_polite, tokens))
    said = {one for token in clause.tokens if _weighs(token) for one in token.means}
    if not (is_greeting and not clause.has_evidence) and said != {f"s:{position.view['you']}"}:
        yield clause


def _of_the_row(tokens: Sequence[Token]) -> Iterator[Token]:
    """Without places of something else: "after dinner"."""
    for at, token in enumerate(tokens):
        spoken = next((one for one in tokens[at + 1 :] if one.means != ("",)), None)
        is_elsewhere = spoken is not None and not spoken.means
        if is_elsewhere and _weighs(token) and set(token.means) <= {*_OF, "", "g:time"}:
            yield token._replace(means=("",))
        else:
            yield token


def _turned(tokens: list[Token], position: Position) -> list[Token]:
    """Who will not reveal waits, where that is all there is to choose: "not yet"."""
    if set(position.moves) != {"wait", "reveal"}:
        return [_meaning(one, "still", "") for one in tokens]
    turned = [one._replace(means=("v:wait",)) if "v:wait" in one.means else one for one in tokens]
    for at, token in enumerate(turned):
        for to in range(at + 1, len(turned)) if token.guard == "negation" else ():
            if "v:reveal" in turned[to].means:
                turned[at] = token._replace(means=("",))
                turned[to] = turned[to]._replace(means=("v:wait",))
                break
            if turned[to].means and "" not in turned[to].means:
                break
    if not any("v:reveal" in one.means or "open" in one.means for one in turned):
        turned = [_meaning(one, "v:keep", "v:wait") for one in turned]
    waits = any("v:wait" in one.means or "v:keep" in one.means for one in turned)
    return [_meaning(one, "still", "" if waits else "g:time") for one in turned]


def _meaning(token: Token, means: str, now: str) -> Token:
    return token._replace(means=tuple(now if one == means else one for one in token.means))


def _own(tokens: list[Token], tongue: Tongue, position: Position) -> Iterator[Token]:
    """ "Let it lie", "the Soldier kills": what one's own card does is one's own move."""
    cards = _own_cards(position)
    is_own = is_let = False
    for token in tokens:
        is_let = is_let or not tongue.let.isdisjoint(token.words)
        is_own = is_own or not cards.isdisjoint(token.means)
        if (is_own and "g:other" in token.means) or (is_let and not _LET.isdisjoint(token.means)):
            yield token._replace(means=_unguarded(token) or ("",))
        else:
            yield token


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


def _guard(token: Token) -> str:
    if token.guard in _REMARKS and _PLACES & set(token.means):
        return ""
    return token.guard


def _weighs(token: Token) -> bool:
    return any(one and one not in _SIGNS and not one.startswith("g:") for one in token.means)


def _parts(token: Token) -> bool:
    return "sep" in token.means


def _optional(token: Token) -> Token:
    return token._replace(means=(*token.means, "")) if token.is_loose else token
