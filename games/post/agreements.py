"""What a person and a table agree on by mail: read and changed here alone."""

from datetime import datetime

from django.db import transaction

from accounts import moment
from accounts.models import User
from games import kinds
from games.models import Correspondence, Game
from games.post.tokens import Right
from notifications.services import enqueue


def find(game_id: int, person_id: int) -> Correspondence:
    """The agreement, or the usual one, not yet stored."""
    found = Correspondence.objects.filter(game_id=game_id, person_id=person_id).first()
    return found or Correspondence(game_id=game_id, person_id=person_id)


def change(key: str, person_id: int, **wishes: bool | datetime | dict[str, object]) -> None:
    game = Game.objects.get(key=key)
    Correspondence.objects.update_or_create(game=game, person_id=person_id, defaults=wishes)


@transaction.atomic
def stop(key: str, person: User) -> None:
    """No more letters but the last, which says what still runs: a mail program's button shows no
    page."""
    game = Game.objects.select_for_update().get(key=key)
    if find(game.pk, person.pk).stopped:
        return
    change(key, person.pk, stopped=True)
    enqueue(
        person=person,
        kind=kinds.LETTERS_STOPPED,
        subject=f"game {key}",
        dedupe_key=f"{kinds.LETTERS_STOPPED} {game.pk} {person.pk} {moment.now():%Y%m%d%H%M%S}",
        game=key,
        name=game.name,
    )


def revoke(key: str, person_id: int) -> None:
    """Void every link and answer address of this person and table that exists by now."""
    change(key, person_id, void_before=moment.now())


def is_revoked(right: Right) -> bool:
    return Correspondence.objects.filter(
        game__key=right.key, person_id=right.person, void_before__gte=right.issued
    ).exists()
