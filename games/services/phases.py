"""Tables where everybody is asked at once: a phase of a round gathers plans, then it is played.

Nobody moves while it does. It is over when all who play have answered – at the next tick of the
table, which tells nothing of who was the last – or when the time is up. Whoever has said something
of it a phase ahead is asked again, as one sees more now, but not waited for to the end: when
their share of the time (`PATIENCE`) has gone by, what they said then counts. In the first round, in
which nothing lies open, it counts at once. Then orders and plans answer in the order of the rules
(games.services.obeying), and whoever they leave a question open for is asked as at any table.
"""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts import moment
from accounts.models import User
from games import engine, kinds, pace
from games.models import Evening, Feed, Game, OrderList, Seat
from games.models.position import read_position
from games.models.rows import fetch_all
from games.services import clocks, telling

LOST_AFTER = timedelta(seconds=15)
# Of the time for a decision: sixteen hours of a day for the next card, in which most look in once
# more, and eight for what cards do, of which most is known with the card.
PATIENCE = {"planning": 2 / 3, "events": 1 / 3}
SWEEP_AT_ONCE = 500

_CALLED = f"'{kinds.YOUR_TURN} ' || g.id || ' together ' || g.asked_seq || ' ' || s.person_id"
_UNCALLED = f"""
SELECT DISTINCT g.key FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.live AND s.bot = ''
WHERE g.status = 'running' AND g.asks_all AND g.asked_seq > 0
    AND g.id IN (SELECT game_id FROM games_feed WHERE at BETWEEN %s AND %s)
    AND NOT EXISTS (SELECT FROM games_evening e WHERE e.game_id = g.id AND e.state = 'on')
    AND NOT EXISTS (SELECT FROM games_orderlist o WHERE o.game_id = g.id
        AND o.person_id = s.person_id AND o.answered_seq = g.asked_seq)
    AND NOT EXISTS (SELECT FROM notifications_notification n WHERE n.dedupe_key = {_CALLED})
LIMIT %s"""  # noqa: S608  made of constants


def unanswered(game: Game) -> list[User]:
    """Who is asked and has not said anything yet. Nobody may be told of it but themselves."""
    answered = OrderList.objects.filter(game=game, answered_seq=game.asked_seq)
    seats = Seat.objects.filter(game=game, bot="", person__isnull=False)
    left = seats.exclude(person__in=answered.values("person")).select_related("person")
    return [seat.person for seat in left if seat.person is not None]


def silent(game: Game, missing: list[User]) -> list[User]:
    """Of those who have not answered: who has said nothing a phase ahead either, and so keeps the
    others waiting."""
    foretold = set(_foretold(game).values_list("person", flat=True))
    return [person for person in missing if person.pk not in foretold]


def call_all(game: Game) -> None:
    """Write to everybody who has not answered. Of the first phase the letter tells that says that
    the game begins."""
    if game.asked_seq and not Evening.objects.filter(game=game, state=Evening.State.ON).exists():
        telling.send_letter(
            kinds.YOUR_TURN,
            game,
            unanswered(game),
            about=f"together {game.asked_seq}",
            seq=game.seq,
            together=True,
        )


def uncalled(since: timedelta) -> list[str]:
    """Tables of which somebody has had no letter yet, because a worker was lost."""
    now = moment.now()
    return [key for (key,) in fetch_all(_UNCALLED, [now - since, now - LOST_AFTER, SWEEP_AT_ONCE])]


def look(game: Game, now: datetime) -> None:
    """A tick of a table that gathers plans, or the end of its time; it is locked."""
    missing = unanswered(game)
    if not missing or (game.deadline is not None and game.deadline <= now):
        _play(game, now)
        return
    gone = _gone(game, now)
    ticking = clocks.of(game.pk)
    owing = silent(game, missing)
    if not owing and (ticking.is_live or gone >= _patience(game)):
        _play(game, now)
        return
    _remind(game, owing, gone)
    assert game.to_move is not None
    following = ticking.next_reminder(game.to_move, now)
    Game.objects.filter(pk=game.pk).update(wakes_at=following)


def _patience(game: Game) -> float:
    return PATIENCE[read_position(game.key, game.state).phase]


def _gone(game: Game, now: datetime) -> float:
    """The share of the time for a phase that has gone by: with what of it was spent before a pause,
    and without what the desk has given (that is spent less than not at all)."""
    assert game.waits_since is not None  # its clock runs
    assert game.deadline is not None
    before = timedelta(seconds=game.spent)
    gone = before + now - game.waits_since
    return gone / (before + game.deadline - game.waits_since)


def _foretold(game: Game) -> QuerySet[OrderList]:
    """What was said of this phase in the one before, and not since."""
    return OrderList.objects.filter(game=game, says_round=True).exclude(answered_seq=game.asked_seq)


def _play(game: Game, now: datetime) -> None:
    _foretold(game).update(answered_seq=game.asked_seq, says_round=False)
    Game.objects.filter(pk=game.pk).update(asks_all=False)
    clocks.restart(game, now)
    telling.changed(game, Feed.Kind.PLANNED, at=now)
    telling.wake_bots(game.key)


def _remind(game: Game, missing: list[User], gone: float) -> None:
    past = [share for share in pace.of(game.pace, game.own_pace).reminders if share <= gone * 100]
    if past:
        about = f"together {game.asked_seq} {past[-1]}"
        telling.send_letter(kinds.REMINDER, game, missing, about=about, seq=game.seq, together=True)


def carry_over(game: int, state: engine.State, *, before: int | None, now: int) -> None:
    """A phase begins with the move `now`, after the one that began at `before`: what was said ahead
    in that one is for this one, and what was said earlier, or is not there any more, for none. The
    game is locked."""
    said = OrderList.objects.filter(game=game, says_round=True)
    holds = Q(answered_seq=before, orders__contains=[{"round": state.round}])
    said.exclude(holds).update(says_round=False)
    if (state.round, state.phase) == (1, "events"):
        said.update(answered_seq=now, says_round=False)
