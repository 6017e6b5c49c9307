"""Who may do what by API: a row for each operation of the schema.

A new endpoint joins here with the scope that it needs, or the tests of rights fail.
"""

from typing import NamedTuple


class Right(NamedTuple):
    scope: str  # what a key needs
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
    ("GET", "/api/v1/me/events"): Right("read"),
    ("GET", "/api/v1/me/tokens"): Right("account"),
    ("POST", "/api/v1/me/tokens"): Right("account"),
    ("DELETE", "/api/v1/me/tokens/{id}"): Right("account"),
    ("GET", "/api/v1/me/turns"): Right("read"),
    ("GET", "/api/v1/me/unread"): Right("read"),
    ("GET", "/api/v1/people/{handle}/tournaments"): Right("read", without_key=True),
    ("GET", "/api/v1/problems"): Right("read", without_key=True),
    ("GET", "/api/v1/problems/{code}"): Right("read", without_key=True),
    ("GET", "/api/v1/tournaments"): Right("read", without_key=True),
    ("POST", "/api/v1/tournaments"): Right("organise"),
    ("GET", "/api/v1/tournaments/{key}"): Right("read", without_key=True),
    ("POST", "/api/v1/tournaments/{key}/confirmation"): Right("play"),
    ("GET", "/api/v1/tournaments/{key}/desk"): Right("organise"),
    ("GET", "/api/v1/tournaments/{key}/entries"): Right("read", without_key=True),
    ("POST", "/api/v1/tournaments/{key}/entries"): Right("play"),
    ("DELETE", "/api/v1/tournaments/{key}/entries/me"): Right("play"),
    ("GET", "/api/v1/tournaments/{key}/export/{file}"): Right("read", without_key=True),
    ("POST", "/api/v1/tournaments/{key}/import"): Right("organise"),
    ("GET", "/api/v1/tournaments/{key}/me"): Right("read"),
    ("GET", "/api/v1/tournaments/{key}/rounds"): Right("read", without_key=True),
    ("GET", "/api/v1/tournaments/{key}/standings"): Right("read", without_key=True),
    ("GET", "/api/v1/tournaments/{key}/steps"): Right("read", without_key=True),
    ("POST", "/api/v1/tournaments/{key}/steps"): Right("organise"),
}
