"""A gathered table becomes a game: bots fill up, seats are drawn, cards are dealt."""

from accounts import moment
from games import engine, kinds, pace
from games.models import Feed, Game, Move, Seat
from games.models.dealing import by_place, contributions_of
from games.models.packing import pack
from games.models.table import Table
from games.services import clocks, telling
from games.services.entering import chairs, people
from games.services.sitting import chair_for


def least(game: Game | Table) -> int:
    """How many it takes: a duel is one of two from the first, not a larger table half empty."""
    return min(game.seats, 3)


def can_begin(game: Game | Table, seated: int) -> bool:
    return seated >= least(game) or (game.fill_with_bots and seated > 0)


def begin(game: Game) -> None:
    """Start a locked game with those who are there. Who sits where and all cards follow from its
    seed and from what the seats add to it."""
    now = moment.now()
    terms = pace.of(game.pace, game.own_pace)
    seats = chairs(game)
    if game.fill_with_bots:
        came = len(seats)
        for _empty in range(game.seats - came):
            seats.append(chair_for(game, seats, bot=game.fill_with))
        Seat.objects.bulk_create(seats[came:])
    if game.deal_scheme == engine.NEWEST_SCHEME:
        seats = by_place(seats)
    seed = game.seed.reveal()
    contributions = contributions_of(seats, seed, game.deal_scheme)
    draw = engine.chance(seed, contributions)
    seated = engine.seating(draw, len(seats), in_order=bool(game.tournament))
    for number, came in enumerate(seated):
        seats[came].number = number
        seats[came].bank = terms.bank
    Seat.objects.bulk_update(seats, ["number", "bank"])
    state = engine.deal(
        set=game.set,
        seats=len(seats),
        seed=seed,
        contributions=contributions,
        edition=game.edition,
        deck=game.deck,
        direction=game.direction or None,
        # By what was published with the commitment, whatever is newer by now.
        version=game.rules_version or engine.RULES_VERSION,
    )
    Move.objects.bulk_create(
        [Move(game=game, seq=0, door="engine", at=now, events=pack(engine.opening(state)))]
    )
    if contributions is not None:
        open_ones = {"deck": game.set == "mixed" and not game.deck, "direction": not game.direction}
        game.left_to_chance = [name for name, is_open in open_ones.items() if is_open]
    game.seats = len(seats)
    game.deck = list(state.deck) if game.set == "mixed" else None
    game.direction = state.direction
    game.status = Game.Status.RUNNING
    game.started_at = now
    game.rules_version = state.version
    game.state = engine.dump(state)
    game.to_move = engine.to_move(state)
    if game.together:
        game.asked_seq, game.asks_all = game.seq, len(people(seats)) > (not game.blind)
    game.save(
        update_fields=[
            *("seats", "deck", "direction", "status", "started_at"),
            *("rules_version", "state", "to_move", "left_to_chance", "asked_seq", "asks_all"),
        ]
    )
    clocks.restart(game, now)
    game.invitations.filter(state="open").update(state="withdrawn", mail_due_at=None)
    telling.changed(game, Feed.Kind.STARTED, at=now)
    telling.send_letter(kinds.GAME_BEGAN, game, people(seats))
    if next(seat for seat in seats if seat.number == game.to_move).bot:
        telling.wake_bots(game.key)
