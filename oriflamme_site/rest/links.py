"""What can be done next with what was answered: the links of OpenAPI, said once for each shape.

An answer of a shape leads to the operations named beside it; where from each takes its parameters,
and its body, is said with the shape. A generated client needs to guess no id, and a test that walks
them plays as people do.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

Json = dict[str, Any]


class Way(NamedTuple):
    """From answers of this shape, with these parameters, to these operations."""

    shape: str
    takes: dict[str, str]
    to: tuple[str, ...]
    # Only from this operation, where another answers alike and leads elsewhere.
    asked: str = ""


_TABLE = {"key": "$response.body#/id"}
_SAME = {"key": "$request.path.key"}
WAYS = (
    Way(
        "Game",
        _TABLE,
        (
            *("get_game", "get_log", "get_timeline", "get_deal", "get_talk", "get_record"),
            *("make_moves", "list_orders", "get_plan", "say", "join_game", "start_game"),
            *("cancel_game", "leave_game", "list_invitations", "invite", "resign", "offer_end"),
        ),
    ),
    Way("Game", {"token": "$response.body#/link"}, ("get_link",)),
    Way("GamePage", {"key": "$response.body#/items/0/id"}, ("get_game", "join_game", "get_log")),
    Way("Turn[]", {"key": "$response.body#/0/id"}, ("get_game", "get_log")),
    Way("Played", _SAME, ("get_game", "get_log", "make_moves")),
    Way("Orders", _SAME, ("replace_orders", "revoke_orders")),
    Way("Message", _SAME, ("get_talk", "mark_read")),
    Way(
        "Tournament",
        _TABLE,
        (
            *("get_tournament", "list_entries", "list_rounds", "get_standings", "get_desk"),
            *("enter_tournament", "withdraw_entry", "confirm_entry", "get_own_tournament"),
            *("take_step", "list_steps", "import_entries", "clone_tournament", "list_objections"),
            *("get_team_standings",),
        ),
    ),
    Way(
        "TournamentPage",
        {"key": "$response.body#/items/0/id"},
        ("get_tournament", "get_standings", "list_rounds"),
    ),
    Way("Entry[]", {"handle": "$response.body#/0/player/handle"}, ("get_person",)),
    Way(
        "TournamentRound[]",
        {"key": "$response.body#/0/tables/0/game"},
        ("get_game", "get_log", "get_deal", "get_record"),
    ),
    Way("TakenStep", _SAME, ("get_desk", "list_steps")),
    Way("Series", _TABLE, ("get_series",)),
    Way("SeriesPage", {"key": "$response.body#/items/0/id"}, ("get_series",)),
    Way(
        "NewWebhook",
        {"id": "$response.body#/id"},
        (
            *("get_hook", "change_hook", "ping_hook", "list_hook_deliveries"),
            *("rotate_hook_secret", "remove_hook"),
        ),
    ),
    Way("NewToken", {"id": "$response.body#/id"}, ("revoke_token",)),
    Way(
        "NewToken",
        {"handle": "$request.path.handle", "id": "$response.body#/id"},
        ("revoke_bot_token",),
        asked="make_bot_token",
    ),
    Way(
        "Bot",
        {"handle": "$response.body#/handle"},
        ("get_person", "make_bot_token", "list_bot_tokens", "retire_bot"),
    ),
    Way(
        "Me",
        {"handle": "$response.body#/handle"},
        ("get_person", "get_ratings", "list_played_tournaments"),
    ),
    Way(
        "Public",
        {"handle": "$response.body#/handle"},
        ("get_ratings", "list_played_tournaments"),
    ),
    Way("PlayedTournament[]", {"key": "$response.body#/0/id"}, ("get_tournament",)),
    Way("PeoplePage", {"handle": "$response.body#/items/0/handle"}, ("get_person",)),
    Way("Card[]", {"id": "$response.body#/0/id"}, ("get_card",)),
    Way("ProblemKind[]", {"code": "$response.body#/0/code"}, ("get_problem",)),
)
# What is sent with it, where the answer says that too. OpenAPI has a word for one value that goes
# along, and none for a body that is put together of several: there are tools that take no other.
BODY = "x-request-body"
BODIES: dict[tuple[str, str], Json] = {
    ("Game", "make_moves"): {
        "seq": "$response.body#/seq",
        "moves": ["$response.body#/question/moves/0/move"],
    },
    ("Played", "make_moves"): {
        "seq": "$response.body#/seq",
        "moves": ["$response.body#/view/question/moves/0/move"],
    },
}


def add(operations: Iterable[Json], components: Json) -> None:
    """Link every answer that has one of these shapes."""
    links = components.setdefault("links", {})
    ways: dict[tuple[str, str], Json] = {}
    for way in WAYS:
        ways.setdefault((way.shape, way.asked), {}).update(_links(way, links))
    for operation in operations:
        for status, response in operation["responses"].items():
            shape, asked = _shape(response), operation["operationId"]
            found = ways.get((shape, asked)) or ways.get((shape, ""))
            if status.startswith("2") and found:
                response["links"] = found


def _links(way: Way, known: Json) -> Json:
    found = {}
    for operation in way.to:
        link: Json = {"operationId": operation, "parameters": way.takes}
        if body := BODIES.get((way.shape, operation)):
            link[BODY] = body
        called = "".join(part.capitalize() for part in operation.split("_"))
        name = called
        if known.setdefault(name, link) != link:
            name = f"{called}Of{way.shape.replace('[]', 'List')}"
            known[name] = link
        found[called] = {"$ref": f"#/components/links/{name}"}
    return found


def _shape(response: Json) -> str:
    said = response.get("content", {}).get("application/json", {}).get("schema", {})
    if "items" in said:
        return str(said["items"].get("$ref", "")).rpartition("/")[2] + "[]"
    return str(said.get("$ref", "")).rpartition("/")[2]
