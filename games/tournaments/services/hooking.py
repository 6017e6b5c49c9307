"""Webhooks of one tournament: of what everybody who follows it may see, at its tables too.

As with those of tables a sweep finds what they have not been told, and the dedupe key makes it one
telling (`games.services.hooking`).
"""

from datetime import timedelta
from typing import Any

from accounts import moment
from accounts.models import User
from accounts.secret import Secret
from games.models import Feed
from games.models.rows import Parameters, fetch_all
from games.services import hooking
from games.tournaments import errors
from games.tournaments.models import Tournament
from notifications.models import Hook
from notifications.services import hooks_of, make_hook

IN_TOURNAMENT = "in tournament"
CHANGED = "tournament.changed"
TYPES = [CHANGED, *hooking.TYPES]
RECENT = timedelta(hours=1)
AT_ONCE = 200

# What happened in it, and what spectators see at its tables. The last hour is read once, however
# many webhooks there are.
_UNTOLD = """
SELECT h.id, f.id, f.kind, substr(h.subject, 12), coalesce(g.key, '')
FROM games_feed f
LEFT JOIN games_game g ON g.id = f.game_id
JOIN notifications_hook h ON h.state = 'active' AND h.subject <> ''
    AND h.subject = 'tournament ' || coalesce(g.tournament, f.tournament)
WHERE f.person_id IS NULL AND f.at >= %(since)s AND f.at >= h.created_at
    AND (f.kind = 'tournament' OR f.kind = ANY(%(kinds)s) AND g.spectators)
    AND (h.types = '{}' OR CASE WHEN f.kind = 'tournament' THEN %(changed)s
        ELSE 'table.' || f.kind END = ANY(h.types))
    AND NOT EXISTS (SELECT FROM notifications_notification n
        WHERE n.dedupe_key = %(kind)s || ' ' || h.id || ' ' || f.id)
ORDER BY f.id LIMIT %(limit)s"""


def hook_tournament(*, key: str, person: User, **wishes: Any) -> tuple[Hook, Secret[str] | None]:
    """A webhook that is told of one tournament, and its secret. For whoever may look."""
    _must_be(key)
    return make_hook(person=person, subject=f"tournament {key}", **wishes)


def own_hooks(*, key: str, person: User) -> list[Hook]:
    _must_be(key)
    return [hook for hook in hooks_of(person) if hook.tournament == key]


def _must_be(key: str) -> None:
    if not Tournament.objects.filter(key=key).exists():
        raise errors.NotFound


def tell_hooks() -> int:
    """Promise to every tournament's webhook what it has not been told of the last hour."""
    if not Hook.objects.filter(state="active", subject__startswith="tournament ").exists():
        return 0
    facts: Parameters = {
        "kinds": hooking.KINDS,
        "changed": CHANGED,
        "since": moment.now() - RECENT,
        "limit": AT_ONCE,
        "kind": IN_TOURNAMENT,
    }
    rows = fetch_all(_UNTOLD, facts)
    for hook, feed, kind, key, game in rows:
        hooking.tell_next(
            hook=hook,
            kind=IN_TOURNAMENT,
            subject=f"tournament {key}",
            feed=feed,
            type=CHANGED if kind == Feed.Kind.TOURNAMENT else f"table.{kind}",
            tournament=key,
            game=game,
        )
    return len(rows)
