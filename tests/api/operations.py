"""Every operation of the schema, ready to be asked with something valid."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from oriflamme_site.local.__main__ import ROOT

# One valid value for each id in an address, and one valid body for each operation that takes one.
IDS = {
    "key": "2" * 16,
    "token": "2" * 24,
    "id": "spy",
    "order": "2" * 10,
    "code": "stale",
    "handle": "alice",
    "seat": "0",
    "kind": "friend",
    "first_day": "2030-01-01",
    "client_id": "2" * 40,
    "message": f"msg_{'0' * 24}",
    "file": "standings.csv",
}
BODIES: dict[str, Any] = {
    "create_game": {"name": "x", "set": "oriflamme", "seats": 3},
    "open_tables": {"set": "oriflamme", "tables": [{"name": "x", "players": ["alice", "bob"]}]},
    "practise": {"set": "oriflamme"},
    "make_moves": {"seq": 0, "moves": ["wait"]},
    "add_orders": {"text": "wait with Ambush until round 4"},
    "replace_orders": {"orders": [{"do": "wait", "card": "ambush"}]},
    "set_evening": {"hours": [{"day": 4, "since": "19:00", "until": "22:00"}]},
    "make_plan": {"text": "wait with Ambush"},
    "join_game": {},
    "join_by_link": {},
    "contribute": {"contribution": "0" * 64},
    "invite": {"handle": "alice"},
    "say": {"text": "Hello"},
    "mark_read": {"seq": 1},
    "announce_tournament": {
        "title": "x",
        "capacity": 8,
        "stages": [{"format": "swiss", "sets": ["oriflamme"], "rounds": 1}],
    },
    "begin_series": {"title": "x"},
    "clone_tournament": {"title": "y"},
    "object_to_table": {"round": 1, "table": 1, "text": "x"},
    "enter_tournament": {},
    "take_step": {"step": "pause"},
    "import_entries": {"csv": "alice"},
    "change_me": {"name": "x"},
    "add_device": {
        "endpoint": "https://example.test/",
        # The key of the standard's example (RFC 8291).
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6"
            "SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    },
    "make_hook": {"url": "https://example.test/"},
    "change_hook": {"name": "x"},
    "hook_tournament": {"url": "https://example.test/"},
    "hook_table": {"url": "https://example.test/"},
    "change_wishes": {"quiet_from": None, "quiet_until": None, "kinds": []},
    "make_token": {"name": "x", "scopes": ["read"]},
    "make_bot": {"handle": "robin"},
    "make_bot_token": {"name": "x", "scopes": ["read"]},
    "take_holiday": {"first_day": "2030-01-01", "last_day": "2030-01-02"},
    "change_handle": {"handle": "alix"},
    "agree_to_terms": {"version": 1},
    "report_at_table": {"kind": "talk", "text": "x", "seat": 1},
    "report_person": {"kind": "talk", "text": "x"},
    "appeal": {"text": "x"},
    "confirm_deletion": {"key": "x"},
}


@cache
def schema() -> dict[str, Any]:
    """The committed one: tests/api/test_schema.py holds it to what is made."""
    made: dict[str, Any] = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text())
    return made


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    takes_body: bool

    def ask(self, client: Any, body: Any = None, **ids: str) -> Any:
        own = {"id": "0" * 16} if "/me/" in self.path else {}
        path = self.path.removeprefix("/api/v1/").format(**{**IDS, **own, **ids})
        path += "?wait=0" if path.endswith("/events") else ""
        if body is None and self.takes_body:
            body = BODIES[self.id]
        return client.ask(self.method, path, body)


def operations() -> list[Operation]:
    return [
        Operation(one["operationId"], method.upper(), path, "requestBody" in one)
        for path, item in schema()["paths"].items()
        for method, one in item.items()
    ]
