"""How a table is set up, and whether it can be as its creator wishes."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Required, TypedDict

from django.utils.translation import gettext as _

from accounts import moment
from accounts.lookalikes import clean_name
from accounts.models import LANGUAGES, User
from games import bots, engine, errors, pace
from games.models import Game

LONGEST_NAME = 60
LONGEST_WAIT = timedelta(days=60)
# Without a time at which it closes a table waits so long.
USUAL_WAIT = timedelta(days=7)


class Agreed(TypedDict, total=False):
    """What holds for a table whoever sits there: said of one that is opened, or of many at once.
    What is left out is as usual."""

    set: Required[str]
    edition: str
    deck: list[str] | None
    direction: str
    language: str | None
    talk: str
    rated: bool
    pace: str | Mapping[str, object]
    together: bool
    blind: bool
    stand_in: str
    closes_at: datetime | None


def draft(agreed: Agreed, *, creator: User, name: str, seats: int, **more: Any) -> Game:
    """The table as it is wished for, neither checked nor saved. `more`: fields of Game."""
    own = agreed.get("pace", pace.DEFAULT)
    deck = agreed.get("deck")
    return Game(
        creator=creator,
        name=" ".join(name.split()),
        seats=seats,
        set=agreed["set"],
        edition=agreed.get("edition", "uk"),
        deck=sorted(deck) if deck else None,
        direction=agreed.get("direction", ""),
        language=agreed.get("language") or creator.language,
        talk=agreed.get("talk", Game.Talk.TABLE),
        rated=agreed.get("rated", False),
        pace=own if isinstance(own, str) else pace.OWN,
        own_pace=None if isinstance(own, str) else dict(own),
        together=agreed.get("together", False),
        blind=agreed.get("blind", False),
        stand_in=agreed.get("stand_in", bots.STAND_IN),
        closes_at=agreed.get("closes_at") or moment.now() + USUAL_WAIT,
        **more,
    )


def check(game: Game) -> None:
    """Refuse with BadTable what cannot be; fix what follows from the seed."""
    _choose(game, "join", Game.Join.values)
    _choose(game, "talk", Game.Talk.values)
    _choose(game, "start", Game.Start.values)
    _check_pace(game)
    _choose(game, "stand_in", list(bots.QUICK))
    _choose(game, "language", [code for code, _name in LANGUAGES])
    _choose(game, "set", list(engine.SETS))
    _choose(game, "edition", list(engine.EDITIONS))
    _choose(game, "fill_with", list(bots.BOTS))
    _choose(game, "direction", ["", *engine.DIRECTIONS])
    game.name = clean_name(game.name)
    if not 1 <= len(game.name) <= LONGEST_NAME:
        _refuse("name", _("A table's name has 1 to {most} letters.").format(most=LONGEST_NAME))
    if not 2 <= game.seats <= 5:
        _refuse("seats", _("A table has 3 to 5 seats, or 2 for a duel."))
    if game.rated and game.seats == 2:
        _refuse("rated", _("A duel is never rated."))
    if game.rated and game.fill_with_bots:
        _refuse("rated", _("A rated game is between people: leave the bots out."))
    if game.blind and not game.together:
        _refuse("blind", _("Only a table that asks everybody at once can play blind."))
    if game.start == Game.Start.ASKED and (game.join != Game.Join.INVITATION or game.anonymous):
        _refuse(
            "start",
            _(
                "A table that begins when all who are asked have come is for people who are "
                "invited, and shows who plays."
            ),
        )
    _check_times(game)
    try:
        # Whatever is drawn at the start, what can be dealt now can be dealt then.
        engine.deal(
            set=game.set,
            seats=game.seats,
            seed=game.seed.reveal(),
            edition=game.edition,
            deck=game.deck,
            direction=game.direction or None,
            version=engine.RULES_VERSION,
        )
    except engine.BadDeal as error:
        raise errors.BadTable(field="deck", why=str(error)) from error
    game.rules_version = engine.RULES_VERSION
    game.deal_scheme = engine.NEWEST_SCHEME
    game.commitment = engine.commitment(game.seed.reveal(), game.deal_scheme)


def _check_pace(game: Game) -> None:
    if game.own_pace is None:
        _choose(game, "pace", list(pace.PACES))
    try:
        terms = pace.of(game.pace, game.own_pace)
        pace.check(terms, game.seats, rated=game.rated, together=game.together)
    except pace.BadPace as bad:
        _refuse("pace", _why(bad))
    if game.own_pace is not None:
        game.own_pace = pace.write(terms)


def _why(bad: pace.BadPace) -> str:
    said = {
        "unknown": _("A pace has no “{field}”."),
        "missing": _("A pace needs “{field}”."),
        "range": _("“{field}” is a number from {least} to {most}."),
        "rated": _("At a rated table “{field}” is {least} at least."),
        "cap": _("The cap of a bank cannot be less than what it begins with."),
        "choice": _("“{field}” is one of: {choices}."),
        "order": _("Reminders are at most {most} numbers, the smaller ones first."),
        "endless": _(
            "A game of this pace could take {days} days if everybody used all their time, and the "
            "most is {most}. Give less time for a decision, or take fewer seats."
        ),
    }[bad.why]
    return said.format(field=bad.field, **bad.facts)


def _check_times(game: Game) -> None:
    if (game.start == Game.Start.AT) != (game.starts_at is not None):
        _refuse("starts_at", _("Give a time to start at if, and only if, the table starts at one."))
    if not timedelta(0) < game.closes_at - moment.now() <= LONGEST_WAIT:
        field = "closes_at" if game.starts_at is None else "starts_at"
        _refuse(field, _("Choose a time in the next {days} days.").format(days=LONGEST_WAIT.days))


def _choose(game: Game, field: str, choices: list[str]) -> None:
    if getattr(game, field) not in choices:
        _refuse(
            field, _("Choose one of: {choices}.").format(choices=", ".join(filter(None, choices)))
        )


def _refuse(field: str, why: str) -> None:
    raise errors.BadTable(field=field, why=why)
