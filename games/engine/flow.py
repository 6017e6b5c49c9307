"""How a game goes on: decisions, the cursor, and rounds.

`play` takes one decision and carries the game on to the next one. Between two decisions `settle`
does what needs nobody: it finishes effects whose choices are made, makes choices that are none,
moves the cursor, and ends rounds.
"""

from __future__ import annotations

from .errors import BadNotation, GameOver, IllegalMove, NotYourTurn
from .events import Event
from .legal import WAIT, moves_of, of_effect, question
from .names import CARD, KIND, Step
from .notation import read_moves
from .scoring import result
from .state import State, changed
from .terms import CLOSED, OPEN, ROUNDS
from .turn import Turn


def play(state: State, move: str, seat: int | None = None) -> list[Event]:
    """Take one decision, in place, and say what happened; if it cannot be, nothing changes.

    With `seat`, only that seat's own decision is taken.
    """
    asked = question(state)
    if asked is None:
        raise GameOver("This game is over; there is nothing left to decide.")
    if seat is not None and seat != asked.seat:
        raise NotYourTurn("It is not your turn: somebody else decides now.")
    legal = moves_of(state, asked)
    if move not in legal:
        move = _read_one(move)
        if move not in legal:
            raise IllegalMove(move, legal)
    events: list[Event] = []
    turn = Turn(state, events)
    state.question = None
    if asked.kind == "place":
        _place(turn, asked.seat, move)
    elif asked.kind == "wait_or_reveal":
        _wait_or_reveal(turn, asked.seat, move)
    else:
        _answer(state, move)
    _settle(turn)
    return events


def _read_one(text: str) -> str:
    moves = read_moves(text)
    if len(moves) != 1:
        raise BadNotation(f"'{text}' is {len(moves)} moves; one is taken at a time.")
    return moves[0]


# --- taking a decision ------------------------------------------------------------------------


def _place(turn: Turn, seat: int, move: str) -> None:
    state = turn.state
    row = state.row
    _, kind, place, *number = move.split()
    card = CARD[seat][kind]
    if place == "on":
        slot = int(number[0]) - 1
        row[slot] += (card,)
    elif place == "end":
        slot = len(row)
        row.append((card,))
    else:
        slot = 0
        row.insert(0, (card,))
    state.faces[card] = CLOSED
    hand = tuple([one for one in state.hands[seat] if one != kind])
    state.hands = changed(state.hands, seat, hand)
    state.placed += 1
    turn.events.append(
        {
            "kind": "played",
            "seat": seat,
            "card": kind,
            "place": place,
            "slot": slot + 1,
            "knows": seat,
        }
    )


def _wait_or_reveal(turn: Turn, seat: int, move: str) -> None:
    state = turn.state
    cursor = state.cursor
    card = state.row[cursor][-1]
    kind = KIND[card]
    tokens = state.tokens.get(card, 0)
    if move == WAIT:
        state.tokens[card] = tokens + 1
        state.cursor = cursor + 1
        turn.events.append(
            {
                "kind": "waited",
                "seat": seat,
                "slot": cursor + 1,
                "card": kind,
                "tokens": tokens + 1,
                "knows": None if state.faces[card] else seat,
            }
        )
        return
    state.faces[card] = OPEN
    state.active = card
    turn.events.append(
        {
            "kind": "revealed",
            "seat": seat,
            "slot": cursor + 1,
            "card": kind,
            "tokens": tokens,
            "knows": None,
        }
    )
    if tokens:
        turn.rules[kind].revealed(turn, card, tokens)
    turn.apply(kind, card, revealed=True)


def _answer(state: State, answer: str | None) -> None:
    """Note an answer of the effect that waits for it."""
    rule, card, answers, revealed, tokens = state.agenda[-1]
    state.agenda = (
        *state.agenda[:-1],
        Step(rule, card, (*answers, answer), revealed, tokens),
    )


# --- going on to the next decision ------------------------------------------------------------


