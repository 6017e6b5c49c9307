"""Who may do what by API: a row for each operation of the schema.

A new endpoint joins here with the scope that it needs, or the tests of rights fail.
"""

from typing import NamedTuple


class Right(NamedTuple):
    scope: str  # what a key needs; "" where no key will do, but the person signed in
    without_key: bool = False  # whether strangers may ask too


# (method, path as the schema writes it)
ROWS: dict[tuple[str, str], Right] = {
    ("GET", "/api/v1/cards"): Right("read", without_key=True),
    ("GET", "/api/v1/cards/{id}"): Right("read", without_key=True),
    ("GET", "/api/v1/games"): Right("read", without_key=True),
    ("POST", "/api/v1/games"): Right("organise"),
    ("GET", "/api/v1/games/{key}"): Right("read", without_key=True),
    ("POST", "/api/v1/games/{key}/cancel"): Right("organise"),
    ("DELETE", "/api/v1/games/{key}/early-end"): Right("play"),
    ("PUT", "/api/v1/games/{key}/early-end"): Right("play"),
    ("GET", "/api/v1/games/{key}/events"): Right("read", without_key=True),
    ("GET", "/api/v1/games/{key}/friends"): Right("organise"),
    ("GET", "/api/v1/games/{key}/invitations"): Right("organise"),
    ("POST", "/api/v1/games/{key}/invitations"): Right("organise"),
    ("DELETE", "/api/v1/games/{key}/invitations/me"): Right("play"),
    ("DELETE", "/api/v1/games/{key}/invitations/{token}"): Right("organise"),
    ("GET", "/api/v1/games/{key}/log"): Right("read", without_key=True),
    ("POST", "/api/v1/games/{key}/moves"): Right("play"),
    ("DELETE", "/api/v1/games/{key}/mutes/{seat}"): Right("talk"),
    ("PUT", "/api/v1/games/{key}/mutes/{seat}"): Right("talk"),
    ("PUT", "/api/v1/games/{key}/read"): Right("read"),
    ("GET", "/api/v1/games/{key}/record"): Right("read", without_key=True),
    ("POST", "/api/v1/games/{key}/resign"): Right("play"),
    ("POST", "/api/v1/games/{key}/seats"): Right("play"),
    ("DELETE", "/api/v1/games/{key}/seats/me"): Right("play"),
    ("DELETE", "/api/v1/games/{key}/seats/{handle}"): Right("organise"),
    ("POST", "/api/v1/games/{key}/start"): Right("organise"),
    ("GET", "/api/v1/games/{key}/talk"): Right("read"),
    ("POST", "/api/v1/games/{key}/talk"): Right("talk"),
    ("GET", "/api/v1/games/{key}/timeline"): Right("read", without_key=True),
    ("GET", "/api/v1/links/{token}"): Right("read", without_key=True),
    ("POST", "/api/v1/links/{token}"): Right("play"),
    ("GET", "/api/v1/me"): Right("read"),
    ("PATCH", "/api/v1/me"): Right("account"),
    ("GET", "/api/v1/me/apps"): Right("account"),
    ("DELETE", "/api/v1/me/apps/{client_id}"): Right("account"),
    ("GET", "/api/v1/me/bots"): Right("account"),
    ("POST", "/api/v1/me/bots"): Right("account"),
    ("DELETE", "/api/v1/me/bots/{handle}"): Right("account"),
    ("GET", "/api/v1/me/bots/{handle}/tokens"): Right("account"),
    ("POST", "/api/v1/me/bots/{handle}/tokens"): Right("account"),
    ("DELETE", "/api/v1/me/bots/{handle}/tokens/{id}"): Right("account"),
    ("GET", "/api/v1/me/deletion"): Right(""),
    ("POST", "/api/v1/me/deletion"): Right(""),
    ("DELETE", "/api/v1/me/deletion"): Right(""),
    ("POST", "/api/v1/me/deletion/confirmation"): Right(""),
    ("GET", "/api/v1/me/events"): Right("read"),
    ("POST", "/api/v1/me/export"): Right(""),
    ("PUT", "/api/v1/me/handle"): Right(""),
    ("GET", "/api/v1/me/holidays"): Right("read"),
    ("POST", "/api/v1/me/holidays"): Right("account"),
    ("DELETE", "/api/v1/me/holidays/{first_day}"): Right("account"),
    ("GET", "/api/v1/me/relations"): Right("account"),
    ("DELETE", "/api/v1/me/relations/{kind}/{handle}"): Right("account"),
    ("PUT", "/api/v1/me/relations/{kind}/{handle}"): Right("account"),
    ("GET", "/api/v1/me/sessions"): Right(""),
    ("DELETE", "/api/v1/me/sessions"): Right(""),
    ("DELETE", "/api/v1/me/sessions/{id}"): Right(""),
    ("GET", "/api/v1/me/terms"): Right("read"),
    ("PUT", "/api/v1/me/terms"): Right(""),
    ("GET", "/api/v1/me/tokens"): Right("account"),
    ("POST", "/api/v1/me/tokens"): Right("account"),
    ("DELETE", "/api/v1/me/tokens/{id}"): Right("account"),
    ("GET", "/api/v1/me/trail"): Right("account"),
    ("GET", "/api/v1/me/turns"): Right("read"),
    ("GET", "/api/v1/me/unread"): Right("read"),
    ("GET", "/api/v1/problems"): Right("read", without_key=True),
    ("GET", "/api/v1/problems/{code}"): Right("read", without_key=True),
}
