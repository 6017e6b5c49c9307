"""Examples for readers of the schema."""

from drf_spectacular.utils import OpenApiExample

NEW_GAME = OpenApiExample(
    "A table for four",
    request_only=True,
    value={"name": "Friday table", "set": "oriflamme", "seats": 4, "talk": "full"},
)
TABLES = OpenApiExample(
    "Two tables of a club",
    request_only=True,
    value={
        "set": "oriflamme",
        "pace": "daily",
        "tables": [
            {"name": "Club, table 1", "players": ["alice", "bob", "carol"]},
            {"name": "Club, table 2", "players": ["dave", "erin", "frank"]},
        ],
    },
)
PRACTICE = OpenApiExample(
    "Three owls", request_only=True, value={"set": "oriflamme", "seats": 4, "bot": "owl"}
)
MOVES = OpenApiExample(
    "Reveal, and say whom to eliminate",
    request_only=True,
    value={"seq": 17, "moves": ["reveal", "eliminate 3"]},
)
ORDERS = OpenApiExample(
    "Wait, reveal, and whom to hit",
    request_only=True,
    value={
        "orders": [
            {"do": "wait", "card": "ambush", "until_round": 4},
            {"do": "reveal", "card": "soldier", "neighbour": ["open"], "prefer": ["richest"]},
            {"do": "choose", "card": "spy", "prefer": ["richest"], "never": ["mine"]},
            {"do": "place", "card": "heir", "place": "end", "round": 3},
            {"do": "ask", "if": ["attacked", "neighbour"]},
        ]
    },
)
ORDERS_IN_WORDS = OpenApiExample(
    "The same in words, a line each",
    request_only=True,
    value={"text": "wait with Ambush until round 4\nask me if I was attacked", "dry_run": True},
)
PLAN = OpenApiExample(
    "A card and its place: a second one, if the first does not suit",
    request_only=True,
    value={
        "seq": 34,
        "orders": [
            {
                "do": "place",
                "card": "spy",
                "place": "end",
                "round": 3,
                "no_neighbour": ["seat 2", "closed"],
            },
            {"do": "place", "card": "spy", "place": "on", "on": "heir", "round": 3},
        ],
    },
)
PLAN_IN_WORDS = OpenApiExample(
    "What the cards do, a line each",
    request_only=True,
    value={"text": "wait with Ambush\nreveal Soldier, prefer richest; never mine", "seq": 38},
)
TALK = OpenApiExample("To all", request_only=True, value={"text": "Good luck, everybody!"})
INVITATION = OpenApiExample("By name", request_only=True, value={"handle": "bob"})
TOKEN = OpenApiExample(
    "For a bot", request_only=True, value={"name": "my bot", "scopes": ["read", "play"]}
)
