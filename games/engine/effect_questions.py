"""The questions of an effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .names import LONGEST_ROW, Step
from .state import State


class Ask:
    """A question of an effect: its kind, and the moves that answer it.

    `moves` gives [] if there is nothing to choose from, and None if the question does not arise.
    """

    def __init__(self, kind: str, moves: Callable[[State, Step], list[str] | None]) -> None:
        self.kind = kind
        self.moves = moves

    def read(self, state: State, answer: str) -> object:
        """What `act` is given for the answer: here the move itself."""
        return answer


class Pick(Ask):
    """The question for a slot: written "WORD SLOT", given to `act` as the card on top there."""

    def __init__(
        self,
        word: str,
        targets: Callable[[State, str], Iterable[int]],
        *,
        after: str | None = None,
    ) -> None:
        """`after`: asked only if this was the answer to the question before."""
        self.words = tuple(f"{word} {slot}" for slot in range(1, LONGEST_ROW + 1))
        self.targets = targets
        self.after = after
        super().__init__(word, self._moves)

    def _moves(self, state: State, step: Step) -> list[str] | None:
        if self.after is not None and step.answers[-1] != self.after:
            return None
        words = self.words
        return [words[slot] for slot in self.targets(state, step.card)]

    def read(self, state: State, answer: str) -> str:
        return state.row[int(answer.rpartition(" ")[2]) - 1][-1]
