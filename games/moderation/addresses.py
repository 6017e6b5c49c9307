"""Whether two people have used the same network addresses: how many, and never which."""

from datetime import datetime

from accounts.services.trail import ADDRESSES_KEPT
from games.models.rows import Parameters, fetch_one

_SHARED = """
WITH used AS (
    SELECT user_id AS person, host(ip) AS address FROM usersessions_usersession
    WHERE user_id = ANY(%(pair)s) AND last_seen_at > %(since)s
    UNION SELECT person_id, host(address) FROM accounts_securityevent
    WHERE person_id = ANY(%(pair)s) AND address IS NOT NULL AND at > %(since)s
)
SELECT count(*) FROM (SELECT address FROM used GROUP BY address
    HAVING count(DISTINCT person) = 2) both_used"""


def shared_addresses(person: int, other: int, now: datetime) -> int:
    facts: Parameters = {"pair": [person, other], "since": now - ADDRESSES_KEPT}
    (shared,) = fetch_one(_SHARED, facts)
    return int(shared)
