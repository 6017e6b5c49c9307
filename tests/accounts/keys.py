"""For whom the bearer of a key acts, as the API finds out."""

from accounts.api.authentication import find_holder
from accounts.models import User
from oriflamme_site.rest.problems import Problem


def find_by_key(key: str) -> tuple[User, frozenset[str]] | None:
    """The person and the rights; None for a key that is refused."""
    try:
        holder = find_holder(key)
    except Problem:
        return None
    return holder.person, holder.grant.scopes
