"""What can be wrong with a move, a deal, a state or a record: each says what to do next."""

from collections.abc import Sequence

_LISTED = 24  # moves in a message; a royal decree can have hundreds


class RulesError(ValueError):
    """Something the rules do not allow; the text is for the person who did it."""


class BadNotation(RulesError):
    """A text that is no move at all."""


class NotYourTurn(RulesError):
    """Somebody else decides now."""


class IllegalMove(RulesError):
    """A readable move that is not open now; `legal` is what is. Only for the decider's eyes."""

    def __init__(self, move: str, legal: Sequence[str]) -> None:
        possible = ", ".join(legal[:_LISTED])
        if len(legal) > _LISTED:
            possible += f" … ({len(legal)} in all)"
        super().__init__(f"'{move}' is not possible now. Possible: {possible}.")
        self.move = move
        self.legal = list(legal)


class GameOver(RulesError):
    """The game has ended; nobody decides any more."""


class BadDeal(RulesError):
    """A game that cannot be set up like this; `about` names what is wrong: seats, deck, hand 2 …"""

    def __init__(self, about: str, why: str) -> None:
        super().__init__(why)
        self.about = about


class BadState(RulesError):
    """A text that is not a stored game."""


class UnknownRules(BadState):
    """A game of a version of the rules that this software does not have."""

    def __init__(self, version: object, newest: int) -> None:
        super().__init__(
            f"This game is of version {version!r} of the rules; this software knows them up to "
            f"version {newest}. Read it with newer software."
        )


class BadRecord(RulesError):
    """A record that cannot be read or replayed; `line` is where, counted from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why
