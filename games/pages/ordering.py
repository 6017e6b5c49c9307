"""Standing orders left and taken back by a form, wherever it stands."""

from django.http import QueryDict

from accounts.models import User
from games import selectors, services

LONGEST = 4000


def typed(sent: QueryDict) -> str:
    return sent.get("orders", "")[:LONGEST]


def change(sent: QueryDict, *, key: str, person: User, seq: int | None) -> None:
    """Leave the orders of the form, or take one back. `seq`: only while that is the position.
    BadOrder says which line cannot be understood; other refusals as the services'."""
    if "revoke" in sent:
        services.revoke_orders(game_key=key, person=person, ids=[sent.get("revoke", "")])
        return
    lines = [line for line in typed(sent).splitlines() if line.strip()]
    wanted = selectors.read_lines(key=key, viewer=person, lines=lines)
    services.give_orders(game_key=key, person=person, wanted=wanted, adds=True, seq=seq)
