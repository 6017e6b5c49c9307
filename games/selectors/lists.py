"""Tables in lists: open to join, mine, to watch, over. A page is one query, a later page two."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from games import errors
from games.models import Game, apps, replica
from games.models.rows import Parameters, Value, fetch_all
from games.models.table import APART, OF_LISTS, Table, find_table, read_table
from games.selectors import people
from games.selectors.times import minute_from, to_the_minute
from games.types import GameSummary as Summary

PAGE = 50

# Whoever may not meet the one who has asked people to a table does not hear of it.
_MAY_BE_ASKED = """NOT (g.start = 'asked' AND EXISTS (
    SELECT FROM accounts_relation r WHERE r.kind = 'block'
        AND (r.person_id = g.creator_id AND r.other_id = %(viewer)s
            OR r.person_id = %(viewer)s AND r.other_id = g.creator_id)))"""
_MAY_MEET = f"NOT {APART.format(viewer='%(viewer)s::bigint')}"

# Each list: which tables, the seat or invitation that leads to them, and their order.
_LISTS = {
    "open": (
        "games_game g",
        f"""g.status = 'gathering' AND g."join" = 'open' AND {_MAY_MEET}
        AND g.seats > (SELECT count(*) FROM games_seat s WHERE s.game_id = g.id)""",  # noqa: S608
    ),
    "invited": (
        "games_game g JOIN games_invitation i ON i.game_id = g.id",
        f"i.person_id = %(viewer)s AND i.state = 'open' AND g.status IN ('gathering', 'running') "
        f"AND {_MAY_MEET} AND {_MAY_BE_ASKED}",
    ),
    "opened": (
        "games_game g",
        "g.creator_id = %(viewer)s AND g.status = 'gathering'",
    ),
    "to_take_over": (
        "games_game g",
        f"""g.id IN (SELECT o.game_id FROM games_seat o WHERE o.offered)
        AND g.status = 'running' AND g.spectators AND {_MAY_MEET}""",  # noqa: S608
    ),
    "mine": (
        "games_game g JOIN games_seat m ON m.game_id = g.id",
        "m.person_id = %(viewer)s AND m.live AND m.resigned_at IS NULL",
    ),
    "mine_over": (
        "games_game g JOIN games_seat m ON m.game_id = g.id",
        "m.person_id = %(viewer)s AND g.status = 'over'",
    ),
    "running": ("games_game g", "g.status = 'running' AND g.spectators"),
    "over": ("games_game g", "g.status = 'over' AND g.spectators"),
}
_BY_END = ("g.ended_at DESC, g.id DESC", "(g.ended_at, g.id) < (%(ended_at)s, %(id)s)")
_ORDER = {
    "over": _BY_END,
    "mine_over": _BY_END,
    "mine": ("m.game_id DESC", "m.game_id < %(id)s"),
}
_NEWEST_FIRST = ("g.id DESC", "g.id < %(id)s")

# What is over is looked for by its end, anything else by its opening.
_OVER = {"over", "mine_over"}
_FILTERS = {
    "status": "g.status = %(status)s",
    "set": 'g."set" = %(set)s',
    "edition": "g.edition = %(edition)s",
    "seats": "g.seats = %(seats)s",
    "language": "g.language = %(language)s",
    "pace": "g.pace = %(pace)s",
    "talk": "g.talk = %(talk)s",
    "rated": "g.rated = %(rated)s",
    "anonymous": "g.anonymous = %(anonymous)s",
    "since": "{moment} >= %(since)s",
    "until": "{moment} < %(until)s",
    "tournament": "g.tournament = %(tournament)s",
    "ids": "g.key = ANY(%(ids)s)",
    "search": "upper(g.name) LIKE upper(%(search)s)",
    # Where players are hidden, finding a table by its players would show them.
    "player": """(NOT g.anonymous OR g.status = 'over') AND g.id IN (
        SELECT p.game_id FROM games_seat p JOIN accounts_user u ON u.id = p.person_id
        WHERE lower(u.handle) = lower(%(player)s) AND u.erased_at IS NULL)""",
    # Through whose app it is asked, where somebody else has made it.
    "maker": apps.OPEN,
}


def list_games(
    *,
    which: str,
    viewer: User | None,
    after: str | None = None,
    limit: int = PAGE,
    **filters: Value,
) -> tuple[list[Summary], str | None]:
    """A page of a list and the cursor of the next one, None at the end.

    which: open, to_take_over, running, over – for everybody; mine (not over yet), mine_over,
    opened (and waiting still), invited – for the viewer. filters: set, edition, seats, language,
    pace, talk, rated, anonymous, status, search (a part of the name), player (a handle), since and
    until (moments), maker (what is closed to their apps is left out); None filters nothing.
    """
    if viewer is None:
        return replica.read(lambda: _page(which, None, after, limit, filters))
    return _page(which, viewer, after, limit, filters)


def _page(
    which: str, viewer: User | None, after: str | None, limit: int, filters: Mapping[str, Value]
) -> tuple[list[Summary], str | None]:
    wanted = {name: value for name, value in filters.items() if value is not None}
    person = viewer.pk if viewer else None
    facts: Parameters = {**wanted, "viewer": person, "limit": limit + 1} | whole_minutes(wanted)
    if "search" in wanted:
        facts["search"] = f"%{_literally(str(wanted['search']))}%"
    if after is not None:
        facts |= position(which, after, viewer, wanted.get("maker"))
    tables = [
        read_table(row)
        for row in fetch_all(page_sql(which, wanted, later=after is not None), facts)
    ]
    more = len(tables) > limit
    tables = tables[:limit]
    return [summary(table, person) for table in tables], tables[-1].key if more else None


_BY_ID = f"SELECT {OF_LISTS} FROM games_game g WHERE g.id = ANY(%s) ORDER BY g.id"  # noqa: S608


def summaries(games: Iterable[Game], viewer: User) -> list[Summary]:
    """Tables that the viewer has just opened, in the order in which they were."""
    rows = fetch_all(_BY_ID, [[game.pk for game in games]])
    return [summary(read_table(row), viewer.pk) for row in rows]


def whole_minutes(wanted: Mapping[str, Value]) -> Parameters:
    """The bounds of time among the filters: as the end of a game is shown to the minute, they are
    held against that and tell no seconds."""
    return {
        name: minute_from(at)
        for name in ("since", "until")
        if isinstance(at := wanted.get(name), datetime)
    }


def last_opened(person: User) -> Game | None:
    """The table that this person opened last for others to join."""
    asked = (Game.Join.OPEN, Game.Join.LINK)
    mine = Game.objects.filter(creator=person, join__in=asked, tournament="")
    return mine.only("set", "seats", "pace").order_by("-pk").first()


def filtered(which: str, filters: Iterable[str]) -> list[str]:
    """The conditions of these filters on a list."""
    moment = "g.ended_at" if which in _OVER else "g.created_at"
    return [_FILTERS[name].replace("{moment}", moment) for name in filters]


def page_sql(which: str, filters: Iterable[str], *, later: bool) -> str:
    source, condition = _LISTS[which]
    order, behind = _ORDER.get(which, _NEWEST_FIRST)
    conditions = [condition, *filtered(which, filters), *([behind] if later else [])]
    return (
        f"SELECT {OF_LISTS} FROM {source} WHERE {' AND '.join(conditions)} "  # noqa: S608
        f"ORDER BY {order} LIMIT %(limit)s"
    )


def position(which: str, after: str, viewer: User | None, maker: Value = None) -> Parameters:
    """A cursor is the key of the last table shown: nothing that its reader does not have. An app
    has been shown none that is closed to it, and learns of none whether its user may see it."""
    found = find_table(after, viewer.pk if viewer else None)
    if isinstance(maker, int) and apps.closed([after], maker):
        raise errors.BadCursor
    if found is None or (which in _OVER and found[0].ended_at is None):  # of another list
        raise errors.BadCursor
    return {"id": found[0].id, "ended_at": found[0].ended_at}


def _literally(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def summary(table: Table, viewer: int | None) -> Summary:
    """What a list shows of a table: nothing that depends on cards."""
    you = table.seat_of(viewer)
    gathers = table.status == "gathering"
    return {
        "id": table.key,
        "name": table.name,
        "status": table.status,
        "set": table.set,
        "edition": table.edition,
        "deck": table.deck,
        "seats_wanted": table.seats,
        "seats_taken": len(table.chairs),
        "join": table.join,
        "language": table.language,
        "talk": table.talk,
        "anonymous": table.anonymous,
        "rated": table.rated,
        "pace": table.pace,
        "together": table.together,
        "blind": table.blind,
        "min_conduct": table.min_conduct,
        "start": table.start,
        "starts_at": table.starts_at,
        "closes_at": table.closes_at if gathers else None,
        "fill_with_bots": table.fill_with_bots,
        "fill_with": table.fill_with if table.fill_with_bots else None,
        "spectators": table.spectators,
        "creator": people.creator(table, viewer),
        "players": [people.player(table, chair, viewer) for chair in table.chairs],
        "created_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": to_the_minute(table.ended_at),
        "seq": table.seq,
        "you": you,
        "to_move": None if table.asks_all else table.to_move,
        "deadline": people.deadline(table, viewer),
        "paused": table.paused_at is not None,
        "seats_offered": [
            chair.number for chair in table.chairs if chair.offered and chair.number is not None
        ],
        "result": table.result,
    }
