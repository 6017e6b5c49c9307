"""A server that has run for years: many games, made by SQL in seconds."""

from django.db import connection

from games.models import Game

PEOPLE = 500

_PEOPLE = """
INSERT INTO accounts_user (password, is_superuser, handle, name, language, time_zone, is_bot,
    is_staff, is_active, created_at)
SELECT '', false, 'crowd' || n, '', 'en', 'UTC', false, false, true, now()
FROM generate_series(1, %(people)s) n"""

# Copies of one game that was really played, spread over people and years.
_GAMES = """
INSERT INTO games_game (key, link, name, "set", edition, deck, seats, direction, "join", language,
    talk, anonymous, rated, pace, start, fill_with_bots, closes_at, spectators, creator_id, status,
    created_at, started_at, ended_at, seq, revision, changed_at, rules_version, seed, commitment,
    state, to_move, result)
SELECT substr(md5(random()::text), 1, 16), substr(md5(random()::text), 1, 24),
    'Table no. ' || n || ' ' || md5(n::text),
    (ARRAY['oriflamme','ablaze','alliance','mixed'])[1 + n %% 4],
    edition, deck, seats, direction, (ARRAY['open','link'])[1 + n %% 2], language, talk,
    n %% 10 = 0, rated, pace, start, fill_with_bots, closes_at, n %% 3 > 0, creator_id, status,
    created_at - n * interval '10 min', started_at - n * interval '10 min',
    ended_at - n * interval '10 min', seq, revision, changed_at - n * interval '10 min',
    rules_version, seed, commitment, state, to_move, result
FROM games_game, generate_series(1, %(copies)s) n WHERE id = %(game)s RETURNING id"""

_SEATS = """
INSERT INTO games_seat (game_id, number, person_id, bot, stand_in, joined_at, agrees_to_end,
    talk_read, seen_seq, live)
SELECT g.id, number, people.ids[1 + (g.id * 7 + number) %% %(people)s], '', false, now(), false,
    0, 0, g.status IN ('gathering', 'running')
FROM games_game g, generate_series(0, g.seats - 1) number,
    (SELECT array_agg(id ORDER BY id) AS ids FROM accounts_user WHERE handle LIKE 'crowd%%') people
WHERE g.id > %(after)s AND (g.status <> 'gathering' OR number = 0)"""

_MOVES = """
INSERT INTO games_move (game_id, seq, seat, by_id, door, at, move, events)
SELECT g.id, m.seq, m.seat, m.by_id, m.door, m.at, m.move, m.events
FROM games_game g, games_move m
WHERE g.id > %(after)s AND m.game_id = %(model)s AND g.status = 'over' AND m.seq %% 20 = 0"""


def gather(models: dict[Game, int]) -> None:
    """So many copies of each game, with seats of a crowd, and statistics for the planner."""
    newest = Game.objects.order_by("-id")[0]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")  # years take more than 15 seconds
        cursor.execute(_PEOPLE, {"people": PEOPLE})
        for game, copies in models.items():
            cursor.execute(_GAMES, {"game": game.pk, "copies": copies})
        cursor.execute(_SEATS, {"after": newest.pk, "people": PEOPLE})
        over = next(game for game in models if game.status == "over")
        cursor.execute(_MOVES, {"after": newest.pk, "model": over.pk})
        cursor.execute(
            "INSERT INTO games_feed (game_id, kind, ref, at) "
            "SELECT id, 'moved', 1, now() FROM games_game"
        )
        cursor.execute(
            "INSERT INTO games_message (game_id, key, seat, text, at) SELECT id, n, n, 'hello', "
            "now() FROM games_game, generate_series(0, 2) n WHERE status = 'running'"
        )
        for table in (
            "accounts_user",
            "games_game",
            "games_seat",
            "games_move",
            "games_feed",
            "games_message",
        ):
            cursor.execute(f"ANALYZE {table}")
