"""What was said, for one of those to whom it was said."""

from datetime import UTC, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Relation, User
from games import errors
from games.models import Message, Mute, Seat, apps
from games.models.rows import fetch_all
from games.models.table import Table
from games.selectors import people
from games.selectors.tables import Found, find_game
from games.types import Message as Said
from games.types import Player

MOST = 200
# Of these people one gets no letters.
UNWANTED = [Relation.Kind.MUTE, Relation.Kind.BLOCK]


def talk(*, key: str, viewer: User, after: str | None = None, limit: int = MOST) -> list[Said]:
    """Messages to the table and private ones of the viewer's own, oldest first; `after`: those
    that follow the message of that key. NotAtTable for who does not play."""
    found = find_game(key, viewer)
    if found.table.seat_of(found.viewer) is None:
        raise errors.NotAtTable
    return messages(found, after=after, limit=limit)


def messages(
    found: Found,
    *,
    after: str | None = None,
    since: datetime | None = None,
    limit: int = MOST,
) -> list[Said]:
    """None at all for a spectator: players talk among themselves."""
    table = found.table
    seat = table.seat_of(found.viewer)
    chair = table.chair_of(found.viewer)
    if seat is None or chair is None:
        return []
    muted = Mute.objects.filter(game=table.id, person=found.viewer, seat=OuterRef("seat"))
    # Private letters from before the viewer took the seat over are its former player's.
    own_time = Q(at__gte=datetime.fromtimestamp(chair.joined, tz=UTC))
    to_me = own_time & Q(to_seat=seat)
    if not table.hides_players():  # there it would tell whose letters these are
        to_me &= Q(~Exists(_of_unwanted(found.viewer)))
    rows = Message.objects.filter(
        Q(to_seat=None) | to_me | own_time & Q(seat=seat), ~Exists(muted), game=table.id
    )
    if after is not None:
        read = rows.filter(key=after).values_list("pk", flat=True).first()
        if read is None:
            raise errors.BadCursor
        rows = rows.filter(pk__gt=read)
    if since is not None:
        rows = rows.filter(at__gte=since)
    return [
        {
            "id": row.key,
            "at": row.at,
            "seat": row.seat,
            "player": _writer(table, row, found.viewer),
            "to_seat": row.to_seat,
            "text": row.text,
            "unread": row.seat != seat and row.pk > chair.talk_read,
        }
        for row in rows.order_by("pk")[: min(limit, MOST)]
    ]


def _writer(table: Table, row: Message, viewer: int | None) -> Player | None:
    """Who wrote it; None too for a player whose seat somebody else has taken over since."""
    chair = table.chairs[row.seat]
    if row.at.timestamp() < chair.joined:
        return None
    return people.player(table, chair, viewer)


def _of_unwanted(viewer: int | None) -> QuerySet[Seat]:
    """The writer's seat, if the viewer has muted or blocked that person everywhere."""
    unwanted = Relation.objects.filter(person=viewer, kind__in=UNWANTED).values("other")
    return Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat"), person__in=unwanted)


_UNREAD = """
SELECT g.key, count(*) FROM games_seat s JOIN games_game g ON g.id = s.game_id
JOIN games_message m ON m.game_id = s.game_id AND m.id > s.talk_read
WHERE s.person_id = %(viewer)s AND s.live AND s.resigned_at IS NULL AND m.seat <> s.number
    AND (m.to_seat IS NULL OR m.to_seat = s.number AND m.at >= s.joined_at)
    AND NOT EXISTS (SELECT FROM games_mute x
                    WHERE x.game_id = s.game_id AND x.person_id = s.person_id AND x.seat = m.seat)
    AND (m.to_seat IS NULL OR g.anonymous OR NOT EXISTS (
        SELECT FROM games_seat w JOIN accounts_relation r ON r.other_id = w.person_id
            AND r.person_id = s.person_id AND r.kind IN ('mute', 'block')
        WHERE w.game_id = m.game_id AND w.number = m.seat))
    {open}
GROUP BY g.key"""


def unread(viewer: User, *, maker: int | None = None) -> dict[str, int]:
    """How many messages wait to be read at each table that the viewer plays at, but for those that
    are closed to an app of that maker's: one query."""
    sql = _UNREAD.format(open="" if maker is None else f"AND {apps.OPEN}")
    return dict(fetch_all(sql, {"viewer": viewer.pk, "maker": maker}))
