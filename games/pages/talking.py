"""What is said at a table, and that it has been read."""

from collections.abc import Sequence

from django.http import HttpRequest

from accounts.lookalikes import called
from accounts.models import User
from games import services
from games.selectors.tables import Found
from games.selectors.talk import messages

# live.js says so where nobody looks at the page that it brings up to date.
_UNSEEN = "X-Unseen"


def of(
    request: HttpRequest, found: Found, names: Sequence[str], person: User, *, is_any: bool = True
) -> dict[str, object]:
    """Everything that a player may read. Shown is read. `is_any`: whether to look at all."""
    you, talk = found.table.seat_of(person.pk), found.table.talk
    if talk == "none" or you is None:
        return {"talk": [], "may_talk": False}
    said = messages(found) if is_any else []
    if any(one["unread"] for one in said) and _is_looked_at(request):
        services.mark_read(game_key=found.table.key, person=person, message=said[-1]["id"])
    return {
        "may_talk": True,
        "talk": [
            one
            | {
                "who": called(one["player"]) if one["player"] else names[one["seat"]],
                "whom": "" if one["to_seat"] is None else names[one["to_seat"]],
            }
            for one in said
        ],
        "hearers": [(n, name) for n, name in enumerate(names) if n != you]
        if talk == "full"
        else [],
    }


def _is_looked_at(request: HttpRequest) -> bool:
    return request.method == "GET" and _UNSEEN not in request.headers
