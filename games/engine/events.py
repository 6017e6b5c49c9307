"""What happened: the vocabulary of events and questions, and who may know what of them.

An event is a small JSON-able dict with a `kind`. The kinds below are all there are; every event
carries exactly the fields listed for its kind, and `knows`:

* `seat` (and other seats) are numbers from 0. `card`, `by` … are card ids.
* A slot is counted from 1 in order of resolution, as the row stood just before that event;
  cards eliminated together carry the slots they had together. `to` and the slot of `played`,
  `entered` and `swapped` are where the card lies afterwards.
* `knows` is the one seat that may know the secret fields of the event, or None when all of it is
  public. `redact` is what a seat reads: without `knows`, and with secret fields that are not its
  own set to None. Secret fields are there in every event of the kind, hidden or not.

So the log of a seat is a function of what that seat may know, exactly as its view is.
"""

from collections.abc import Iterable
from typing import NamedTuple, Required, TypedDict, cast


class Facts(TypedDict, total=False):
    """Every field that an event may have; EVENTS says which it has, and what they tell."""

    set: str
    edition: str
    direction: str
    place: str
    why: str
    question: str
    move: str
    source: str
    card: str | None
    back: str | None
    cause: str | None
    deck: list[str]
    hand: list[str] | None
    aside: list[str] | None
    scores: list[int]
    row_cards: list[int]
    ranks: list[int]
    was_open: bool
    by: str | int  # the card that did it; of `lost`, the seat
    seat: int
    seats: int
    first: int
    round: int
    slot: int | None
    by_slot: int
    to: int
    target: int
    tokens: int
    verdicts: int
    left: int
    amount: int
    controller: int
    family: int
    victim: int
    before: int
    bribe: int | None
    returned: int | None
    nothing: str  # why nothing came of it: no event of the log has it, `words.explain` puts it in


class Event(Facts, total=False):
    kind: Required[str]
    knows: int | None


class EventKind(NamedTuple):
    """One kind of event: what it tells, its fields, and which of them may be secret."""

    tells: str
    fields: dict[str, str]
    secret: tuple[str, ...] = ()


_CARD_OR_NONE = "its id, for whom it is known (its family's owner; all, once it was seen)"

