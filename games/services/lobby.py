"""Open a table, find players for it, begin or give up."""

from collections.abc import Sequence
from datetime import datetime
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors, kinds
from games.bots import STAND_IN
from games.models import Feed, Game, Invitation, Seat
from games.services import setting_up, telling
from games.services.beginning import begin, can_begin, least
from games.services.entering import (
    chairs,
    enter,
    must_be_creator,
    must_gather,
    opens,
    own_chair,
    people,
)
from games.services.invitations import invite_by_handle
from games.services.sitting import chair_for, must_be_fit, must_hold_one_hand, read_contribution

# Tables that one person may have waiting for players at a time.
MOST_OPEN = 20
SWEEP_AT_ONCE = 200


@transaction.atomic
def create_game(
    *,
    person: User,
    name: str,
    seats: int,
    join: str = "open",
    anonymous: bool = False,
    min_conduct: int | None = None,
    start: str = "full",
    starts_at: datetime | None = None,
    fill_with_bots: bool = False,
    fill_with: str | None = None,
    spectators: bool | None = None,
    invite: Sequence[str] = (),
    practice: bool = False,
    **agreed: Unpack[setting_up.Agreed],
) -> Game:
    """Open a table; its creator takes the first chair. BadTable names the field that is wrong.

    Without `closes_at` it waits a week. Whoever names a bot in `fill_with` wishes for bots.
    `spectators` follow `join` where nothing is said: an open table may be watched, another may
    not. Those to `invite` are handles: all of them, or there is no table.
    `practice`: it is for its creator alone, who may then be a guest.
    """
    game = setting_up.draft(
        agreed,
        creator=person,
        name=name,
        seats=seats,
        join=join,
        anonymous=anonymous,
        min_conduct=min_conduct,
        start=start,
        starts_at=starts_at,
        fill_with_bots=fill_with_bots or fill_with is not None,
        fill_with=fill_with or STAND_IN,
        spectators=join == "open" if spectators is None else spectators,
    )
    if starts_at is not None:
        game.closes_at = starts_at
    setting_up.check(game)
    must_be_fit(game, person, practice=practice)
    if Game.objects.filter(creator=person, status="gathering").count() >= MOST_OPEN:
        raise errors.NotAllowed(
            why=_(
                "You have {most} tables waiting for players. Let one begin or close first."
            ).format(most=MOST_OPEN)
        )
    game.save()
    chair_for(game, (), person).save()
    telling.changed(game, Feed.Kind.CREATED)
    for handle in dict.fromkeys(handle.lower() for handle in invite):
        invite_by_handle(game, person, handle)
    return game


@transaction.atomic
def contribute(*, game_key: str, person: User, contribution: str) -> None:
    """Who has opened a table adds to its deal, once its commitment could be seen: once, and before
    anybody else sits there. Whoever comes later does it in sitting down."""
    game = enter(game_key, person)
    must_be_creator(game, person)
    must_gather(game)
    own_chair(game, person)
    seats = chairs(game)
    if len(seats) > 1 or seats[0].contribution is not None:
        raise errors.NotAllowed(
            why=_("One adds to the deal once, and not after somebody else has come.")
        )
    seats[0].contribution = read_contribution(contribution)
    seats[0].save(update_fields=["contribution"])


def join_by_link(*, token: str, person: User, contribution: str = "") -> Game:
    """Take a seat with the link of a table, or of an invitation."""
    game = Game.objects.filter(link=token).first()
    if game is None:
        invitation = Invitation.objects.select_related("game").filter(token=token).first()
        if invitation is None:
            raise errors.NotFound
        game = invitation.game
    return join(game_key=game.key, person=person, token=token, contribution=contribution)


@transaction.atomic
def join(*, game_key: str, person: User, token: str = "", contribution: str = "") -> Game:
    """Take a seat, and add to the deal what only the own side has drawn. The last one to come
    begins the game where it starts when full."""
    game = enter(game_key, person, token=token)
    must_gather(game)
    seats = chairs(game)
    if any(seat.person_id == person.pk for seat in seats):
        raise errors.AlreadySeated
    invited = game.invitations.filter(person=person, state="open")
    if game.join != Game.Join.OPEN and not opens(game, token) and not invited.exists():
        raise errors.NotFound  # it may be seen by those alone who may join it
    must_be_fit(game, person)
    must_hold_one_hand(game, person)
    if len(seats) >= game.seats:
        raise errors.TableFull
    chair_for(game, seats, person, contribution=contribution).save()
    invited.update(state="accepted")
    game.invitations.filter(Invitation.OF_LINK, token=token, state="open").update(
        person=person, state="accepted", mail_due_at=None
    )
    telling.changed(game, Feed.Kind.JOINED)
    if len(seats) + 1 == game.seats and game.start in {Game.Start.FULL, Game.Start.ASKED}:
        begin(game)
    return game


