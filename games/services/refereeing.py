"""Tables that a tournament sets up and watches over. Nobody joins them, and blocks do not count.

Who may do this is asked by whoever calls; here only what a table allows is asked.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.secret import Secret
from games import engine, errors, kinds
from games.bots import STAND_IN
from games.engine.types import known
from games.models import Game, Seat
from games.services import absence, clocks, ending, pausing, phases, setting_up, telling
from games.services.beginning import begin
from games.services.entering import chairs, must_run
from games.services.sitting import chair_for


class TableOfRound(NamedTuple):
    """What a table is dealt from that has its place in a round of a tournament."""

    number: int
    table: int
    key: Secret[bytes]
    # In turn order, what each added when they entered.
    contributions: Sequence[Secret[bytes] | None]


@transaction.atomic
def seat_game(
    *,
    tournament: str,
    creator: User,
    turn_order: Sequence[User],
    name: str,
    set: str,
    edition: str,
    pace: str,
    language: str,
    talk: str,
    rated: bool,
    spectators: bool,
    of_round: TableOfRound | None = None,
    seats: int = 0,
    fill_with: str = "",
    together: bool = False,
    blind: bool = False,
) -> Game:
    """A game with these people, begun at once; the first of them places first. `fill_with`: which
    bot takes what is left of the `seats`, behind everybody."""
    game = Game(
        tournament=tournament,
        name=name,
        set=set,
        seats=max(len(turn_order), seats) if fill_with else len(turn_order),
        edition=edition,
        join=Game.Join.INVITATION,
        language=language,
        talk=talk,
        together=together,
        blind=blind,
        rated=rated,
        pace=pace,
        spectators=spectators,
        creator=creator,
        fill_with_bots=bool(fill_with),
        fill_with=fill_with or STAND_IN,
        closes_at=moment.now() + timedelta(days=1),
    )
    if of_round is not None:
        game.round_number, game.round_table = of_round.number, of_round.table
        game.round_key = of_round.key
        game.seed = Secret(engine.seed_of_table(of_round.key.reveal(), of_round.table))
    setting_up.check(game)
    game.save()
    taken: list[Seat] = []
    for person in turn_order:
        taken.append(chair_for(game, taken, person))
    if of_round is not None:
        for seat, contribution in zip(taken, of_round.contributions, strict=True):
            seat.contribution = contribution
    Seat.objects.bulk_create(taken)
    begin(game)
    return game


@transaction.atomic
def adjudicate(*, game_key: str) -> None:
    """End a running game as it stands: by influence, and equals share their rank."""
    game = _running(game_key)
    ending.end_early(game, chairs(game), reason="adjudicated")


def waited_for(*, game_key: str) -> list[int]:
    """The seats whose persons a running game waits for: of one who decides, or where everybody is
    asked at once of all who have not said anything, a phase ahead neither. None where a bot
    decides, or what was said before will count."""
    game = _running(game_key)
    theirs = Seat.objects.filter(game=game, bot="")
    if game.asks_all:
        theirs = theirs.filter(person__in=phases.silent(game, phases.unanswered(game)))
    else:
        theirs = theirs.filter(number=game.to_move)
    return [known(number) for number in theirs.order_by("number").values_list("number", flat=True)]


@transaction.atomic
def hand_to_stand_in(*, game_key: str) -> None:
    """A stand-in plays on for whoever the game waits for, until they return. The others have
    kept nobody waiting: they decide for themselves as before."""
    game = _running(game_key)
    for number in waited_for(game_key=game_key):
        absence.count_absent(game, number, moment.now())
    telling.wake_bots(game.key)


# Seats that a stand-in was given by order, and not because their player was absent or went.
_BY_ORDER = """
SELECT s.game_id, array_agg(s.number) FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE g.tournament <> '' AND g.status = 'over' AND s.stand_in AND s.excused_from IS NULL
    AND s.absent_since IS NULL AND s.resigned_at IS NULL
GROUP BY s.game_id ORDER BY s.game_id"""
# The order came after the last decision that was not a bot's; who was waited for then is who the
# stand-ins decided for first.
_ORDERED = """
SELECT o.seq, (SELECT m.seat FROM games_move m WHERE m.game_id = %(game)s AND m.seq > o.seq
    AND m.seat = ANY(%(seats)s) ORDER BY m.seq LIMIT 1)
FROM (SELECT coalesce(max(seq), 0) AS seq FROM games_move
    WHERE game_id = %(game)s AND seat = ANY(%(seats)s) AND door <> 'bot') o"""


@transaction.atomic
def excuse_stood_in() -> list[Game]:
    """Once stand-ins were ordered for whole tables: clear those there who were not waited for.
    Returns the games in which somebody was cleared; a second time there are none."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_ORDER)
        cleared = []
        for game, seats in cursor.fetchall():
            cursor.execute(_ORDERED, {"game": game, "seats": seats})
            seq, late = cursor.fetchone()
            others = Seat.objects.filter(game=game, number__in=set(seats) - {late})
            if others.update(excused_from=seq):
                cleared.append(game)
    return list(Game.objects.filter(pk__in=cleared).defer("state"))


@transaction.atomic
def replace(*, game_key: str, gone: User, comes: User) -> None:
    """Somebody else plays on from a seat, with its cards."""
    game = _running(game_key)
    seat = Seat.objects.filter(game=game, person=gone).first()
    if seat is None or seat.number is None:
        raise errors.NotAtTable
    if Seat.objects.filter(game=game, person=comes).exists():
        raise errors.AlreadySeated
    absence.pass_on(game, seat, comes)
    telling.send_letter(kinds.GAME_BEGAN, game, [comes])
    telling.wake_bots(game.key)


@transaction.atomic
def extend(*, game_key: str, by: timedelta) -> datetime | None:
    """More playing time for the decision that a game waits for, in a pause too; its deadline now,
    None if none runs. It is time not spent, so whatever counts the clock again still knows of it.
    """
    game = _running(game_key)
    Game.objects.filter(pk=game.pk).update(spent=F("spent") - int(by.total_seconds()))
    clocks.count_again(game)
    telling.changed(game)
    game.refresh_from_db(fields=["deadline"])
    return game.deadline


@transaction.atomic
def stop_clock(*, game_key: str, until: datetime) -> None:
    """Let the game stand still until then, or until its clock is let run on."""
    pausing.pause(_running(game_key), until=until)


@transaction.atomic
def run_clock(*, game_key: str) -> None:
    pausing.resume(_running(game_key))


def _running(game_key: str) -> Game:
    game = Game.objects.select_for_update(no_key=True).filter(key=game_key).first()
    if game is None:
        raise errors.NotFound
    must_run(game)
    if not game.tournament:
        raise errors.NotAllowed(why=_("Only a tournament's table has somebody to watch over it."))
    return game
