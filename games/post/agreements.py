"""What a person and a table agree on by mail: read and changed here alone."""

from datetime import datetime

from django.utils import timezone

from games.models import Correspondence, Game
from games.post.tokens import Right


def find(game_id: int, person_id: int) -> Correspondence:
    """The agreement, or the usual one, not yet stored."""
    found = Correspondence.objects.filter(game_id=game_id, person_id=person_id).first()
    return found or Correspondence(game_id=game_id, person_id=person_id)


def change(key: str, person_id: int, **wishes: bool | datetime | dict[str, object]) -> None:
    game = Game.objects.get(key=key)
    Correspondence.objects.update_or_create(game=game, person_id=person_id, defaults=wishes)


def revoke(key: str, person_id: int) -> None:
    """Void every link and answer address of this person and table that exists by now."""
    change(key, person_id, void_before=timezone.now())


def is_revoked(right: Right) -> bool:
    return Correspondence.objects.filter(
        game__key=right.key, person_id=right.person, void_before__gte=right.issued
    ).exists()
