"""Who may take a seat at which table, whoever else sits there, and what they add to its deal."""

import re
from collections.abc import Iterable
from itertools import count

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.secret import Secret
from accounts.services import bots, relations
from games import errors
from games.models import Game, Seat
from games.models.conduct import conduct_of
from games.models.knowing import seen

_CONTRIBUTION = re.compile(r"[0-9a-fA-F]{64}\Z")


def chair_for(
    game: Game,
    taken: Iterable[Seat],
    person: User | None = None,
    *,
    bot: str = "",
    contribution: str = "",
) -> Seat:
    """A chair that is not saved yet, at the least place that is free."""
    places = {seat.place for seat in taken}
    return Seat(
        game=game,
        person=person,
        bot=bot,
        place=next(place for place in count() if place not in places),
        contribution=None if (game.deal_scheme or 1) == 1 else read_contribution(contribution),
    )


def read_contribution(text: str) -> Secret[bytes] | None:
    """What somebody adds to the deal, of its hexadecimal digits; none where nothing is added."""
    if not text:
        return None
    if not _CONTRIBUTION.match(text):
        _refuse(_("What you add to the deal is 64 hexadecimal digits, or nothing."))
    return Secret(bytes.fromhex(text))


def must_be_fit(game: Game, person: User, *, practice: bool = False) -> None:
    """NotAllowed says what is missing. It goes by the table's settings and the person alone, and
    so tells nothing of the others."""
    if person.is_guest and not practice:
        _refuse(_("Guests play against bots. Sign up to keep your seat and to meet people."))
    if person.is_bot:
        _must_welcome(game, person)
    elif game.rated and not person.email_is_verified:
        _refuse(_("This table is rated. Verify your mail address first, then take a seat."))
    if game.min_conduct is not None:
        share = conduct_of(person.pk, person.time_zone).share
        if share < game.min_conduct:
            _refuse(
                _(
                    "This table asks that {least} of 100 decisions are made in time, and of your "
                    "last ones {share} were. Every decision in time makes it better; other tables "
                    "are glad to have you."
                ).format(least=game.min_conduct, share=share)
            )
    if game.anonymous and relations.blocks_somebody(person):
        # Seating them or not, by who is there, would tell them who that is.
        _refuse(
            _(
                "You have blocked somebody, and at an anonymous table you could meet them. Take "
                "a table where players are named."
            )
        )


def must_hold_one_hand(game: Game, person: User, *, number: int | None = None) -> None:
    """NotAllowed where the human has another hand of this game, or has seen one: they play on in
    no seat but the one that was theirs. A look as staff closes every seat, and so does an app by
    which they could have read one. The game is locked."""
    known = seen(game.pk, person)
    if known.looked:
        _refuse(_("You have looked into this game as staff, so you play no seat of it."))
    if known.read:
        _refuse(
            _(
                "Somebody here plays with an app that you have made, and you could have read "
                "along. Take a seat at another table."
            )
        )
    beside = known.sits.keys() - {person.pk}
    if beside and game.status == Game.Status.GATHERING:
        _refuse(_("People and their bots have one seat at a table, and one of you has it."))
    if beside or known.sat - {number}:
        _refuse(_("Whoever has seen the cards of one seat does not play on in another."))


def _must_welcome(game: Game, bot: User) -> None:
    if game.rated:
        _refuse(_("A rated game is between people: leave the bots out."))
    if not game.fill_with_bots:
        _refuse(_("Bots are not welcome at this table. Take one that bots may fill."))
    if game.anonymous:
        _refuse(_("Everybody shall know that a bot is one, so it has no seat at this table."))
    # Two requests of one bot at once must not both fit.
    User.objects.select_for_update(no_key=True).get(pk=bot.pk)
    if Seat.objects.filter(person=bot, live=True, resigned_at=None).count() >= bots.MOST_TABLES:
        _refuse(
            _("This bot sits at {most} tables, and that is the most.").format(most=bots.MOST_TABLES)
        )


def _refuse(why: str) -> None:
    raise errors.NotAllowed(why=why)
