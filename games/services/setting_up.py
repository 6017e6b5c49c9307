"""Whether a table can be set up as its creator wishes."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import LANGUAGES
from games import bots, engine, errors, pace
from games.models import Game

LONGEST_NAME = 60
LONGEST_WAIT = timedelta(days=60)


def check(game: Game) -> None:
    """Refuse with BadTable what cannot be; fix what follows from the seed."""
    _choose(game, "join", Game.Join.values)
    _choose(game, "talk", Game.Talk.values)
    _choose(game, "start", Game.Start.values)
    _choose(game, "pace", list(pace.PACES))
    _choose(game, "language", [code for code, _name in LANGUAGES])
    _choose(game, "set", list(engine.SETS))
    _choose(game, "edition", list(engine.EDITIONS))
    _choose(game, "fill_with", list(bots.BOTS))
    _choose(game, "direction", ["", *engine.DIRECTIONS])
    if not 1 <= len(game.name) <= LONGEST_NAME or not game.name.isprintable():
        _refuse("name", _("A table's name has 1 to {most} letters.").format(most=LONGEST_NAME))
    if not 2 <= game.seats <= 5:
        _refuse("seats", _("A table has 3 to 5 seats, or 2 for a duel."))
    if game.rated and game.seats == 2:
        _refuse("rated", _("A duel is never rated."))
    if game.rated and game.fill_with_bots:
        _refuse("rated", _("A rated game is between people: leave the bots out."))
    _check_times(game)
    try:
        # The seed is the game's own, so what can be dealt now can be dealt at the start.
        engine.deal(
            set=game.set,
            seats=game.seats,
            seed=bytes(game.seed),
            edition=game.edition,
            deck=game.deck,
            direction=game.direction or None,
        )
    except engine.BadDeal as error:
        raise errors.BadTable(field="deck", why=str(error)) from error
    game.commitment = engine.commitment(bytes(game.seed))


def _check_times(game: Game) -> None:
    if (game.start == Game.Start.AT) != (game.starts_at is not None):
        _refuse("starts_at", _("Give a time to start at if, and only if, the table starts at one."))
    if not timedelta(0) < game.closes_at - timezone.now() <= LONGEST_WAIT:
        field = "closes_at" if game.starts_at is None else "starts_at"
        _refuse(field, _("Choose a time in the next {days} days.").format(days=LONGEST_WAIT.days))


def _choose(game: Game, field: str, choices: list[str]) -> None:
    if getattr(game, field) not in choices:
        _refuse(
            field, _("Choose one of: {choices}.").format(choices=", ".join(filter(None, choices)))
        )


def _refuse(field: str, why: str) -> None:
    raise errors.BadTable(field=field, why=why)
