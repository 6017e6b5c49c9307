"""What can be refused, and how it is said: a stable code, a kind sentence, and facts.

Whoever shows one to a person takes `str(error)` in the active language; programs go by `code`.
`facts` hold nothing that the one who is refused may not know.
"""

from collections.abc import Iterable
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """Something a table does not do. Nothing has been changed."""

    code: ClassVar[str]
    sentence: ClassVar[str | Promise]

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code)
        self.facts = facts

    def __str__(self) -> str:
        return str(self.sentence).format(**self.facts)


class NotFound(Refusal):
    """No such table, or none that this person may know of: both look the same."""

    code = "not_found"
    sentence = _("There is no such table. Check the address, or ask for an invitation.")


class NotAtTable(Refusal):
    code = "not_at_table"
    sentence = _("You may watch this table, but you do not sit at it.")


class Stale(Refusal):
    """facts: seq – how many moves there are by now."""

    code = "stale"
    sentence = _("Somebody has moved since. Look at the table again before you decide.")


class TimeUp(Stale):
    """facts: seq – how many moves there are by now."""

    code = "time_up"
    sentence = _(
        "Your time was up, and a stand-in has just decided for you. Look at the table again."
    )


class NotYourTurn(Refusal):
    code = "not_your_turn"
    sentence = _("Somebody else decides now. You will be told when it is your turn.")


class AskedTogether(NotYourTurn):
    """Nobody moves while everybody is asked for a plan."""

    code = "asked_together"
    sentence = _(
        "Everybody is asked at the same time now: leave your plan for this part of the round. "
        "Whoever leaves none is asked when their turn comes."
    )


class PlansBind(NotYourTurn):
    """At a blind table, while a phase is played."""

    code = "plans_bind"
    sentence = _(
        "This table plays blind: what was planned is carried out just now, and nothing is asked "
        "or changed until all are asked again."
    )


class NotTogether(Refusal):
    code = "not_together"
    sentence = _(
        "No plan is asked for here: at this table one decides after the other. Leave standing "
        "orders instead."
    )


class IllegalMove(Refusal):
    """Only ever raised to the one who decides. facts: move, legal, index (which of several)."""

    code = "illegal_move"
    sentence = _("“{move}” is not possible now. Choose one of the legal moves.")


class BadNotation(Refusal):
    """facts: move, legal (as it is the decider who asks), index."""

    code = "bad_notation"
    sentence = _("“{move}” cannot be read as a move. Moves look like “wait” or “place spy on 2”.")


class TooManyMoves(Refusal):
    """Another seat decides after the first few of several moves. facts: index."""

    code = "too_many_moves"
    sentence = _("After your first moves somebody else decides. Send only what is yours to decide.")


class ComesToLight(Refusal):
    """A closed card is turned over by one of several moves, so what follows it is not taken yet:
    refusing that later would tell what the card was without the move being made. facts: number,
    counted from 1."""

    code = "comes_to_light"
    sentence = _(
        "Your move no. {number} turns over a hidden card. Send it as the last one, look, and then "
        "go on."
    )


class GameOver(Refusal):
    code = "game_over"
    sentence = _("This game is over. There is nothing left to decide.")


class NotRunning(Refusal):
    code = "not_running"
    sentence = _("This game is not being played. That is possible only between start and end.")


class NotGathering(Refusal):
    code = "not_gathering"
    sentence = _("This table no longer waits for players. Look for another one, or open your own.")


class TableFull(Refusal):
    code = "table_full"
    sentence = _("Every seat is taken. Look for another table, or open your own.")


class AlreadySeated(Refusal):
    code = "already_seated"
    sentence = _("You sit at this table already.")


class TooFew(Refusal):
    """facts: needed – how many it takes."""

    code = "too_few"
    sentence = _("It takes {needed} to begin. Invite somebody, or let bots fill the seats.")


class NotAllowed(Refusal):
    """facts: why – a sentence."""

    code = "not_allowed"
    sentence = "{why}"


class BadTable(Refusal):
    """A table that cannot be set up like this. facts: field, why – a sentence."""

    code = "bad_table"
    sentence = "{why}"


class BadTables(Refusal):
    """Of many tables to be opened at once some cannot be."""

    code = "bad_tables"
    sentence = _(
        "Not one table was opened, because some cannot be like this. Mend what is named and send "
        "all of them again."
    )

    def __init__(self, wrong: Iterable[tuple[str, str]]) -> None:
        """`wrong`: each field, and why."""
        super().__init__()
        self.wrong = list(wrong)


class BadText(Refusal):
    """facts: most – how many letters a message may have."""

    code = "bad_text"
    sentence = _("A message has 1 to {most} letters.")


class TooMuchTalk(Refusal):
    """facts: seconds – when to try again."""

    code = "too_much_talk"
    sentence = _("That is a lot of messages at once. Try again in {seconds} seconds.")


class BadOrder(Refusal):
    """A standing order that cannot be read or cannot be. facts: field, why – a sentence."""

    code = "bad_order"
    sentence = "{why}"


class OrdersChanged(Refusal):
    """facts: revision – of the list as it is now."""

    code = "orders_changed"
    sentence = _("Your orders have been changed since you read them. Look at them again.")


class UnreadableGame(Refusal):
    """A stored game that is damaged, or of rules that only newer software has."""

    code = "unreadable_game"
    sentence = _(
        "This game cannot be read at the moment. Nothing is lost, and those who run this site can "
        "see it. Please come back later."
    )


class BadCursor(Refusal):
    code = "bad_cursor"
    sentence = _("This is no place to go on from. Begin again without a cursor.")


class KeyReused(Refusal):
    code = "idempotency_key_reused"
    sentence = _("This Idempotency-Key came with another request before. Use a new one.")
