"""Who is away and back again, and who plays on in a seat that nobody sits on any more."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors, kinds, pace, ranks
from games.models import Feed, FormerPlayer, Game, Message, Seat
from games.models.position import read_position
from games.models.table import is_apart
from games.services import clocks, ending, telling
from games.services.entering import chairs, enter, must_run, own_chair
from games.services.sitting import must_be_fit, must_hold_one_hand

# A seat with its player on it again.
_PRESENT = {
    "bot": "",
    "stand_in": False,
    "absent_since": None,
    "offered": False,
    "offered_by": [],
    "offered_from": None,
    "misses": 0,
}
# So many must be for giving away a seat; and whoever is absent has the time of a decision to come
# back before anybody sits there.
VOICES = 2
LEAST_GRACE, MOST_GRACE = timedelta(minutes=10), timedelta(days=3)


def count_absent(game: Game, number: int, now: datetime) -> None:
    """Too many decisions in a row were missed: from now on a stand-in answers at once. The game is
    locked."""
    seat = Seat.objects.select_related("person").get(game=game, number=number)
    seat.bot, seat.stand_in, seat.absent_since = game.stand_in, True, now
    seat.agrees_to_end = seat.agrees_to_pause = False
    seat.save(update_fields=["bot", "stand_in", "absent_since", "agrees_to_end", "agrees_to_pause"])
    telling.changed(game, Feed.Kind.ABSENT, at=now)
    assert seat.person is not None  # a bot misses nothing
    telling.send_letter(kinds.ABSENT, game, [seat.person], about=str(game.seq))
    if ending.close_if_nobody_is_left(game):
        return
    if game.to_move == number:
        clocks.restart(game, now)


def come_back(game_id: int, number: int) -> None:
    """The player of an absent seat has moved or said a word; the game is locked."""
    Seat.objects.filter(game=game_id, number=number).update(**_PRESENT)
    Feed.objects.create(game_id=game_id, kind=Feed.Kind.RETURNED, at=moment.now())


@transaction.atomic
def return_to_seat(*, game_key: str, person: User) -> bool:
    """Play on oneself. False where nobody had taken one for absent. What is to be decided now gets
    all its time."""
    game = enter(game_key, person)
    seat = own_chair(game, person)
    must_run(game)
    if seat.absent_since is None or seat.number is None:
        return False
    now = moment.now()
    Seat.objects.filter(pk=seat.pk).update(**_PRESENT)
    telling.changed(game, Feed.Kind.RETURNED, at=now)
    if game.to_move == seat.number:
        clocks.restart(game, now)
    return True


@transaction.atomic
def offer_seat(*, game_key: str, person: User, seat: int, offered: bool = True) -> None:
    """Be for letting somebody else take over a seat whose player is absent or has left, or be so
    no longer. It is offered when most of those who are there are for it; who is absent hears of
    the first voice, and has time to return."""
    game = enter(game_key, person)
    mine = own_chair(game, person)
    must_run(game)
    if game.tournament:
        # Else a player could bring in a friend who never entered.
        raise errors.NotAllowed(why=_("Who plays in a tournament is its organisers' to decide."))
    assert mine.number is not None  # the game runs
    if mine.absent_since is not None:
        raise errors.NotAllowed(why=_("A stand-in plays for you. Return to your seat first."))
    away = Seat.objects.select_related("person").filter(game=game, number=seat, stand_in=True)
    chair = away.first()
    if chair is None:
        raise errors.NotAllowed(why=_("Nobody is missing on that seat."))
    if (mine.number in chair.offered_by) == offered:
        return
    if offered and not chair.offered_by:
        _ask_to_return(game, chair)
    kept = [number for number in chair.offered_by if number != mine.number]
    chair.offered_by = [*kept, mine.number] if offered else kept
    chair.offered = _is_free(game, chair)
    chair.save(update_fields=["offered", "offered_by", "offered_from"])
    telling.changed(game, Feed.Kind.SEAT_OFFERED)


@transaction.atomic
def open_seats() -> int:
    """Offer the seats whose absent players have had their time to return. Returns how many."""
    due = Seat.objects.filter(live=True, offered=False, offered_from__lte=moment.now())
    keys, opened = due.values("game"), 0
    for game in Game.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=keys):
        for chair in due.filter(game=game):
            if _is_free(game, chair):
                Seat.objects.filter(pk=chair.pk).update(offered=True)
                telling.changed(game, Feed.Kind.SEAT_OFFERED)
                opened += 1
    return opened


def _is_free(game: Game, chair: Seat) -> bool:
    """Whether enough are for giving the seat away, and its player has had time to return."""
    there = {one.number for one in chairs(game) if not one.bot}
    voices = len(there.intersection(chair.offered_by))
    # Where nothing is at stake and nobody can come back, the last one there decides alone.
    least = VOICES if game.rated or chair.resigned_at is None else 1
    is_time = chair.offered_from is not None and chair.offered_from <= moment.now()
    return is_time and voices >= least and voices * 2 > len(there)


def _ask_to_return(game: Game, chair: Seat) -> None:
    """Somebody wants to give a seat away: whoever is absent from it has a letter, and time."""
    chair.offered_from = moment.now()
    if chair.absent_since is not None and chair.person is not None:
        terms = pace.of(game.pace, game.own_pace)
        grace = timedelta(seconds=terms.seconds_per_move)
        chair.offered_from += min(max(grace, LEAST_GRACE), MOST_GRACE)
        about = f"{chair.number} {chair.absent_since:%F %T}"
        telling.send_letter(kinds.SEAT_IN_DOUBT, game, [chair.person], about=about)


@transaction.atomic
def take_over(*, game_key: str, person: User, seat: int) -> Game:
    """Play on in a seat that is offered, with what it holds and knows; its private letters stay
    with whoever wrote and got them. To the end: what a stand-in decides for somebody who took a
    seat over and left it counts as missed."""
    game = enter(game_key, person)
    must_run(game)
    if any(chair.person_id == person.pk for chair in chairs(game)):
        raise errors.AlreadySeated
    chair = Seat.objects.select_related("person").filter(game=game, number=seat).first()
    if chair is None or not chair.offered or is_apart(game.key, person.pk):
        raise errors.NotAllowed(why=_("This seat is not offered to you."))
    must_be_fit(game, person)
    pass_on(game, chair, person)
    return game


def pass_on(game: Game, chair: Seat, person: User) -> None:
    """The seat of a running game that is locked has another player from now on."""
    must_hold_one_hand(game, person, number=chair.number)
    former, now = chair.person, moment.now()
    assert former is not None  # a stand-in plays for somebody
    _note_former(game, chair, former, now)
    said = Message.objects.filter(game=game, to_seat=None).aggregate(last=Max("pk"))
    Seat.objects.filter(pk=chair.pk).update(
        **_PRESENT,
        person=person,
        joined_at=now,
        resigned_at=None,
        agrees_to_end=False,
        agrees_to_pause=False,
        talk_read=said["last"] or 0,
        seen_seq=game.seq,
    )
    game.invitations.filter(person=person, state="open").update(state="accepted")
    _close_invitations_to_nothing(game)
    telling.changed(game, Feed.Kind.TAKEN_OVER, at=now)
    telling.send_letter(kinds.SEAT_PASSED_ON, game, [former], about=str(game.seq))
    if game.to_move == chair.number:
        clocks.restart(game, now)


def _note_former(game: Game, chair: Seat, former: User, now: datetime) -> None:
    assert chair.number is not None  # the game runs
    before = FormerPlayer.objects.filter(game=game, number=chair.number).aggregate(
        last=Max("until_seq")
    )
    stands = read_position(game.key, game.state).influence
    # Once is enough for whoever comes, goes and comes again before anything is moved.
    FormerPlayer.objects.get_or_create(
        game=game,
        number=chair.number,
        person=former,
        until_seq=game.seq,
        defaults={
            "joined_at": chair.joined_at,
            "resigned_at": chair.resigned_at,
            "left_at": now,
            "from_seq": before["last"] or 0,
            "rank": ranks.by_influence(stands)[chair.number],
        },
    )


def _close_invitations_to_nothing(game: Game) -> None:
    if not Seat.objects.filter(game=game, offered=True).exists():
        game.invitations.filter(state="open").update(state="withdrawn", mail_due_at=None)
