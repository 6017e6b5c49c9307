"""A gathered table becomes a game: bots fill up, seats are drawn, cards are dealt."""

from accounts import moment
from games import engine, kinds, pace
from games.engine.shuffle import Stream
from games.models import Feed, Game, Move, Seat
from games.models.packing import pack
from games.models.table import Table
from games.services import clocks, telling
from games.services.entering import chairs, people


def least(game: Game | Table) -> int:
    """How many it takes: a duel is one of two from the first, not a larger table half empty."""
    return min(game.seats, 3)


def can_begin(game: Game | Table, seated: int) -> bool:
    return seated >= least(game) or (game.fill_with_bots and seated > 0)


def _seating(game: Game, seats: int) -> list[int]:
    """Who of those who came sits where. Whoever knows the seed can check it."""
    if game.tournament:
        # Who came first places first; the seed has drawn which seat that is.
        first = Stream(bytes(game.seed), "first").below(seats)
        return [(number - first) % seats for number in range(seats)]
    # The order of coming is shuffled as a deck is.
    drawn = Stream(bytes(game.seed), "seating").shuffled([str(n) for n in range(seats)])
    return [int(came) for came in drawn]


def begin(game: Game) -> None:
    """Start a locked game with those who are there. All its cards follow from its seed."""
    now = moment.now()
    terms = pace.of(game.pace, game.own_pace)
    seats = chairs(game)
    if game.fill_with_bots:
        empty = game.seats - len(seats)
        seats += Seat.objects.bulk_create(
            [Seat(game=game, bot=game.fill_with) for _ in range(empty)]
        )
    for number, came in enumerate(_seating(game, len(seats))):
        seats[came].number = number
        seats[came].bank = terms.bank
    Seat.objects.bulk_update(seats, ["number", "bank"])
    state = engine.deal(
        set=game.set,
        seats=len(seats),
        seed=bytes(game.seed),
        edition=game.edition,
        deck=game.deck,
        direction=game.direction or None,
        # By what was published with the commitment, whatever is newer by now.
        version=game.rules_version or engine.RULES_VERSION,
    )
    Move.objects.bulk_create(
        [Move(game=game, seq=0, door="engine", at=now, events=pack(engine.opening(state)))]
    )
    game.seats = len(seats)
    game.deck = list(state.deck) if game.set == "mixed" else None
    game.direction = state.direction
    game.status = Game.Status.RUNNING
    game.started_at = now
    game.rules_version = state.version
    game.state = engine.dump(state)
    game.to_move = engine.to_move(state)
    game.save(
        update_fields=[
            *("seats", "deck", "direction", "status", "started_at"),
            *("rules_version", "state", "to_move"),
        ]
    )
    clocks.restart(game, now)
    game.invitations.filter(state="open").update(state="withdrawn", mail_due_at=None)
    telling.changed(game, Feed.Kind.STARTED, at=now)
    telling.send_letter(kinds.GAME_BEGAN, game, people(seats))
    if next(seat for seat in seats if seat.number == game.to_move).bot:
        telling.wake_bots(game.key)
