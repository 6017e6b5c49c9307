"""What a card is to the engine: questions first, then one plain act. And the list of all cards.

A card in a game is named by a short string, "soldier/2": its kind and its family. Every family
has a kind at most once, so the name says which card it is, and a state is JSON as it stands.
These names never leave the engine: a view tells kind and family apart, where both may be known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from games.engine.state import State
    from games.engine.turn import Turn

FAMILIES = 5
# Five players, six cards and a twin each: no row is longer.
LONGEST_ROW = FAMILIES * 7


class Step(NamedTuple):
    """An effect waiting for its choices: which rule, for which card, and what was chosen so far.

    `revealed`: the card was turned over for this; `tokens`: still to be used (combination).
    """

    rule: str
    card: str
    answers: tuple[str | None, ...] = ()
    revealed: bool = False
    tokens: int = 0


class Fall(NamedTuple):
    """One elimination, as things stood before it."""

    victim: str
    controller: int
    was_open: bool
    by: str
    seat: int
    slot: int


class Ask:
    """A question of an effect: its kind, and the moves that answer it.

    `moves` gives [] if there is nothing to choose from, and None if the question does not arise.
    """

    def __init__(self, kind: str, moves: Callable[[State, Step], list[str] | None]) -> None:
        self.kind = kind
        self.moves = moves

    def read(self, state: State, answer: str) -> Any:
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


class Rule:
    """A card's rule. It holds no game: everything about one is in the state.

    `act` is given the card's name and one answer for each of `asks` – None where there was
    nothing to choose. All of it happens through the verbs of `Turn`.
    """

    kind: ClassVar[str]
    box: ClassVar[str]
    character: ClassVar[bool]
    asks: ClassVar[tuple[Ask, ...]] = ()
    needs_token: ClassVar[bool] = False  # it cannot be revealed without one
    turns_down: ClassVar[bool] = False  # it can lie closed though all have seen it
    keeps: ClassVar[bool] = False  # it can lie in front of its owner
    copies: ClassVar[bool] = False  # it can act by another character's rule

    def revealed(self, turn: Turn, me: str, tokens: int) -> None:
        """What becomes of the `tokens` (1 or more) on a card that its controller turns over."""
        turn.take_tokens(me)

    def act(self, turn: Turn, me: str, *answers: Any) -> None:
        """The effect, once everything is chosen."""

    def bounty(self, fall: Fall) -> int:
        """What the eliminating player gains on top for eliminating this card."""
        return 0

    def eliminated(self, turn: Turn, fall: Fall) -> None:
        """What happens after this card was eliminated."""

    def kept_bounty(self, fall: Fall) -> int:
        """Kept: what its owner gains on top for an elimination."""
        return 0

    def kept_income(self, tokens: int) -> int:
        """Kept: what its owner gains as a round begins, and at the end."""
        return 0


class Character(Rule):
    """A card that stays in the row, open, and acts again every round."""

    character = True


class Intrigue(Rule):
    """A card that acts once; as a rule it is discarded then."""

    character = False


RULES: dict[str, Rule] = {}  # by kind; also the steps that are no card of their own
KIND: dict[str, str] = {}  # of every card of every family
FAMILY: dict[str, int] = {}
RULE: dict[str, Rule] = {}
CARD: list[dict[str, str]] = [{} for _ in range(FAMILIES)]  # family, kind → the card's name


def register(rule: type[Rule]) -> type[Rule]:
    """Make a card known to the engine (used as a decorator)."""
    RULES[rule.kind] = one = rule()
    for family in range(FAMILIES):
        card = f"{rule.kind}/{family}"
        KIND[card], FAMILY[card], RULE[card] = rule.kind, family, one
        CARD[family][rule.kind] = card
    return rule


def register_step(rule: type[Rule]) -> type[Rule]:
    """Make a rule known that is a part of a card, not a card (used as a decorator)."""
    RULES[rule.kind] = rule()
    return rule
