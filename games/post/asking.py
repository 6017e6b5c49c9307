"""Asking back: what somebody seems to mean waits for their yes.

A yes is bound to what was asked: it must come by the letter that asked just this, at the same
position. So neither an old letter nor another question is agreed to by mistake.
"""

import json
from dataclasses import asdict, dataclass
from hashlib import sha256

from games.models import Correspondence, Game
from games.post import agreements
from games.post.tokens import Right
from games.replies import Talk


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one mail wants done: all of it, or nothing."""

    moves: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    talk: tuple[Talk, ...] = ()
    resigns: bool = False
    # Moves that may be meant instead, the likelier first: offered beside it, and agreed to by no
    # yes. Each is answered in its own words, which say the same in answer to any letter.
    others: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """As the letter that asks about it carries it; so short that it fits into an address."""
        whole = json.dumps(self.agreed(), sort_keys=True).encode()
        return int.from_bytes(sha256(whole).digest()[:2], "big")

    def agreed(self) -> dict[str, object]:
        """What a yes is to."""
        return {name: said for name, said in asdict(self).items() if name != "others"}


def ask_back(right: Right, proposal: Proposal) -> None:
    asked = {"seq": right.seq, "what": asdict(proposal)}
    agreements.change(right.key, right.person, asked=asked)


def asked_about(right: Right) -> Proposal | None:
    """What the letter of this right asks back about, if it does and nothing came of it yet."""
    proposal = pending(right)
    return proposal if proposal is not None and proposal.number == right.proposal else None


def pending(right: Right) -> Proposal | None:
    """What is asked back about at this position, by whatever letter."""
    asked = (
        Correspondence.objects.filter(game__key=right.key, person_id=right.person)
        .values_list("asked", flat=True)
        .first()
    )
    if asked is None or asked["seq"] != right.seq:
        return None
    what = asked["what"]
    return Proposal(
        moves=tuple(what["moves"]),
        orders=tuple(what["orders"]),
        talk=tuple(Talk(**one) for one in what["talk"]),
        resigns=what["resigns"],
        others=tuple(what.get("others", ())),
    )


def awaits_yes(right: Right) -> bool:
    """Whether a yes or no to the letter of this right says something."""
    return right.evening is not None or asked_about(right) is not None


def withdraw(right: Right) -> None:
    """Forget what the letter of this right asked about, and no other question."""
    if asked_about(right) is not None:
        forget(right)


def forget(right: Right) -> None:
    game = Game.objects.filter(key=right.key)
    Correspondence.objects.filter(game__in=game, person_id=right.person).update(asked=None)