def _settle(turn: Turn) -> None:
    """Go on until somebody has to decide, or the game is over."""
    state = turn.state
    while True:
        if state.agenda:
            if _waits_for_answer(turn):
                return
        elif state.phase == "planning":
            if state.placed < state.seats:
                return
            state.phase = "events"
            state.cursor = 0
            turn.events.append({"kind": "events_began", "round": state.round, "knows": None})
        elif _waits_at_cursor(turn) or state.phase == "over":
            return


def _waits_for_answer(turn: Turn) -> bool:
    """Carry the innermost effect on; True if it needs a choice."""
    state = turn.state
    step = state.agenda[-1]
    rule = turn.rules[step.rule]
    answered = len(step.answers)
    if answered == len(rule.asks):
        values = [
            None if answer is None else ask.read(state, answer)
            for ask, answer in zip(rule.asks, step.answers, strict=True)
        ]
        state.agenda = state.agenda[:-1]
        turn.step = step
        rule.act(turn, step.card, *values)
        return False
    ask = rule.asks[answered]
    moves = ask.moves(state, step)
    if moves and len(moves) > 1:
        state.question = of_effect(state, step, ask.kind, moves)
        return True
    answer = moves[0] if moves else None
    if moves is not None:
        _tell_no_choice(turn, step, ask.kind, answer)
    _answer(state, answer)
    return False


def _tell_no_choice(turn: Turn, step: Step, kind: str, move: str | None) -> None:
    state = turn.state
    card = step.card
    event: Event = {
        "kind": "forced" if move else "no_target",
        "seat": state.controller(card),
        "question": kind,
        "card": KIND[card],
        "slot": state.slot(card) + 1 if card in state.faces else None,
        "knows": None,
    }
    if move:
        event["move"] = move
    turn.events.append(event)


def _waits_at_cursor(turn: Turn) -> bool:
    """Move the cursor on to the next card and begin with it; True if it is closed."""
    state = turn.state
    row = state.row
    if state.active is not None:
        # A card that left has uncovered the next active one, or its slot has gone.
        cursor = state.cursor
        if cursor < len(row) and row[cursor][-1] == state.active:
            state.cursor = cursor + 1
        state.active = None
    if state.asleep:
        state.cursor = state.next_cursor()
    if state.cursor >= len(row):
        _end_round(turn)
        return False
    card = row[state.cursor][-1]
    if state.faces[card] != OPEN:
        return True
    state.active = card
    turn.events.append(
        {
            "kind": "acts",
            "seat": state.controller(card),
            "slot": state.cursor + 1,
            "card": KIND[card],
            "knows": None,
        }
    )
    turn.apply(KIND[card], card)
    return False


def _end_round(turn: Turn) -> None:
    state = turn.state
    turn.events.append({"kind": "round_ended", "round": state.round, "knows": None})
    state.asleep = ()
    state.cursor = 0
    state.placed = 0
    if state.round == ROUNDS:
        state.phase = "over"
        _kept_cards_pay(turn, range(state.seats), "end")
        end = result(state)
        turn.events.append(
            {
                "kind": "game_over",
                "scores": end["scores"],
                "row_cards": end["row_cards"],
                "ranks": end["ranks"],
                "knows": None,
            }
        )
        return
    state.phase = "planning"
    state.round += 1
    state.first = (state.first + 1) % state.seats
    turn.events.append(
        {"kind": "round_began", "round": state.round, "first": state.first, "knows": None}
    )
    held = state.row_cards()
    _kept_cards_pay(turn, [seat for seat in range(state.seats) if held[seat]], "kept")


def _kept_cards_pay(turn: Turn, seats: range | list[int], why: str) -> None:
    state = turn.state
    for seat in seats:
        for kind in state.kept[seat]:
            tokens = state.tokens.get(CARD[seat][kind], 0)
            turn.income(seat, turn.rules[kind].kept_income(tokens), kind, why)
