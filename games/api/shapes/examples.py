"""Examples for readers of the schema."""

from drf_spectacular.utils import OpenApiExample

NEW_GAME = OpenApiExample(
    "A table for four",
    request_only=True,
    value={"name": "Friday table", "set": "oriflamme", "seats": 4, "talk": "full"},
)
PRACTICE = OpenApiExample(
    "Three owls", request_only=True, value={"set": "oriflamme", "seats": 4, "bot": "owl"}
)
MOVES = OpenApiExample(
    "Reveal, and say whom to eliminate",
    request_only=True,
    value={"seq": 17, "moves": ["reveal", "eliminate 3"]},
)
TALK = OpenApiExample("To all", request_only=True, value={"text": "Good luck, everybody!"})
INVITATION = OpenApiExample("By name", request_only=True, value={"handle": "bob"})
TOKEN = OpenApiExample(
    "For a bot", request_only=True, value={"name": "my bot", "scopes": ["read", "play"]}
)
