"""What somebody probably means by what no clause says in full: what weighs for each legal move, and
against it. Asked back, never done.

Each clause that says something of the question weighs for the moves that it is true of, the more
the fewer they are; one that is denied weighs against them. What is left then is by itself:
"not the Spy, the other one". A clause that somebody says under a condition, of another time, or of
others, weighs nothing, and what is open at the end – a question, a condition, "or" – forbids.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.types import known
from games.replies import broad
from games.replies.hearing import Heard, hear
from games.replies.lexicon import Position, Token
from games.replies.loosely import (
    CONTRAST,
    END,
    MARKS,
    PLACES,
    REASON,
    SENTENCE,
    fitting,
    is_verb,
    of_the_row,
    own,
    pieces,
    turned,
    weighs,
)

# Nothing that stands before these is meant.
_ALWAYS = {"choice", "defer"}
# By so much the first has to be heavier than the next.
_MARGIN = 0.12
# What is only said as a reason, or asked by whoever answers it, weighs little; a denial less than
# what is wanted.
_OF_REASONS, _OF_QUESTIONS, _OF_DENIALS = 0.25, 0.4, -0.5
# So many words that nobody knows make a remark of what else would be open.
_OWN_WORDS = 2
# A denial by itself, of so many words, is of what was said before.
_TAKES_BACK = 3
# Who speaks of others, or doubts, speaks of what follows in the sentence as well.
_OF_WEIGHT = {"v:", "c:", "s:", "n:", "o:", "t:"}
_WIDE = {"condition", "question"}
_FRAMES = {"speech", "condition", "doubt"}


class Clause(NamedTuple):
    sentence: int
    tokens: tuple[Token, ...]
    guards: frozenset[str]
    is_reason: bool
    is_asked: bool
    # How many a "but" stand before it: what was said first weighs less.
    turn: int


class Said(NamedTuple):
    """A text as it was meant to be spelled, and in clauses."""

    text: str
    clauses: tuple[Clause, ...]


def said_in(text: str, position: Position) -> Said | None:
    """None where a text is too long to tell."""
    heard = hear(text, position)
    return None if heard is None else Said(heard.text, tuple(_clauses(heard, position)))


def weighed(clauses: Sequence[Clause], position: Position) -> str:
    """The one move for which most of a text weighs; empty where there is none, or more."""
    weights: dict[str, float] = defaultdict(float)
    says = [true_of(one, position) for one in clauses]
    plain = [at for at, said in enumerate(says) if said and not clauses[at].guards]
    denied = [at for at, said in enumerate(says) if said and clauses[at].guards == {"negation"}]
    told = [at for at in (*plain, *denied) if not clauses[at].is_asked]
    if not told and clauses and any(map(is_verb, clauses[-1].tokens)):
        # "On the right, is that Carol? I take it there."
        told = [at for at in plain if at < len(clauses) - 1 and not clauses[-1].is_asked]
    if _is_addressed(clauses):
        return ""
    is_else = any("else" in token.means for one in clauses for token in one.tokens)
    if not (plain or is_else) or not told or _is_open(clauses, says, min(told), max(told)):
        return ""
    for at in (*plain, *denied):
        for move in says[at]:
            later = clauses[-1].turn - clauses[at].turn
            weights[move] += _weight(clauses[at]) / len(says[at]) / (1 + later)
    first, *others = sorted(position.moves, key=lambda move: -weights[move])
    if any(weights[first] - weights[other] < _MARGIN for other in others):
        return ""
    return first


def denied_in(clauses: Sequence[Clause], position: Position) -> frozenset[str]:
    """The moves that are said not to be meant."""
    denied = (one for one in clauses if one.guards == {"negation"})
    return frozenset(move for one in denied for move in true_of(one, position))


def _told(clauses: Sequence[Clause]) -> set[str]:
    tokens = (token for clause in clauses for token in clause.tokens)
    return {one[:2] for token in tokens if _tells(token) for one in token.means if one}


def _is_addressed(clauses: Sequence[Clause]) -> bool:
    """ "Happy birthday, Carol!": who is spoken to, and nothing of the game."""
    return _told(clauses) - {"se"} == {"s:"}


def true_of(clause: Clause, position: Position) -> frozenset[str]:
    """Of which moves it is true, if it is not true of all or none."""
    tokens = [loosened(token, position) for token in clause.tokens]
    is_of_places = position.moves[0].split()[0] in {"place", "move"}
    if not any(map(weighs if is_of_places else _tells, tokens)):
        return frozenset()
    found = (
        fitting(tokens, position)
        or half(tokens, position)
        or fitting([_passing(token, position) for token in tokens], position)
    )
    return found if len(found) < len(position.moves) else frozenset()


def half(tokens: list[Token], position: Position) -> frozenset[str]:
    """What is true of a move that has a what and a where, and only one of them is said."""
    legal = [move.split() for move in position.moves]
    if legal[0][0] == "place":
        cards = {Token(("?",), (f"c:{words[1]}",)) for words in legal}
        rest = [one for one in tokens if "on" not in one.means]
        return frozenset(
            move
            for one in cards
            for said in ([one, *tokens], [one, Token(("?",), ("on",)), *rest])
            for move in fitting(said, position)
        ) or fitting(rest, position)
    if legal[0][0] != "move":
        return frozenset()
    slots = {Token((words[1],), (f"n:{words[1]}",)) for words in legal}
    there = {move for one in slots for move in fitting([one, *tokens], position)}
    ends = (Token(("?",), ("start",)), Token(("?",), ("end",)))
    these = {move.split()[1] for one in ends for move in fitting([*tokens, one], position)}
    return frozenset(there or (m for m in position.moves if m.split()[1] in these))


def _weight(clause: Clause) -> float:
    if clause.is_asked:
        return 0 if clause.guards else _OF_QUESTIONS
    if clause.guards:
        return _OF_DENIALS
    return _OF_REASONS if clause.is_reason else 1


def _tells(token: Token) -> bool:
    """ "My cat" says nothing, nor does a place that was heard in some other word."""
    return any(one[:2] in _OF_WEIGHT for one in token.means) or (
        not token.is_loose and not set(token.means) <= {"mine", "others", ""}
    )


def loosened(token: Token, position: Position) -> Token:
    """Without its guard, and with what else it means to whoever chooses among these moves."""
    means = [one for one in token.means if one[:2] != "g:"]
    verbs = {move.split()[0] for move in position.moves}
    if "place" in verbs:
        # "The Lord last".
        means += [end for nth, end in (("o:1", "start"), ("o:-1", "end")) if nth in means]
    for verb in ("take", "gain", "mark"):
        if verb in verbs:
            means = [f"v:{verb}" if one == "token" else one for one in means]
    if "swap" in verbs and f"c:{known(position.view['question'])['card']}" in means:
        means = [""]
    return token._replace(means=tuple(means))


def _passing(token: Token, position: Position) -> Token:
    """Who else is spoken of, where nobody can be chosen."""
    if position.moves[0].split()[0] not in {"place", "wait"}:
        return token
    if any(one[:2] in {"v:", "c:", "n:"} or one in PLACES for one in token.means):
        return token
    return token._replace(means=(*token.means, ""))


def _is_open(
    clauses: Sequence[Clause], says: Sequence[frozenset[str]], first: int, last: int
) -> bool:
    """Whether it ends in a question or a doubt, or hangs on something."""
    for at, clause in enumerate(clauses):
        if "condition" in clause.guards and not _has_own_words(clause):
            return True
        is_past = at < last and clause.sentence < clauses[last].sentence
        is_of_last = clause.sentence == clauses[last].sentence
        if not is_past and _opens(clause, bool(says[at]), at > first, is_of_last):
            return True
    return False


def _opens(clause: Clause, says_so: bool, is_later: bool, is_of_last: bool) -> bool:
    """Whether a clause that is not past leaves open what the others say."""
    is_remark = is_later and _has_own_words(clause)
    return bool(
        (clause.is_asked and (says_so or is_of_last or not _has_own_words(clause)))
        or clause.guards & _ALWAYS
        or ("question" in clause.guards and is_later and says_so)
        or ("condition" in clause.guards and not is_remark)
        or ("condition" in clause.guards and _begins_so(clause) and is_of_last)
        or ("doubt" in clause.guards and (not is_remark or says_so))
        or ("time" in clause.guards and is_later and not is_remark)
        or (clause.guards & {"speech", "other"} and is_later and not is_remark and says_so)
    )


def _has_own_words(clause: Clause) -> bool:
    return sum(not token.means for token in clause.tokens) >= _OWN_WORDS and not any(
        map(is_verb, clause.tokens)
    )


def _begins_so(clause: Clause) -> bool:
    return clause.tokens[0].guard == "condition"


def _clauses(heard: Heard, position: Position) -> Iterator[Clause]:
    # "I am away till Monday, please wait" asks the others.
    frames = _FRAMES | ({"time"} if "wait" in position.moves else set())
    turn = 0
    for number, sentence in enumerate(SENTENCE.findall(heard.text)):
        is_asked = "?" in sentence
        clause: list[Token] = []
        is_reason = False
        frame: frozenset[str] = frozenset()
        for token in pieces(sentence, heard.tongue, position):
            if token.means in MARKS or token == END:
                if _takes_back(clause):
                    turn += 1
                    clause = []
                for part in _denials(clause):
                    tokens = _firmly(part, heard, position)
                    guards = _guards(tokens, position)
                    is_request = any("ask" in one.means for one in tokens)
                    is_open = is_asked and not is_request
                    found = Clause(number, tokens, guards | frame, is_reason, is_open, turn)
                    yield found
                    if not true_of(found, position):
                        frame |= guards & frames
                is_reason = token == REASON
                turn += token == CONTRAST
                clause = []
            else:
                clause.append(token)


def _takes_back(tokens: Sequence[Token]) -> bool:
    """ "The Spy… no, the Lord"."""
    return 0 < len(tokens) <= _TAKES_BACK and all(
        token.guard == "negation" or token.means == ("x:",) for token in tokens
    )


def _denials(tokens: list[Token]) -> Iterator[list[Token]]:
    """ "Take it from Bohdan not from Carol thanks": what is denied within a clause."""
    begins = 0
    at = 0
    while at < len(tokens):
        if tokens[at].guard == "negation" and any(map(_tells, tokens[at:])):
            if any(map(_tells, tokens[begins:at])):
                yield tokens[begins:at]
                begins = at
            at += 1
            while at < len(tokens) and not _tells(tokens[at]):
                at += 1
            while at < len(tokens) and tokens[at].means and tokens[at].guard != "negation":
                at += 1
            if any(map(_tells, tokens[at:])):
                yield tokens[begins:at]
                begins = at
        else:
            at += 1
    if begins < len(tokens):
        yield tokens[begins:]


def _firmly(tokens: list[Token], heard: Heard, position: Position) -> tuple[Token, ...]:
    soft: frozenset[str] = broad.LANGUAGES[heard.tongue.lang].SOFT
    firm = [one._replace(means=_softened(one, soft, position)) for one in of_the_row(tokens)]
    return tuple(own(turned(firm, position), heard.tongue, position))


def _guards(tokens: Sequence[Token], position: Position) -> frozenset[str]:
    guards = frozenset(filter(None, (one.guard for one in tokens)))
    return guards | {"speech"} if _is_of_another(tokens, position) else guards


def _is_of_another(tokens: Sequence[Token], position: Position) -> bool:
    """ "Bohdan always waits": where nobody can be chosen, whoever is named first does it."""
    first = next((one for one in tokens if _tells(one)), None)
    return (
        first is not None
        and position.moves[0].split()[0] in {"place", "wait"}
        and any(one[:2] == "s:" for one in first.means)
    )


def _softened(token: Token, soft: frozenset[str], position: Position) -> tuple[str, ...]:
    is_soft = len(token.words) == 1 and token.words[0] in soft
    is_place = not PLACES.isdisjoint(token.means) and " to " in position.moves[0]
    # What only sounds like "when" is no condition.
    is_slip = token.is_loose and len(token.words) == 1 and token.guard in _WIDE
    if is_soft or is_place or is_slip:
        return tuple(one for one in token.means if one[:2] != "g:")
    return token.means
