"""All that waits for one person, most urgent first."""

from contextlib import suppress

from accounts.models import User
from accounts.secret import Secret
from games import engine, errors
from games.engine import words
from games.engine.types import known
from games.models import apps
from games.models.position import read_position
from games.models.rows import Parameters, fetch_all
from games.models.table import OF_LISTS, Table, read_table
from games.selectors import people, plans
from games.selectors.lists import summary
from games.selectors.times import to_the_minute
from games.types import Turn

MOST = 100

TURNS = f"""
SELECT g.state, {OF_LISTS} FROM games_seat m
JOIN games_game g ON g.id = m.game_id AND (g.to_move = m.number OR g.asks_all)
WHERE m.person_id = %(viewer)s AND m.live AND m.bot = '' AND g.status = 'running'
    AND NOT (g.asks_all AND EXISTS (SELECT FROM games_orderlist o WHERE o.game_id = g.id
        AND o.person_id = m.person_id AND o.answered_seq = g.asked_seq))
    AND g.rules_version = ANY(%(versions)s) {{open}}
ORDER BY g.deadline NULLS LAST, g.changed_at, g.id LIMIT %(limit)s"""  # noqa: S608  made of constants


def turns(*, viewer: User, lang: str, limit: int = MOST, maker: int | None = None) -> list[Turn]:
    """The games in which the viewer decides now, or is asked with all others, each with what is
    asked – but for those that are closed to an app of that maker's. One query."""
    facts: Parameters = {
        "viewer": viewer.pk,
        "versions": [*engine.VERSIONS],
        "limit": min(limit, MOST),
        "maker": maker,
    }
    rows = fetch_all(TURNS.format(open="" if maker is None else f"AND {apps.OPEN}"), facts)
    found = []
    for text, *columns in rows:
        with suppress(errors.UnreadableGame):
            found.append(_turn(read_table(columns), text, viewer.pk, lang))
    return found


def _turn(table: Table, text: str, viewer: int, lang: str) -> Turn:
    view = engine.view(read_position(table.key, Secret(text)), table.seat_of(viewer))
    question = plans.question(view) if table.asks_all else known(view["question"])
    return {
        **summary(table, viewer),
        "round": view["round"],
        "rounds": view["rounds"],
        "phase": view["phase"],
        "waiting_since": to_the_minute(table.changed_at),
        "question": {
            "seat": question["seat"],
            "kind": question["kind"],
            "slot": question["slot"],
            "asks": plans.asks(view, lang, blind=table.blind)
            if table.asks_all
            else words.ask(question, lang, question["seat"], people.names(table)),
        },
    }
