"""Calling whose turn it is."""

from accounts.models import User
from games.models.table import Table
from notifications.services import enqueue


def call(table: Table) -> None:
    """Write to the one who decides now. Once for each position, whoever asks for it."""
    chair = table.chairs[table.to_move or 0]
    if table.to_move is None or chair.bot or chair.person is None:
        return
    enqueue(
        person=User.objects.get(pk=chair.person),
        kind="your turn",
        subject=f"game {table.key}",
        dedupe_key=f"your turn {table.id} {table.seq} {chair.person}",
        game=table.key,
        name=table.name,
        seq=table.seq,
    )
