"""Ask somebody to the table: by name, by mail address, or by a link for one."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import relations
from games import errors, kinds, mails
from games.models import Feed, Game, Invitation, Seat
from games.services import telling
from games.services.entering import chairs, enter, must_ask, must_be_creator, must_gather

# Whoever has not verified their address has not come yet.
HERE = User.objects.filter(
    Q(email=None) | Q(email_is_verified=True), is_active=True, is_guest=False
)

MOST_OPEN = 20
MOST_ADDRESSES_A_DAY = 20
MAIL_CLAIM = timedelta(minutes=10)
MAIL_GIVES_UP = timedelta(days=2)


@transaction.atomic
def invite(*, game_key: str, person: User, handle: str = "", address: str = "") -> Invitation:
    """Invite a handle or a mail address; with neither, the invitation is a link for one person.

    Whoever sits at the table may invite, or has asked people to it. The answer is the same whether
    an address belongs to somebody here or not, at an anonymous table whether a person sits there
    already or not, and whether the guest may meet those at the table or not: who may not does not
    hear of it.
    """
    game = enter(game_key, person)
    must_ask(game, person)
    if game.status == Game.Status.RUNNING and game.chairs.filter(offered=True).exists():
        if not handle:
            raise errors.NotAllowed(
                why=_("To a seat of a running game one invites by handle: name somebody.")
            )
    else:
        must_gather(game)
    if handle:
        return invite_by_handle(game, person, handle)
    _limit_open(game)
    if address:
        _limit_addresses(person)
        return _invite_address(game, person, address.lower())
    return Invitation.objects.create(game=game, by=person)


def _invite_address(game: Game, by: User, address: str) -> Invitation:
    guest = HERE.filter(email__iexact=address).first()
    invitation = _standing(game).filter(address=address).first()
    is_anothers = invitation is not None and invitation.person not in {None, guest}
    if guest is None or is_anothers or _is_asked_otherwise(game, guest, address):
        # Who sits here, or is invited by name as well, hears nothing of it. Were both one
        # invitation, it would tell whose address this is.
        mail_due_at = moment.now() if guest is None else None
        return invitation or Invitation.objects.create(
            game=game, by=by, address=address, mail_due_at=mail_due_at
        )
    return _invite_person(game, by, guest, address=address)


def _is_asked_otherwise(game: Game, guest: User, address: str) -> bool:
    """By name, or by an address that they had before."""
    otherwise = _standing(game).filter(person=guest).exclude(address=address)
    return otherwise.exists() or Seat.objects.filter(game=game, person=guest).exists()


def invite_by_handle(game: Game, by: User, handle: str) -> Invitation:
    """To a table whose row this transaction holds, by somebody who sits there."""
    _limit_open(game)
    guest = HERE.filter(handle__iexact=handle).first()
    if guest is None:
        raise errors.NotAllowed(why=_("There is nobody called {name}.").format(name=handle))
    if not game.anonymous and Seat.objects.filter(game=game, person=guest).exists():
        raise errors.AlreadySeated
    # One of their address stands by itself from now on, and nobody takes it up: by what becomes of
    # both it would be known whose it is.
    by_address = game.invitations.filter(person=guest, state="open").exclude(address="")
    is_told_already = bool(by_address.update(person=None))
    return _invite_person(game, by, guest, address="", is_told_already=is_told_already)


def _standing(game: Game) -> QuerySet[Invitation]:
    """Invitations that are open. Those of an anonymous table stand until they are withdrawn,
    whatever became of them: else what can be done with one would tell who sits there."""
    states = ["open", "accepted", "declined"] if game.anonymous else ["open"]
    return game.invitations.filter(state__in=states).order_by("-pk")


def _limit_open(game: Game) -> None:
    if _standing(game).count() >= MOST_OPEN:
        raise errors.NotAllowed(
            why=_("This table has {most} open invitations. Withdraw one first.").format(
                most=MOST_OPEN
            )
        )


def _invite_person(
    game: Game, by: User, guest: User, *, address: str, is_told_already: bool = False
) -> Invitation:
    # One of their address may stand by itself, as they sat here or were invited by name as well.
    of_address = Q(person=None) & ~Q(address="")
    standing = _standing(game).filter(Q(person=guest) | of_address, address=address)
    invitation = standing.first()
    is_new = invitation is None or invitation.state != "open" or invitation.person_id is None
    if invitation is None:
        invitation = Invitation.objects.create(
            game=game, by=by, person=guest, address=address.lower()
        )
    sits = Seat.objects.filter(game=game, person=guest).exists()
    if is_new and not sits:
        invitation.state = Invitation.State.OPEN
        invitation.person = guest
        invitation.mail_due_at = None
        invitation.save(update_fields=["state", "person", "mail_due_at"])
    if is_new and not sits and not is_told_already and not _may_not_meet(game, by, guest):
        telling.tell_privately(game, Feed.Kind.INVITED, [guest.pk], ref=None, at=moment.now())
        telling.send_letter(kinds.INVITATION, game, [guest], about=str(invitation.pk))
    return invitation


def _may_not_meet(game: Game, by: User, guest: User) -> bool:
    """At an anonymous table nobody's blocks but those between guest and host are asked for."""
    seated = [] if game.anonymous else [seat.person for seat in chairs(game) if seat.person]
    return relations.may_not_meet(guest, [by, *seated])


