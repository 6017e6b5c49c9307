"""Which tables are closed to an app that somebody else has made than the person for whom it acts.

Its maker reads what it reads. Where players are named, a table is closed as soon as the human who
made the app has a seat there, by any account or bot of theirs, or had one. Where they are not, it
is closed whoever sits there: else its users would be told that the maker does, and the maker who
they are. When it is over, everything lies open to everybody.
"""

from collections.abc import Iterable

from games.models.rows import Parameters, fetch_all, fetch_one

# `{maker}`: the number of a human (accounts.models.User.human).
_THEIRS = """(SELECT u.id FROM accounts_user u
    WHERE u.id = {maker} OR u.owner_id = {maker} OR u.same_human_as_id = {maker})"""
_CLOSED = f"""(g.status <> 'over' AND (g.anonymous
    OR EXISTS (SELECT FROM games_seat h WHERE h.game_id = g.id AND h.person_id IN {_THEIRS})
    OR EXISTS (SELECT FROM games_formerplayer h
        WHERE h.game_id = g.id AND h.person_id IN {_THEIRS})))"""  # noqa: S608  made of constants
# Of lists: what is left out there.
OPEN = f"NOT {_CLOSED}".format(maker="%(maker)s")
_WHICH = f"""
SELECT g.key FROM games_game g WHERE g.key = ANY(%(keys)s)
AND {_CLOSED}""".format(maker="%(maker)s")  # noqa: S608  made of constants


_OF_PERSON = f"""
SELECT g.key FROM games_seat s JOIN games_game g ON g.id = s.game_id
WHERE s.person_id = %(person)s AND s.live AND {_CLOSED}""".format(maker="%(maker)s")  # noqa: S608
# Whoever sits there or did, by whatever account the app acted for.
_READ = f"""
SELECT EXISTS (
    SELECT FROM games_game g JOIN accounts_appreader r
        ON r.maker_id = ANY(%(accounts)s) AND r.until >= g.started_at
    JOIN accounts_user p ON p.id = r.person_id AND p.id <> ALL(%(own)s)
    WHERE g.id = %(game)s AND g.status = 'running'
        AND EXISTS (SELECT FROM (
            SELECT s.person_id FROM games_seat s WHERE s.game_id = g.id
            UNION ALL SELECT f.person_id FROM games_formerplayer f WHERE f.game_id = g.id) sat
            WHERE sat.person_id IN (p.id, p.same_human_as_id))
        AND NOT {_CLOSED})""".format(maker="r.maker_id")  # noqa: S608  made of constants


def closed(keys: Iterable[str], maker: int) -> set[str]:
    """Those of these tables, by their keys. Whoever has read something of them asks it afterwards:
    what is closed once stays so until the game is over."""
    return {key for (key,) in fetch_all(_WHICH, {"keys": [*keys], "maker": maker})}


def closed_of(person: int, maker: int) -> set[str]:
    """Those of the tables where somebody sits."""
    return {key for (key,) in fetch_all(_OF_PERSON, {"person": person, "maker": maker})}


def has_read(game: int, accounts: set[int], *, own: Iterable[int] = ()) -> bool:
    """Whether an app of one of these accounts could read what a seat of a running game knows that
    is none of their `own`. Not where the table was closed to it: who sat there from the deal on has
    read nothing."""
    facts: Parameters = {"game": game, "accounts": [*accounts], "own": [*accounts, *own]}
    return bool(fetch_one(_READ, facts)[0])
