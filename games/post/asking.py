"""Asking back: what somebody seems to mean waits for their yes.

A yes is bound to what was asked: it must come by a letter of the same position that was written
after the question. So neither an old letter nor a later question is agreed to by mistake.
"""

from dataclasses import asdict, dataclass

from accounts import moment
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


def ask_back(right: Right, proposal: Proposal) -> None:
    asked = {"seq": right.seq, "at": int(moment.now().timestamp()), "what": asdict(proposal)}
    agreements.change(right.key, right.person, asked=asked)


def asked_about(right: Right) -> Proposal | None:
    """What the letter of this right asks back about, if it does and nothing came of it yet."""
    asked = (
        Correspondence.objects.filter(game__key=right.key, person_id=right.person)
        .values_list("asked", flat=True)
        .first()
    )
    if asked is None or asked["seq"] != right.seq or right.issued.timestamp() < asked["at"]:
        return None
    what = asked["what"]
    return Proposal(
        moves=tuple(what["moves"]),
        orders=tuple(what["orders"]),
        talk=tuple(Talk(**one) for one in what["talk"]),
        resigns=what["resigns"],
    )


def awaits_yes(right: Right) -> bool:
    """Whether a yes or no to the letter of this right says something."""
    return right.evening is not None or asked_about(right) is not None


def forget(right: Right) -> None:
    game = Game.objects.filter(key=right.key)
    Correspondence.objects.filter(game__in=game, person_id=right.person).update(asked=None)
