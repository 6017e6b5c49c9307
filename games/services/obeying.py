"""Standing orders at work: they answer for the one who decides, when that person might have.

An answer sooner than the person's own would tell an order from a person. So a position on which
the orders have an answer waits for a moment that is drawn from how long this person takes
(games.habits), and kept in the database; then they are asked again, and their move goes through
the one door.
"""

import random
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts import moment
from games import bots, engine, errors, habits, orders
from games.engine.types import known
from games.habits import Asked
from games.models import Game, Move, OrderList, OrderUse
from games.models.habits import answers_of, asked_now
from games.models.orders import told_since
from games.models.position import read_position
from games.models.rows import fetch_one
from games.orders import Answer, Given
from games.services import clocks, late, telling
from games.services.playing import came_to_light, play

# As many moves of one seat as follow upon one another without anything coming to light.
MOST_MOVES = 12
SWEEP_AT_ONCE = 200
# Clocks of workers may be a little apart from one another.
GRACE = timedelta(milliseconds=200)

_STANDING = """
SELECT o.id, g.blind FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move AND s.bot = ''
LEFT JOIN games_orderlist o ON o.game_id = g.id AND o.person_id = s.person_id
WHERE g.key = %s AND g.status = 'running' AND NOT g.asks_all AND (o.orders <> '[]' OR g.blind)"""


def obey_orders(
    *, game_key: str, just_given: bool = False, rng: random.Random | None = None
) -> bool:
    """Let the orders of whoever decides now answer, if they do and their moment has come. True if
    they have answered or will: then the person need not be called. `just_given`: by somebody who
    is there, and would have answered now."""
    row = fetch_one(_STANDING, [game_key])
    if row is None:
        return False
    standing, blind = row
    rng = rng or random.SystemRandom()
    try:
        if blind:
            return _decide_blindly(game_key, rng)
        return _obey(game_key, standing, rng, just_given=just_given)
    except errors.Refusal:
        return False  # they got up, or the game is over, while we looked


def will_answer(game: Game) -> bool:
    """Whether the moment of an order is set for what is asked now: then nobody is reminded."""
    waiting = OrderList.objects.filter(due_at__isnull=False, considered_seq=game.seq)
    return waiting.filter(game=game).exists()


def orders_due(within: timedelta = timedelta()) -> list[tuple[str, datetime]]:
    """Games whose decider's orders answer by then, and when; the longest overdue first."""
    rows = OrderList.objects.filter(due_at__lte=moment.now() + within)
    # Whoever has moved themselves meanwhile has left a moment behind that is for nothing.
    rows.exclude(game__status="running", considered_seq=F("game__seq")).update(due_at=None)
    soonest = rows.order_by("due_at").values_list("game__key", "due_at")[:SWEEP_AT_ONCE]
    return [(key, at) for key, at in soonest if at is not None]


@transaction.atomic
def _obey(key: str, pk: int, rng: random.Random, *, just_given: bool) -> bool:
    # The game first, as everybody who writes.
    game = Game.objects.select_for_update(no_key=True).get(key=key)
    standing = OrderList.objects.get(pk=pk)
    seat = _seat(game, standing)
    if seat is None or not standing.orders:
        return False
    if game.together:
        return _answer_at_once(_Plan(game, standing, seat), rng)
    now = moment.now()
    if standing.considered_seq != game.seq:
        plan = _Plan(game, standing, seat)
        standing.considered_seq = game.seq
        if plan.moves:
            standing.due_at = _Habits(plan).moment(now, rng, just_given=just_given)
        else:
            standing.due_at = None
        standing.save(update_fields=["considered_seq", "due_at"])
        plan.note_stop()
        if standing.due_at is not None:
            telling.wake_bots(key, at=standing.due_at)
    elif standing.due_at is not None and standing.due_at <= now + GRACE:
        plan = _Plan(game, standing, seat)
        standing.due_at = None
        standing.save(update_fields=["due_at"])
        plan.carry_out(rng)
        return bool(plan.moves)
    return standing.due_at is not None


def _answer_at_once(plan: "_Plan", rng: random.Random) -> bool:
    """Where everybody is asked at once all answers of a phase come at once, so none tells of its
    owner how long they took."""
    plan.carry_out(rng)
    return bool(plan.moves)


@transaction.atomic
def _decide_blindly(key: str, rng: random.Random) -> bool:
    """At a table that plays blind nobody is asked: what a plan leaves open its owner's stand-in
    decides for them, and of who has left none the time is up."""
    game = Game.objects.select_for_update(no_key=True).get(key=key)
    seat = game.chairs.filter(number=game.to_move, bot="", resigned_at=None).first()
    if seat is None or seat.person is None or game.status != Game.Status.RUNNING or game.asks_all:
        return False
    standing = OrderList.objects.filter(game=game, person=seat.person).first()
    assert game.to_move is not None
    if standing is None or standing.answered_seq != game.asked_seq:
        facts = (game.pk, key, game.seq, game.to_move, known(game.state), game.stand_in)
        late.decide(late.Late(*facts, deadline=moment.now()), rng)
        return True
    plan = _Plan(game, standing, game.to_move)
    # One by one: else streams would show by what came at once what the plan has answered.
    del plan.moves[1:], plan.uses[1:]
    if not plan.moves:
        view = engine.view(plan.state, plan.seat)
        plan.moves = [bots.choose(game.stand_in, view, rng)]
    plan.carry_out(rng)
    return True


