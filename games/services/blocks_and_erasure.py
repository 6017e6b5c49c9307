"""People who go: erased, merged into another account of theirs, or away from somebody they block.

Games are taken in the order of their numbers, so that two who go at once wait for each other.
"""

import orjson
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors
from games.models import (
    Correspondence,
    EveningVoice,
    Feed,
    FormerPlayer,
    FreeHours,
    Game,
    IdempotentAnswer,
    Invitation,
    Message,
    Mute,
    OrderList,
    OrderUse,
    ReceivedMail,
    Seat,
)
from games.models.apps import has_read
from games.models.knowing import accounts_of, seen_by
from games.models.table import is_apart
from games.services import ending, lobby, telling
from games.services.sitting import must_be_fit


def erase(person: User) -> None:
    """Leave nothing that names a person or is in their words. Games and their logs stay true."""
    sits = Seat.objects.filter(person=person, live=True, resigned_at=None)
    # Where they ask others, nobody is left to ask anybody in the place of who declines.
    asks = Game.objects.filter(creator=person, start=Game.Start.ASKED, status="gathering")
    theirs = {*sits.values_list("game", flat=True), *asks.values_list("pk", flat=True)}
    games = _lock(Game.objects.filter(pk__in=theirs))
    # Whoever was there first may have begun or closed it meanwhile.
    seated = set(sits.values_list("game", flat=True))
    _rename_tables(person)  # while it can be seen which were theirs
    for game in games:
        is_waiting = game.status == Game.Status.GATHERING
        if game.status == Game.Status.RUNNING and game.pk in seated:
            ending.resign(game_key=game.key, person=person)
        elif is_waiting and game.start == Game.Start.ASKED and game.creator_id == person.pk:
            lobby.cancel(game_key=game.key, person=person)
        elif is_waiting and game.pk in seated:
            lobby.leave(game_key=game.key, person=person)
    _end_invitations(person)
    _blank_talk(person)
    for kept in (Mute, Correspondence, OrderList, OrderUse, ReceivedMail, FreeHours, EveningVoice):
        kept.objects.filter(person=person).delete()
    Feed.objects.filter(person=person).delete()
    _forget_answers(person)
    # Whoever polls shall see that the name is gone.
    asked = Q(creator=person, start=Game.Start.ASKED)
    Game.objects.filter(Q(chairs__person=person) | asked).update(revision=F("revision") + 1)


def _locked(seats: QuerySet[Seat]) -> list[Game]:
    return _lock(Game.objects.filter(pk__in=seats.values("game")))


def _lock(games: QuerySet[Game]) -> list[Game]:
    keys = games.order_by("pk").values_list("key", flat=True)
    return [Game.objects.select_for_update(no_key=True).get(key=key) for key in keys]


def _end_invitations(person: User) -> None:
    mine, made = Invitation.objects.filter(person=person), Invitation.objects.filter(by=person)
    mine.filter(state="open").update(state="declined", mail_due_at=None)
    made.filter(state="open").update(state="withdrawn", mail_due_at=None)
    for addressed in (mine, made):
        addressed.exclude(address="").update(address="")
    if person.email:
        to_address = Invitation.objects.filter(address__iexact=person.email.reveal())
        to_address.filter(state="open").update(state="withdrawn", mail_due_at=None)
        to_address.update(address="")


def _blank_talk(person: User) -> None:
    """That something was said stays, as the answers to it do; what it was may tell of anybody."""
    seat = {"game": OuterRef("game_id"), "number": OuterRef("seat"), "person": person}
    theirs = Seat.objects.filter(**seat, joined_at__lte=OuterRef("at"))
    once = FormerPlayer.objects.filter(
        **seat, joined_at__lte=OuterRef("at"), left_at__gt=OuterRef("at")
    )
    Message.objects.filter(Exists(theirs) | Exists(once)).update(text="")


def _rename_tables(person: User) -> None:
    """Tables that carry the name of who has gone, in the outbox too."""
    named = Q(name__icontains=person.handle)
    if person.name:
        named |= Q(name__icontains=person.name)
    sits = Seat.objects.filter(game=OuterRef("pk"), person=person)
    theirs = Game.objects.filter(Exists(sits) | Q(creator=person), named)
    for game in theirs.order_by("pk").select_for_update(no_key=True):
        with translation.override(game.language):
            game.name = _("A table")
        game.revision += 1  # who opened it may not sit there any more
        game.save(update_fields=["name", "revision"])
        telling.rename_letters(game)


