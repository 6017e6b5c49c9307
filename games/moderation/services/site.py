"""Word to everybody, clocks that stand still, and the site closed for maintenance.

PostgreSQL knows all of it. So that no page pays for it, what holds now is copied to the cache:
after each change, and by a task every minute in case the cache has forgotten.
"""

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import staff as deeds
from games import services
from games.models import Standstill
from games.moderation.models import Announcement, Closure
from games.moderation.notices import KEY, forget_own_copy


def publish() -> None:
    """Put into the cache what all pages tell from now on."""
    words = Announcement.objects.filter(until__gt=moment.now()).order_by("since", "pk")
    said: dict[str, object] = {
        "closed": Closure.objects.filter(ended_at=None).exists(),
        "still": services.stand_still(moment.now()),
        "words": [
            {
                "since": one.since.timestamp(),
                "until": one.until.timestamp(),
                "text": one.texts,
            }
            for one in words
        ],
    }
    cache.set(KEY, said, timeout=None)
    forget_own_copy()


@transaction.atomic
def stop_clocks(*, staff: User, note: str) -> None:
    """Nobody's time passes; whoever wants to, plays on."""
    _must_say_why(note)
    if Standstill.objects.select_for_update().filter(until=None).exists():
        raise ValidationError(_("The clocks stand still already."), code="stopped")
    services.stop_clocks(note=note.strip()[:200])
    deeds.note_work(staff=staff, what=f"stopped the clocks: {note.strip()}")
    transaction.on_commit(publish)


@transaction.atomic
def run_clocks(*, staff: User, note: str) -> None:
    _must_say_why(note)
    if Closure.objects.filter(ended_at=None).exists():
        raise ValidationError(_("Open the site first; then the clocks run."), code="closed")
    services.run_clocks()
    deeds.note_work(staff=staff, what=f"let the clocks run: {note.strip()}")
    transaction.on_commit(publish)


@transaction.atomic
def close_site(*, staff: User, note: str) -> Closure:
    """Answer nobody but staff, and let no time pass, until it is opened again."""
    _must_say_why(note)
    if Closure.objects.filter(ended_at=None).exists():
        raise ValidationError(_("The site is closed already."), code="closed")
    still = services.stop_clocks(note=note.strip()[:200])
    closure = Closure.objects.create(by=staff, note=note.strip()[:200], standstill=still)
    deeds.note_work(staff=staff, what=f"closed the site: {note.strip()}")
    transaction.on_commit(publish)
    return closure


@transaction.atomic
def open_site(*, staff: User, note: str) -> None:
    """The clocks go on too, unless they were stopped by themselves besides."""
    _must_say_why(note)
    closure = Closure.objects.select_for_update().filter(ended_at=None).first()
    if closure is None:
        raise ValidationError(_("The site is open."), code="open")
    now = moment.now()
    closure.ended_at = now
    closure.save(update_fields=["ended_at"])
    Standstill.objects.filter(pk=closure.standstill_id, until=None).update(until=now)
    deeds.note_work(staff=staff, what=f"opened the site: {note.strip()}")
    transaction.on_commit(publish)


def _must_say_why(note: str) -> None:
    if not note.strip():
        raise ValidationError(_("Say why. The reason stays in the trail."), code="no_reason")
