"""Webhooks of one table: who may have one, and telling them what everybody may see.

No move waits for them: a sweep finds what they have not been told, and the dedupe key makes it
one telling, whoever sweeps how often.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.secret import Secret
from games import errors, kinds
from games.models import Feed
from games.models.rows import Parameters, fetch_all
from games.models.table import find_table, may_see
from notifications.models import Hook
from notifications.services import enqueue_for, hooks_of, make_hook

RECENT = timedelta(hours=1)
SWEEP_AT_ONCE = 200
# What all who watch a table are told. Talk is for those who sit there, as are invitations.
KINDS = [
    kind.value
    for kind in Feed.Kind
    if kind not in {Feed.Kind.CREATED, Feed.Kind.INVITED, Feed.Kind.TALK, Feed.Kind.TOURNAMENT}
]
TYPES = [f"table.{kind}" for kind in KINDS]

_UNTOLD = """
SELECT h.id, f.id, f.kind, g.key, g.name
FROM notifications_hook h
JOIN games_game g ON g.key = substr(h.subject, 6)
JOIN games_feed f ON f.game_id = g.id AND f.person_id IS NULL AND f.kind = ANY(%(kinds)s)
    AND f.at >= greatest(h.created_at, %(since)s)
    AND (h.types = '{}' OR 'table.' || f.kind = ANY(h.types))
WHERE h.state = 'active' AND h.subject LIKE 'game %%' AND NOT EXISTS (
    SELECT FROM notifications_notification n
    WHERE n.dedupe_key = %(kind)s || ' ' || h.id || ' ' || f.id)
ORDER BY f.id LIMIT %(limit)s"""


def may_hook(key: str, person: User) -> bool:
    """Whoever sits at a table, or has opened it and still sees it."""
    found = find_table(key, person.pk)
    if found is None:
        return False
    table = found[0]
    chair = table.chair_of(person.pk)
    if chair is not None:
        return not chair.resigned
    # What a desk alone looks on at is not for other ears.
    return table.creator_id == person.pk and may_see(table, person.pk, invited=False)


def hook_table(*, game_key: str, person: User, **wishes: Any) -> tuple[Hook, Secret[str] | None]:
    """A webhook that is told of one table what its spectators see, and its secret. `wishes`: what
    any webhook may be asked for."""
    _must(game_key, person)
    return make_hook(person=person, subject=f"game {game_key}", **wishes)


def own_hooks(*, game_key: str, person: User) -> list[Hook]:
    """One's own alone: whose the others are would tell who sits at an anonymous table."""
    _must(game_key, person)
    return [hook for hook in hooks_of(person) if hook.subject == f"game {game_key}"]


def _must(key: str, person: User) -> None:
    if find_table(key, person.pk) is None:
        raise errors.NotFound
    if not may_hook(key, person):
        raise errors.NotAllowed(why=_("Only who sits at a table may connect it elsewhere."))


def tell_hooks(since: timedelta = RECENT) -> int:
    """Promise to every table's webhook what it has not been told of the last hour."""
    facts: Parameters = {
        "kinds": KINDS,
        "since": moment.now() - since,
        "limit": SWEEP_AT_ONCE,
        "kind": kinds.AT_TABLE,
    }
    rows = fetch_all(_UNTOLD, facts)
    for hook, feed, kind, key, name in rows:
        _tell(hook, feed, kind, key, name)
    return len(rows)


def _tell(pk: int, feed: int, kind: str, key: str, name: str) -> None:
    tell_next(
        hook=pk,
        kind=kinds.AT_TABLE,
        subject=f"game {key}",
        feed=feed,
        type=f"table.{kind}",
        game=key,
        name=name,
    )


@transaction.atomic
def tell_next(*, hook: int, kind: str, subject: str, feed: int, **facts: str) -> None:
    """With the next number of this webhook. A table writes its rows one after the other, and they
    are read in their order: so numbers are in order, whenever each is delivered."""
    locked = Hook.objects.select_related("person").select_for_update(of=("self",), no_key=True)
    found = locked.filter(pk=hook).first()
    if found is None:
        return
    told = enqueue_for(
        hook=found,
        kind=kind,
        subject=subject,
        dedupe_key=f"{kind} {hook} {feed}",
        feed=feed,
        number=found.numbered + 1,
        **facts,
    )
    if told is not None:
        Hook.objects.filter(pk=hook).update(numbered=found.numbered + 1)