def _forget_answers(person: User) -> None:
    """What is kept for a day in case a request comes twice, theirs and those that name them."""
    IdempotentAnswer.objects.filter(person=person).delete()
    words = [orjson.dumps(text)[1:-1] for text in (person.handle, person.name) if text]
    with connection.cursor() as cursor:
        for word in words:
            cursor.execute(
                "DELETE FROM games_idempotentanswer WHERE position(%s in body) > 0", [word]
            )


def merge(into: User, gone: User) -> None:
    """Seats and invitations go to the other account, but where it sits itself or may not sit."""
    read = _read_by_apps(into, gone)  # while each seat is still who made the app's, or not
    for game in _locked(Seat.objects.filter(person=gone)):
        seat = Seat.objects.get(game=game, person=gone)
        if _can_take(game, into):
            seat.person = into
            seat.save(update_fields=["person"])
            Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
    former = FormerPlayer.objects.filter(person=gone)
    same = ("game", "number", "until_seq")
    both = FormerPlayer.objects.filter(person=into, **{name: OuterRef(name) for name in same})
    former.exclude(Exists(both)).update(person=into)
    taken = Seat.objects.filter(game=OuterRef("pk"), person=into)
    opened = Game.objects.filter(Exists(taken) | Q(start=Game.Start.ASKED), creator=gone)
    opened.update(creator=into)
    Invitation.objects.filter(by=gone).update(by=into)
    has = Invitation.objects.filter(game=OuterRef("game_id"), person=into, state="open")
    sits = Seat.objects.filter(game=OuterRef("game_id"), person=into)
    Invitation.objects.filter(~Exists(has), ~Exists(sits), person=gone).update(person=into)
    # What the other account has said about its letters stands; links go with the old account.
    Correspondence.objects.filter(person=gone).delete()
    # So are orders: whoever plays on has not given them.
    OrderList.objects.filter(person=gone).delete()
    # … nor when they have time.
    FreeHours.objects.filter(person=gone).delete()
    EveningVoice.objects.filter(person=gone).delete()
    twice = Mute.objects.filter(game=OuterRef("game_id"), seat=OuterRef("seat"), person=into)
    Mute.objects.filter(~Exists(twice), person=gone).update(person=into)
    _keep_one_hand(into, gone, read)


def _read_by_apps(into: User, gone: User) -> set[int]:
    """Games that run and where one of the two sits, that the other could read by an app."""
    humans = accounts_of(into), accounts_of(gone)
    own = humans[0] | humans[1]
    live = Seat.objects.filter(person__in=own, live=True, resigned_at=None)
    return {
        game
        for game in live.values_list("game", flat=True).distinct()
        if any(has_read(game, accounts, own=own) for accounts in humans)
    }


def _keep_one_hand(into: User, gone: User, read: set[int]) -> None:
    """Two accounts were one human all along. Of the seats that both and their bots have at a table
    that gathers one stays, their own before a bot's; of a game that runs none, if another hand of
    it was ever theirs or shown to them, or `read` by an app of the other account's."""
    accounts = accounts_of(into, gone)
    for game in _locked(Seat.objects.filter(person__in=accounts, live=True, resigned_at=None)):
        mine = Seat.objects.filter(game=game, person__in=accounts, resigned_at=None)
        seats = sorted(
            mine.select_related("person"), key=lambda seat: (seat.person != into, seat.pk)
        )
        known = seen_by(game.pk, accounts)
        held = known.sat.union(known.sits.values())
        may_stay = not known.looked and game.pk not in read and held <= {seats[0].number}
        may_stay &= bool(seats)
        for seat in seats[1:] if may_stay else seats:
            assert seat.person is not None
            game.refresh_from_db(fields=["status"])
            if game.status == Game.Status.RUNNING:
                ending.resign(game_key=game.key, person=seat.person)
            elif game.status == Game.Status.GATHERING:
                lobby.leave(game_key=game.key, person=seat.person)


def _can_take(game: Game, into: User) -> bool:
    if Seat.objects.filter(game=game, person=into).exists():
        return False
    if game.status != Game.Status.GATHERING:
        return True
    try:
        must_be_fit(game, into)
    except errors.Refusal:
        return False
    return not is_apart(game.key, into.pk)


def part(person: User, other: User) -> None:
    """Somebody has blocked another: they get up where both wait for a game to begin.

    At anonymous tables they get up in any case, for whether they did would tell who sits there.
    A game that runs is played to its end.
    """
    both = Exists(Seat.objects.filter(game=OuterRef("game_id"), person=other))
    waiting = Seat.objects.filter(person=person, game__status=Game.Status.GATHERING)
    for game in _locked(waiting.filter(both | Q(game__anonymous=True))):
        if game.status == Game.Status.GATHERING:
            lobby.leave(game_key=game.key, person=person)