@transaction.atomic
def leave(*, game_key: str, person: User) -> None:
    """Get up before the game begins. A creator's table passes to who came next; the last one to
    leave closes it."""
    game = enter(game_key, person)
    own_chair(game, person)
    must_gather(game)
    _get_up(game, person)


@transaction.atomic
def remove(*, game_key: str, person: User, handle: str) -> None:
    """The creator sends somebody away before the game begins.

    Not at an anonymous table: whether it worked would tell who sits there.
    """
    game = enter(game_key, person)
    must_be_creator(game, person)
    must_gather(game)
    if game.anonymous:
        raise errors.NotAllowed(
            why=_("Nobody knows who sits at an anonymous table. Close it and open another one.")
        )
    seat = Seat.objects.filter(game=game, person__handle__iexact=handle).first()
    if seat is None or seat.person is None or seat.person == person:
        raise errors.NotAllowed(why=_("Nobody of that name sits here whom you could send away."))
    _get_up(game, seat.person)


def _get_up(game: Game, person: User) -> None:
    Seat.objects.filter(game=game, person=person).delete()
    telling.changed(game, Feed.Kind.LEFT)
    # A stream that this person still reads learns it too.
    telling.tell_privately(game, Feed.Kind.LEFT, [person.pk], ref=game.seq, at=moment.now())
    if game.creator_id == person.pk and game.start != Game.Start.ASKED:
        left = chairs(game)
        if not left:
            _close(game, tell=[])
        else:
            Game.objects.filter(pk=game.pk).update(creator=left[0].person)


@transaction.atomic
def start(*, game_key: str, person: User) -> Game:
    """The creator begins with those who are there, and bots where the table takes them."""
    game = enter(game_key, person)
    must_be_creator(game, person)
    must_gather(game)
    if game.start == Game.Start.ASKED:
        raise errors.NotAllowed(
            why=_("This table begins when all who are asked have come. Ask somebody else, or wait.")
        )
    if not can_begin(game, len(chairs(game))):
        raise errors.TooFew(needed=least(game))
    begin(game)
    return game


@transaction.atomic
def cancel(*, game_key: str, person: User) -> None:
    """The creator closes a table that still gathers; who waited is told."""
    game = enter(game_key, person)
    must_be_creator(game, person)
    must_gather(game)
    _close(game, tell=people(chairs(game), but=person))


def close_unfilled() -> int:
    """Begin or close every table whose time to gather is over. Returns how many there were."""
    due = Game.objects.filter(status="gathering", closes_at__lte=moment.now())
    keys = list(due.order_by("closes_at").values_list("key", flat=True)[:SWEEP_AT_ONCE])
    return sum(_end_gathering(key) for key in keys)


@transaction.atomic
def _end_gathering(key: str) -> bool:
    game = Game.objects.select_for_update(no_key=True).get(key=key)
    if game.status != Game.Status.GATHERING or game.closes_at > moment.now():
        return False
    seats = chairs(game)
    begins = game.start == Game.Start.AT or game.fill_with_bots or len(seats) == game.seats
    if game.start == Game.Start.ASKED:
        _close(game, tell=[game.creator, *people(seats, but=game.creator)])
    elif begins and can_begin(game, len(seats)):
        begin(game)
    else:
        _close(game, tell=people(seats))
    return True


def _close(game: Game, *, tell: list[User]) -> None:
    now = moment.now()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED, ended_at=now)
    Seat.objects.filter(game=game).update(live=False)
    game.invitations.filter(state="open").update(state="withdrawn", mail_due_at=None)
    telling.changed(game, Feed.Kind.CANCELLED, at=now)
    telling.send_letter(kinds.TABLE_CLOSED, game, tell)