def _seat(game: Game, standing: OrderList) -> int | None:
    """The seat that decides, if it is still theirs."""
    if game.status != Game.Status.RUNNING:
        return None
    chair = game.chairs.filter(
        number=game.to_move, person=standing.person_id, bot="", resigned_at=None
    )
    return game.to_move if chair.exists() else None


class _Plan:
    """What the orders make of a position: moves in a row, as one who answers by mail sends them,
    and the order that asks behind them, if one does."""

    def __init__(self, game: Game, standing: OrderList, seat: int) -> None:
        self.game, self.standing, self.seat = game, standing, seat
        self.state = read_position(game.key, game.state)
        self.given = [
            Given(one["order"], one["since"], one["around"])
            for one in standing.live(game.asked_seq, self.state.round)
        ]
        self.moves: list[str] = []
        self.uses: list[Answer] = []
        self.stop: Answer | None = None
        self._make()

    def _make(self) -> None:
        if not self.given:
            return
        state = self.state
        began = state.round, state.phase
        since = min(one.since for one in self.given)
        told = told_since(self.game.pk, self.seat, since)
        while len(self.moves) < MOST_MOVES and engine.to_move(state) == self.seat:
            answer = orders.decide(engine.view(state, self.seat), self.given, told)
            if answer.move is None:
                self.stop = answer
                return
            self.moves.append(answer.move)
            self.uses.append(answer)
            events = engine.play(state, answer.move, self.seat)
            if came_to_light(events):
                return
            if self.game.together and (state.round, state.phase) != began:
                return  # first everybody is asked
            seq = self.game.seq + len(self.moves)
            told += [(seq, event) for event in engine.redact(events, self.seat)]

    def carry_out(self, rng: random.Random) -> None:
        if not self.moves:
            self.note_stop()
            return
        if len(self.moves) > 1 and not self.game.together:
            self._cut(_Habits(self), rng)
        played = play(
            game_key=self.game.key,
            person=self.standing.person,
            seq=self.game.seq,
            moves=self.moves,
            door=Move.Door.ORDER,
        )
        for seq, answer in enumerate(self.uses, self.game.seq + 1):
            self._note(seq, answer)
        if played.table.to_move == self.seat:
            telling.wake_bots(self.game.key)  # to be considered anew, or called

    def _cut(self, theirs: "_Habits", rng: random.Random) -> None:
        """Only so many at once as they send at once themselves: the rest are considered anew."""
        sent = 1
        while sent < len(self.moves) and theirs.send_another(rng):
            sent += 1
        del self.moves[sent:], self.uses[sent:]

    def note_stop(self) -> None:
        """Only of a position on which nothing is done: else it is looked at again behind that."""
        if not self.moves and self.stop is not None and self.stop.why:
            self._note(self.game.seq, self.stop)

    def _note(self, seq: int, answer: Answer) -> None:
        assert answer.order is not None
        facts: dict[str, object] = {"seq": seq, "why": answer.why or ""}
        OrderUse.objects.get_or_create(
            game=self.game,
            person_id=self.standing.person_id,
            **facts,
            defaults={"order": self.given[answer.order].order},
        )


class _Habits:
    """When the person whose orders these are might decide."""

    def __init__(self, plan: _Plan) -> None:
        self.game, self.seat = plan.game, plan.seat
        ticking = clocks.of(plan.game.pk)
        self.pace = ticking.pace
        self.calendar = ticking.sitters[plan.seat].calendar()
        self.before = answers_of(plan.standing.person_id, ticking.pace)

    def send_another(self, rng: random.Random) -> bool:
        return habits.in_one_go(self.before, rng)

    def moment(self, now: datetime, rng: random.Random, *, just_given: bool) -> datetime:
        """Counted from the question, and in any case while there is time."""
        asked, at = asked_now(self.game.pk, self.seat)
        deadline = self.game.deadline
        longest = habits.most(self.pace, None if deadline is None else deadline - now)
        wait = partial(
            habits.wait,
            before=self.before,
            longest=longest,
            pace=self.pace,
            calendar=self.calendar,
            rng=rng,
        )
        if just_given:
            return now + wait(Asked.ON, now)
        due = at + wait(asked, at)
        if due > now:
            return due
        # Nobody looked here for so long: now, after a moment's thought.
        return now + wait(Asked.ON, now)