def _limit_addresses(person: User) -> None:
    """Nobody sends a flood of letters to strangers from here."""
    today = moment.now() - timedelta(days=1)
    sent = Invitation.objects.filter(by=person, at__gt=today).exclude(address="").count()
    if sent >= MOST_ADDRESSES_A_DAY:
        raise errors.NotAllowed(
            why=_("You have invited {most} addresses today. Give people the link instead.").format(
                most=MOST_ADDRESSES_A_DAY
            )
        )


@transaction.atomic
def decline(*, game_key: str, person: User) -> None:
    game = enter(game_key, person)
    if not game.invitations.filter(person=person, state="open").update(state="declined"):
        raise errors.NotAllowed(why=_("There is no invitation of yours to decline."))


@transaction.atomic
def withdraw_invitation(*, game_key: str, person: User, token: str) -> None:
    """Take an open invitation back: who made it may, and the table's creator."""
    game = enter(game_key, person)
    invitation = _standing(game).filter(token=token).first()
    if invitation is None:
        raise errors.NotFound
    if invitation.by_id != person.pk:
        must_be_creator(game, person)
    invitation.state = "withdrawn"
    invitation.mail_due_at = None
    invitation.save(update_fields=["state", "mail_due_at"])


def mail_invitations() -> int:
    """Send the letters to addresses that are nobody's here. Returns how many went out."""
    due = Invitation.objects.filter(mail_due_at__lte=moment.now()).order_by("mail_due_at")
    return sum(_mail(pk) for pk in due.values_list("pk", flat=True)[:100])


def _mail(pk: int) -> bool:
    now = moment.now()
    # The claim: of any number of workers one changes the row; a dead one only delays the letter.
    mine = Invitation.objects.filter(pk=pk, mail_due_at__lte=now)
    if not mine.update(mail_due_at=now + MAIL_CLAIM):
        return False
    invitation = Invitation.objects.select_related("game", "by").get(pk=pk)
    address = invitation.address.reveal()
    if User.objects.filter(email__iexact=address, email_is_verified=False).exists():
        # Somebody has signed up with it and not shown that it is theirs: the letter waits.
        outcome = None
    else:
        outcome = mails.send_to_stranger(invitation)
    if outcome is not None or now - invitation.at > MAIL_GIVES_UP:
        Invitation.objects.filter(pk=pk).update(mail_due_at=None)
    return bool(outcome)
