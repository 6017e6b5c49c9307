"""Many tables at once, for people who are named: a club's evening, a round of a league, a trial of
bots. Each is asked and may decline; a table begins when all of its own have come, and not before.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TypedDict, Unpack

from django.db import transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import relations
from games import errors, kinds
from games.models import Feed, Game, Invitation
from games.services import setting_up, telling
from games.services.invitations import HERE
from games.services.sitting import chair_for, must_be_fit

MOST_AT_ONCE = 50
# Of one person: such tables that wait, and people who are asked by whatever way in a day.
MOST_WAITING = 100
MOST_A_DAY = 300
A_DAY = timedelta(days=1)
# What is wrong with one of the tables alone, and with which part of it.
_OF_ROW = {"name": "name", "seats": "players", "rated": "players"}


class Wanted(TypedDict):
    """One of the tables: what to call it, and the handles of who shall play there."""

    name: str
    players: list[str]


@transaction.atomic
def open_tables(
    *,
    person: User,
    tables: Sequence[Wanted],
    spectators: bool = True,
    **agreed: Unpack[setting_up.Agreed],
) -> list[Game]:
    """All of them, alike but for names and players, or none: BadTables names whatever is wrong.

    Who opens them plays only where they are named, and has their seat there at once; everybody else
    is asked. A table where somebody declines waits for whom the host asks in their place, and
    closes after a week, or at `closes_at`. Bots are welcome where one is named.
    """
    people = _people(tables)
    wrong: list[tuple[str, str]] = []
    games: list[Game] = []
    for number, wanted in enumerate(tables):
        players, not_here = _players(wanted, people)
        wrong += [(f"tables.{number}.players.{at}", why) for at, why in not_here]
        game = setting_up.draft(
            agreed,
            creator=person,
            name=wanted["name"],
            seats=len(wanted["players"]),
            join=Game.Join.INVITATION,
            start=Game.Start.ASKED,
            fill_with_bots=any(player.is_bot for player in players),
            spectators=spectators,
        )
        wrong += _wrong_with(game, number, players)
        games.append(game)
    if wrong:
        raise errors.BadTables(dict.fromkeys(wrong))
    asked = [one for wanted in tables for one in wanted["players"] if people[one.lower()] != person]
    _must_be_able_to_ask(person, len(games), len(asked))
    for game, wanted in zip(games, tables, strict=True):
        _open(game, [people[handle.lower()] for handle in wanted["players"]])
    return games


def _people(tables: Iterable[Wanted]) -> dict[str, User]:
    """Whoever is named and here, by their handles as they are written small."""
    handles = {handle.lower() for wanted in tables for handle in wanted["players"]}
    found = HERE.annotate(small=Lower("handle")).filter(small__in=handles)
    return {person.handle.lower(): person for person in found}


def _players(
    wanted: Wanted, people: Mapping[str, User]
) -> tuple[list[User], list[tuple[int, str]]]:
    """Who is named for a table, and what is wrong with which of the names."""
    players: list[User] = []
    wrong = []
    for at, handle in enumerate(wanted["players"]):
        player = people.get(handle.lower())
        if player is None:
            wrong.append((at, _("There is nobody called {name}.").format(name=handle)))
        elif player in players:
            wrong.append((at, _("{name} is named twice for this table.").format(name=handle)))
        else:
            players.append(player)
    return players, wrong


def _wrong_with(game: Game, number: int, players: list[User]) -> Iterable[tuple[str, str]]:
    """What all tables share is told without the number of one."""
    try:
        setting_up.check(game)
    except errors.BadTable as bad:
        field = str(bad.facts["field"])
        of_row = _OF_ROW.get(field)
        yield (f"tables.{number}.{of_row}" if of_row else field), str(bad)
    host = game.creator
    if sum(host.pk in (player.pk, player.owner_id) for player in players) > 1:
        # Of others' bots it is not told whose they are.
        yield (
            f"tables.{number}.players",
            _("People and their bots have one seat at a table, and several of these are yours."),
        )
    if host in players:
        try:
            must_be_fit(game, host)
        except errors.NotAllowed as refusal:
            yield f"tables.{number}.players", str(refusal)


def _must_be_able_to_ask(person: User, tables: int, people: int) -> None:
    if person.is_guest:
        raise errors.NotAllowed(
            why=_("Guests play against bots. Sign up to keep your seat and to meet people.")
        )
    # Two requests at once must not both fit.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    waiting = Game.objects.filter(creator=person, status="gathering", start=Game.Start.ASKED)
    if waiting.count() + tables > MOST_WAITING:
        raise errors.NotAllowed(
            why=_(
                "Of your tables {most} may wait for the people you have asked. Let some begin or "
                "close first."
            ).format(most=MOST_WAITING)
        )
    lately = Invitation.objects.filter(by=person, at__gt=moment.now() - A_DAY).count()
    if lately + people > MOST_A_DAY:
        raise errors.NotAllowed(
            why=_("You may ask {most} people a day, and have asked {lately}.").format(
                most=MOST_A_DAY, lately=lately
            )
        )


def _open(game: Game, players: list[User]) -> None:
    """As nobody sits there but its host, nobody else's blocks are asked for: who may not meet whom
    finds out, as at any table, when one of them is there."""
    host = game.creator
    game.save()
    if host in players:
        chair_for(game, (), host).save()
    telling.changed(game, Feed.Kind.CREATED)
    guests = [player for player in players if player != host]
    asked = Invitation.objects.bulk_create(
        [Invitation(game=game, by=host, person=guest) for guest in guests]
    )
    apart = relations.not_to_meet(host, guests)
    told = [one for one in asked if one.person_id not in apart]
    told_to = [guest.pk for guest in guests if guest.pk not in apart]
    telling.tell_privately(game, Feed.Kind.INVITED, told_to, ref=None, at=moment.now())
    for one in told:
        assert one.person is not None
        telling.send_letter(kinds.INVITATION, game, [one.person], about=str(one.pk))
