"""A table for one person, to learn at: bots take all other seats and it begins at once."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors
from games.bots import STAND_IN
from games.models import Game, Move, Seat
from games.pace import PACES
from games.services import telling
from games.services.beginning import begin
from games.services.bots import let_bots_move
from games.services.entering import enter, own_chair
from games.services.lobby import create_game
from games.services.playing import Played, play
from games.services.sitting import read_contribution

# Tables that one person may practise at at a time: each may make bots think.
MOST = 10
# Nobody waits here but bots.
SLOWEST = max(PACES.values(), key=lambda pace: pace.seconds_per_move).name


@transaction.atomic
def practise(
    *,
    person: User,
    set: str,
    seats: int = 4,
    bot: str = STAND_IN,
    edition: str = "uk",
    deck: list[str] | None = None,
    direction: str = "",
    contribution: str = "",
) -> Game:
    """Begin a game against bots of one kind: unrated, and nobody else sees it."""
    # Two requests at once must not both fit.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if _running(person) >= MOST:
        raise errors.NotAllowed(
            why=_(
                "You practise at {most} tables. Play one to its end first, or resign there."
            ).format(most=MOST)
        )
    game = create_game(
        person=person,
        name=_("Practice"),
        set=set,
        seats=seats,
        edition=edition,
        deck=deck,
        direction=direction,
        join="invitation",
        talk="none",
        pace=SLOWEST,
        start="creator",
        fill_with=bot,
        spectators=False,
        practice=True,
    )
    added = read_contribution(contribution)
    if added is not None:
        Seat.objects.filter(game=game).update(contribution=added)
    begin(game)  # nobody else can know of it yet: it needs no lock
    return game


@transaction.atomic
def show_to_others(*, game_key: str, person: User) -> None:
    """Of a game that is over and that nobody else has played: whoever has its link may see it."""
    game = enter(game_key, person)
    own_chair(game, person)
    if game.status != Game.Status.OVER:
        raise errors.NotAllowed(why=_("That is open when the game is over."))
    others = game.chairs.filter(person__isnull=False).exclude(person=person)
    if game.tournament or others.exists() or game.former_players.exists():
        raise errors.NotAllowed(
            why=_("Others have played here, and were told that nobody looks on.")
        )
    if not game.spectators:
        Game.objects.filter(pk=game.pk).update(spectators=True)
        telling.changed(game)


def practice_of(person: User) -> Game | None:
    """The table that this person began to practise at last, if it is not over."""
    seat = _seats(person).select_related("game").order_by("-pk").first()
    return seat.game if seat else None


def bots_answer(*, game_key: str) -> None:
    """Those that need not think answer here and now; a worker goes on from there."""
    let_bots_move(game_key=game_key)
    telling.wake_bots(game_key)


def play_and_let_answer(*, game_key: str, person: User, seq: int, moves: Sequence[str]) -> Played:
    """As `play` by the page. Where nobody else plays, who has moved sees at once what came of it:
    no worker is waited for."""
    played = play(
        game_key=game_key, person=person, seq=seq, moves=moves, door=Move.Door.PAGE, wake=False
    )
    table = played.table
    if not table.is_over and table.to_move != played.seat:
        if all(chair.person in {None, person.pk} for chair in table.chairs):
            let_bots_move(game_key=game_key)
        telling.wake_bots(game_key)
    return played


def _running(person: User) -> int:
    return _seats(person).count()


def _seats(person: User) -> QuerySet[Seat]:
    others = Seat.objects.filter(game=OuterRef("game_id"), person__isnull=False)
    own = Seat.objects.filter(
        person=person,
        live=True,
        resigned_at=None,
        game__status=Game.Status.RUNNING,
        game__fill_with_bots=True,
    )
    return own.filter(~Exists(others.exclude(person=person)))
