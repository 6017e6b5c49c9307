"""Writing to the post, and reading what it answers, as a player's mail program would."""

import itertools

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts.models import User
from accounts.secret import Secret
from games import post
from games import services as game_services
from games.models import Game
from games.post import addresses, tokens
from notifications import services
from notifications.models import Delivery
from tests import address_of

_numbers = itertools.count()


def reply(
    game: Game,
    who: User,
    text: str,
    *,
    seq: int | None = None,
    token: str = "",
    message_id: str = "",
    head: str = "",
) -> bytes:
    """A reply to the letter of a position, the latest unless `seq` says another."""
    game.refresh_from_db()
    right = (
        Secret(token) if token else tokens.make(game.key, who.pk, game.seq if seq is None else seq)
    )
    message_id = message_id or f"<{next(_numbers)}@example.test>"
    lines = [
        *([head] if head else []),
        f"From: {address_of(who)}",
        f"To: {addresses.answer_address(right)}",
        f"Message-ID: {message_id}",
        *([] if head.startswith("Subject") else ["Subject: Re: [Friday table]"]),
        "Content-Type: text/plain; charset=utf-8",
        "",
        text,
    ]
    return "\r\n".join(lines).encode()


def post_reply(game: Game, who: User, text: str, **more: object) -> EmailMultiAlternatives | None:
    """Send it in; the letter that comes back, None if none does."""
    post.receive(reply(game, who, text, **more))  # type: ignore[arg-type]
    return sent("receipt")


def call_all() -> None:
    """What workers do after each move, for all games at once."""
    for game in Game.objects.filter(status="running"):
        game_services.call(game_key=game.key)


def sent(kind: str) -> EmailMultiAlternatives | None:
    """Deliver what is queued of a kind; the last letter that went out."""
    mail.outbox.clear()
    # What waits for company has waited.
    kinds = {"receipt": ["receipt", "done"]}.get(kind, [kind])
    rows = Delivery.objects.filter(state__in=Delivery.OPEN, notification__kind__in=kinds)
    if kind in {"receipt", "game began"}:
        rows.update(due_at=timezone.now(), state="queued")
    for row in rows.order_by("pk"):
        services.deliver(row.pk)
    return mail.outbox[-1] if mail.outbox else None  # type: ignore[return-value]