EVENTS: dict[str, EventKind] = {
    # --- the frame of a game --------------------------------------------------------------
    "game_began": EventKind(
        "The table is set.",
        {
            "set": "oriflamme | ablaze | alliance | mixed",
            "edition": "uk | it",
            "deck": "the ten kinds every family has, sorted (without the twin)",
            "seats": "number of players",
            "first": "seat of the first player",
            "direction": "left_to_right | right_to_left",
        },
    ),
    "dealt": EventKind(
        "A seat got its hand and its three set aside.",
        {"seat": "whose", "hand": "seven ids, sorted", "aside": "three ids, sorted"},
        ("hand", "aside"),
    ),
    "round_began": EventKind(
        "A round began; now everybody plays a card.",
        {
            "round": "1 to 6",
            "first": "seat that plays first",
        },
    ),
    "events_began": EventKind(
        "All have played; the row is resolved from slot 1.",
        {
            "round": "1 to 6",
        },
    ),
    "round_ended": EventKind("The row is resolved.", {"round": "1 to 6"}),
    "game_over": EventKind(
        "The last round is over.",
        {
            "scores": "per seat",
            "row_cards": "per seat: own top cards in the row, which break ties",
            "ranks": "per seat: 1 is best, a tie shares it and the next rank is skipped",
        },
    ),
    # --- decisions everybody makes --------------------------------------------------------
    "played": EventKind(
        "A card was played face down from the hand.",
        {
            "seat": "who",
            "card": _CARD_OR_NONE,
            "place": "start | end | on (on top of an own card)",
            "slot": "where it lies now",
        },
        ("card",),
    ),
    "waited": EventKind(
        "A closed card stays closed and got a token.",
        {"seat": "its controller", "slot": "", "card": _CARD_OR_NONE, "tokens": "on it now"},
        ("card",),
    ),
    "revealed": EventKind(
        "A closed card was turned over by its controller. What its tokens do follows.",
        {"seat": "its controller", "slot": "", "card": "", "tokens": "that lay on it"},
    ),
    "acts": EventKind(
        "An open card's turn has come; what it does follows.",
        {"seat": "its controller", "slot": "", "card": ""},
    ),
    "forced": EventKind(
        "There was one thing to choose, so it was done without asking.",
        {
            "seat": "who would have been asked",
            "question": "kind of question, one of QUESTIONS",
            "card": "the card that acts",
            "slot": "its slot; None if it has left the row (combination)",
            "move": "the move, in notation",
        },
    ),
    "no_target": EventKind(
        "There was nothing to choose from, so that part of the effect did nothing.",
        {
            "seat": "who would have been asked",
            "question": "kind of question, one of QUESTIONS",
            "card": "the card that acts",
            "slot": "its slot; None if it has left the row (combination)",
        },
    ),
    # --- influence ------------------------------------------------------------------------
    "gained": EventKind(
        "A seat gained influence from the supply (or from tokens on its card).",
        {
            "seat": "who",
            "amount": "1 or more",
            "why": "tokens (of the card just revealed; for conspiracy twice over) | "
            "effect (what the card says) | elimination | bonus (for an elimination) | "
            "reaction (to being eliminated) | kept (treaty, as a round begins) | "
            "end (treaty, at the end)",
            "card": "tokens, effect: the acting card; elimination: the eliminating card; "
            "bonus: queen, infiltration, or the eliminating card itself (deserter); "
            "reaction: ambush or extortion; "
            "kept, end: treaty",
            "slot": "slot of that card while it lies in the row, else None",
        },
    ),
    "lost": EventKind(
        "A seat lost influence to the supply.",
        {
            "seat": "who",
            "amount": "1 or more: what it really lost",
            "card": "criminal, or what acts as one",
            "slot": "slot of that card",
            "by": "seat that controls it",
        },
    ),
    "stole": EventKind(
        "Influence went from one seat to another.",
        {
            "seat": "who took",
            "victim": "seat that paid; the same seat if a spy chose its own side (moves nothing)",
            "amount": "what was there to take: 0 or more",
            "why": "effect (spy, or what acts as one) | reaction (trap)",
            "card": "the card that takes: spy, shapeshifter, …; trap",
        },
    ),
    # --- tokens on cards ------------------------------------------------------------------
    "tokens_put": EventKind(
        "Tokens were put on a card in the row.",
        {
            "seat": "who put them",
            "by": "the card that says so: empress, diplomat, infiltration, shapeshifter",
            "slot": "",
            "controller": "of the card that got them",
            "card": _CARD_OR_NONE,
            "amount": "1 or more",
            "tokens": "on it now",
        },
        ("card",),
    ),
    "tokens_returned": EventKind(
        "Tokens went from a card back to the supply, while the card stayed where it was.",
        {
            "seat": "controller of that card",
            "slot": "its slot; None for a combination that has left the row",
            "card": _CARD_OR_NONE,
            "amount": "1 or more",
            "why": "reveal (ambush, trap, extortion: all of them) | cost (uprising: one) | "
            "repeat (combination: one, for another use) | extortion (closed cards of the "
            "player who eliminated it)",
        },
        ("card",),
    ),
    "marked": EventKind(
        "A judge put a verdict token on a card.",
        {
            "seat": "who",
            "by": "judge, or what acts as one",
            "slot": "",
            "controller": "of the marked card",
            "card": _CARD_OR_NONE,
            "verdicts": "on it now",
            "left": "verdict tokens in the supply",
        },
        ("card",),
    ),
    # --- cards that leave, come and move --------------------------------------------------
    "eliminated": EventKind(
        "A card was eliminated: face up to the discard of its family.",
        {
            "seat": "who eliminated it",
            "by": "the eliminating card",
            "by_slot": "its slot",
            "slot": "slot of the victim",
            "card": "the victim",
            "controller": "of the victim",
            "family": "of the victim",
            "was_open": "true or false",
            "tokens": "lost from it",
            "verdicts": "returned from it",
            "bribe": "seat whose bribe token came home from it, or None",
        },
    ),
    "discarded": EventKind(
        "A card left for the discard of its family without being eliminated.",
        {
            "seat": "its controller",
            "slot": "",
            "card": "",
            "family": "",
            "why": "done (an intrigue that has done its work) | effect (its text sends it away: "
            "schemer, deserter, diplomat) | reaction (it eliminated an ambush or a trap) | "
            "bond (prince and twin)",
            "cause": "reaction: ambush or trap; bond: prince or twin that was eliminated; "
            "else None",
            "tokens": "lost from it",
            "verdicts": "returned from it",
            "bribe": "seat whose bribe token came home from it, or None",
        },
    ),
    "kept": EventKind(
        "A card was taken from the row and lies in front of its controller to the end.",
        {
            "seat": "who",
            "card": "infiltration or treaty",
            "slot": "",
            "tokens": "on it",
            "verdicts": "returned from it",
        },
    ),
    "moved": EventKind(
        "A royal decree moved a card; it is a slot of its own now.",
        {
            "seat": "who moved it",
            "slot": "where it lay",
            "to": "where it lies now, with the decree still in the row",
            "card": _CARD_OR_NONE,
            "controller": "of the moved card",
        },
        ("card",),
    ),
    "entered": EventKind(
        "A card came into the row face up.",
        {
            "seat": "who put it there",
            "card": "",
            "by": "prince | substitution",
            "source": "table (the waiting twin) | discard | aside",
            "place": "start | end | on | beside (substitution: in the victim's place)",
            "slot": "where it lies now",
        },
    ),
    "swapped": EventKind(
        "An informant went back to the hand, and a card of the hand lies closed in its place.",
        {
            "seat": "who",
            "back": "the card that went to the hand: informant, or what acts as one",
            "card": "the card put in, for its owner",
            "slot": "where",
            "tokens": "lost from the card that went back",
            "verdicts": "returned from it",
            "bribe": "seat whose bribe token came home from it, or None",
        },
        ("card",),
    ),
    "turned_down": EventKind(
        "An uprising was turned face down again; everybody knows what it is.",
        {"seat": "its controller", "slot": "", "card": ""},
    ),
    # --- the rest -------------------------------------------------------------------------
    "bribed": EventKind(
        "A bribe token was put on an open character.",
        {
            "seat": "who controls it now",
            "slot": "",
            "card": "",
            "family": "",
            "before": "seat that controlled it",
            "returned": "seat whose bribe token came home from it, or None",
        },
    ),
    "copied": EventKind(
        "A shapeshifter took over the effect of a neighbour; what that does follows.",
        {"seat": "", "slot": "of the shapeshifter", "target": "slot copied", "card": "copied id"},
    ),
    "used": EventKind(
        "A combination applies the effect of an own character; what that does follows.",
        {"seat": "", "slot": "of the character", "card": "the character"},
    ),
}

