"""Bots: accounts of programs, which a person answers for."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.leaving import erase
from accounts.services.people import check_name, handle_is_free
from accounts.services.trail import Kind, note

MOST_BOTS = 5
# At which one bot may sit at a time; whoever seats them sees to it.
MOST_TABLES = 20


@transaction.atomic
def make_bot(*, owner: User, handle: str, name: str = "") -> User:
    """A bot has no password and no address: it acts by API tokens that its owner makes."""
    owner = User.objects.select_for_update().get(pk=owner.pk)
    if owner.is_bot or not owner.email_is_verified:
        raise ValidationError(_("Verify your address first."), code="unverified")
    if bots_of(owner).count() >= MOST_BOTS:
        raise ValidationError(
            _("You have %(most)d bots, and that is the most."),
            code="too_many",
            params={"most": MOST_BOTS},
        )
    if not handle_is_free(handle):
        taken = ValidationError(_("This handle is taken. Choose another."), code="taken")
        raise ValidationError({"handle": taken})
    bot = User.objects.create_user(
        handle, is_bot=True, owner=owner, name=check_name(name), language=owner.language
    )
    note(person=owner, kind=Kind.BOT_MADE, about=handle)
    return bot


def bots_of(owner: User) -> QuerySet[User]:
    return User.objects.filter(owner=owner, erased_at=None).order_by("handle")


def bot_of(owner: User, handle: str) -> User | None:
    return bots_of(owner).filter(handle__iexact=handle).first()


def retire_bot(*, bot: User) -> None:
    """End a bot. Its finished games stay, with "a former player"."""
    erase(person=bot)
