"""How every service but `play` comes to its game: locked, and only if the person may know of it."""

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors
from games.models import Game, Invitation, Seat
from games.models.table import find_table, is_apart


def enter(game_key: str, person: User, *, token: str = "") -> Game:
    """The game, its row locked until the transaction ends.

    `token` is a link's: whoever holds it may see the table as well.
    """
    game = Game.objects.select_for_update(no_key=True).filter(key=game_key).first()
    if game is None:
        raise errors.NotFound
    # Read after the lock, so nothing here can be out of date.
    if find_table(game_key, person.pk) is None and (
        not opens(game, token) or is_apart(game_key, person.pk)
    ):
        raise errors.NotFound
    return game


def opens(game: Game, token: str) -> bool:
    """Whether a token lets its holder take a seat at this table."""
    if not token or game.status != Game.Status.GATHERING:
        return False
    if game.link.is_same(token):
        return game.join != Game.Join.INVITATION
    return game.invitations.filter(Invitation.OF_LINK, token=token, state="open").exists()


def chairs(game: Game) -> list[Seat]:
    """Everybody at the table: in seating order, before the start in order of coming."""
    return list(
        Seat.objects.filter(game=game)
        .select_related("person")
        .order_by(F("number").asc(nulls_last=True), "id")
    )


def own_chair(game: Game, person: User) -> Seat:
    """The chair that a person decides from, or NotAtTable."""
    seat = Seat.objects.filter(game=game, person=person, resigned_at=None).first()
    if seat is None:
        raise errors.NotAtTable
    return seat


def must_ask(game: Game, person: User) -> None:
    """Whoever sits at a table may ask others to it; who has asked all of them, without a seat."""
    if game.start != Game.Start.ASKED or game.creator_id != person.pk:
        own_chair(game, person)


def people(seats: list[Seat], *, but: User | None = None) -> list[User]:
    """The persons on these seats who still play."""
    return [
        seat.person
        for seat in seats
        if seat.person is not None and seat.resigned_at is None and seat.person != but
    ]


def must_gather(game: Game) -> None:
    if game.status != Game.Status.GATHERING:
        raise errors.NotGathering


def must_run(game: Game) -> None:
    if game.status == Game.Status.OVER:
        raise errors.GameOver
    if game.status != Game.Status.RUNNING:
        raise errors.NotRunning


def must_be_creator(game: Game, person: User) -> None:
    if game.creator_id != person.pk:
        raise errors.NotAllowed(why=_("Only who opened the table can do that."))