# What a seat can be asked. The kind and the seat asked are public; the moves are the seat's own.
QUESTIONS: dict[str, str] = {
    "place": "Play a card of the hand: which, and where? (place CARD start | end | on SLOT)",
    "wait_or_reveal": "Your closed card's turn: leave it closed or turn it over? (wait, reveal)",
    "place_twin": "Your prince brings the twin: where? (place twin start | end | on SLOT)",
    "eliminate": "Which card to eliminate? (eliminate SLOT)",
    "steal": "From whom to steal: which neighbour? (steal SLOT)",
    "copy": "Which open neighbour to copy? (copy SLOT)",
    "move": "Which card to move, and where? (move SLOT to GAP)",
    "bribe": "Which open character to bribe? (bribe SLOT)",
    "use": "Combination: which open own character acts? (use SLOT)",
    "use_or_take": "Combination, a further token: use a character again or take it? "
    "(use SLOT, take)",
    "give": "Which card gets the tokens? Empress 1, diplomat 2. (give SLOT)",
    "informant": "Take what the neighbours hold, or swap? (gain, swap CARD)",
    "diplomat": "Stay, or take the tokens and leave? (stay, leave)",
    "judge": "Mark a card, or eliminate a marked one? (mark SLOT, gain if no token is left, "
    "eliminate SLOT)",
}

_SECRET = {kind: about.secret for kind, about in EVENTS.items() if about.secret}


def redact(events: Iterable[Event], seat: int | None, *, over: bool = False) -> list[Event]:
    """The events as `seat` may read them (None: a spectator). `over`: the game has ended, all
    is open."""
    return [_redacted(event, seat, over) for event in events]


def _redacted(event: Event, seat: int | None, over: bool) -> Event:
    seen = event.copy()
    knows = seen.pop("knows")
    if knows is not None and knows != seat and not over:
        seen |= cast(Event, dict.fromkeys(_SECRET[event["kind"]]))  # part of one
    return seen
