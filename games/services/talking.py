"""What players say to one another, and what of it they have read."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import relations
from games import errors
from games.models import Feed, Game, Message, Mute, Seat
from games.services import telling
from games.services.entering import chairs, enter, own_chair

LONGEST = 2000
# So many messages of one seat in so short a time are enough.
MOST, WITHIN = 20, timedelta(minutes=5)


@transaction.atomic
def say(*, game_key: str, person: User, text: str, to_seat: int | None = None) -> Message:
    """Write to the table, or privately to one seat. From the start of the game on, after its end
    too."""
    game = enter(game_key, person)
    seat = own_chair(game, person)
    words = text.strip()
    if not 1 <= len(words) <= LONGEST or "\0" in words:
        raise errors.BadText(most=LONGEST)
    if seat.number is None:
        raise errors.NotAllowed(why=_("Talk begins with the game."))
    if person.is_silenced:
        raise errors.NotAllowed(
            why=_("Staff have taken talk from you until {day}. You can play on.").format(
                day=f"{person.silenced_until:%Y-%m-%d}"
            )
        )
    seats = chairs(game)
    _must_be_allowed(game, seat, seats, to_seat)
    now = moment.now()
    _limit(game, seat.number, now)
    message = Message.objects.create(
        game=game, seat=seat.number, to_seat=to_seat, text=words, at=now
    )
    muted_by = set(
        Mute.objects.filter(game=game, seat=message.seat).values_list("person_id", flat=True)
    )
    if to_seat is not None and not (game.anonymous and game.status != Game.Status.OVER):
        # No letters of somebody whom one has muted everywhere; but where players are hidden,
        # that would tell whose they are.
        muted_by |= relations.who_mute(person)
    hearers = [
        one.person_id
        for one in seats
        if one.person_id is not None
        and one.resigned_at is None
        and one.person_id not in muted_by
        and (to_seat is None or one.number in {to_seat, seat.number})
    ]
    telling.tell_privately(game, Feed.Kind.TALK, hearers, ref=message.pk, at=now)
    return message


def _must_be_allowed(game: Game, seat: Seat, seats: list[Seat], to_seat: int | None) -> None:
    if game.talk == Game.Talk.NONE:
        raise errors.NotAllowed(why=_("There is no talk at this table."))
    if to_seat is None:
        return
    if game.talk != Game.Talk.FULL:
        raise errors.NotAllowed(why=_("At this table one talks to all. Leave out the seat."))
    if to_seat == seat.number or not any(one.number == to_seat for one in seats):
        raise errors.NotAllowed(why=_("There is no other player on that seat."))


def _limit(game: Game, seat: int, now: datetime) -> None:
    recent = Message.objects.filter(game=game, seat=seat, at__gt=now - WITHIN)
    times = list(recent.order_by("at").values_list("at", flat=True))
    if len(times) >= MOST:
        raise errors.TooMuchTalk(seconds=int((times[-MOST] + WITHIN - now).total_seconds()) + 1)


@transaction.atomic
def mark_read(
    *, game_key: str, person: User, message: str | None = None, seq: int | None = None
) -> None:
    """Remember how far a person has read: up to a message (its key), up to a move. Never back."""
    game = enter(game_key, person)
    seat = own_chair(game, person)
    if message is not None:
        read = Message.objects.filter(game=game, key=message).first()
        if read is None or not (read.to_seat is None or seat.number in {read.seat, read.to_seat}):
            raise errors.NotFound
        seat.talk_read = max(seat.talk_read, read.pk)
    if seq is not None:
        seat.seen_seq = max(seat.seen_seq, min(seq, game.seq))
    seat.save(update_fields=["talk_read", "seen_seq"])


@transaction.atomic
def mute(*, game_key: str, person: User, seat: int) -> None:
    """Read nothing more of a seat at this table. Nobody is told."""
    game = enter(game_key, person)
    own = own_chair(game, person)
    if seat == own.number or not Seat.objects.filter(game=game, number=seat).exists():
        raise errors.NotAllowed(why=_("There is no other player on that seat."))
    Mute.objects.get_or_create(game=game, person=person, seat=seat)


@transaction.atomic
def unmute(*, game_key: str, person: User, seat: int) -> None:
    game = enter(game_key, person)
    own_chair(game, person)
    Mute.objects.filter(game=game, person=person, seat=seat).delete()
