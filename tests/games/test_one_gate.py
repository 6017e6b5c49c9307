"""Nobody comes to a chair, a look or a verdict but through the one gate that asks what this human
has seen of the game (games.models.knowing): the code itself is read, so a new door is found."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("services", "moderation", "ratings", "tournaments", "pages", "api", "post")
GATE = {"must_hold_one_hand", "seen", "seen_by"}
# Who puts somebody on a chair without asking, and why that is right.
NEED_NOT_ASK = {
    "create_game": "a new game, of which nobody has seen anything",
    "_open": "a new game of many, and its host takes the first seat",
    "seat_game": "a new game, too; a tournament admits one account of a human",
    "merge": "two accounts become one: what both have seen is looked at when they are",
    "chair_for": "makes the chair for those who ask",
}
# What judges or is shown a game by staff.
ASKED_BY = {
    "games/moderation/services/looking.py": "look",
    "games/ratings/services.py": "annul",
    "games/tournaments/services/desk/step_facts.py": "an organiser who decides about a table",
    "games/moderation/services/deciding.py": "whoever decides a report",
}


def all_of_them() -> Iterator[ast.FunctionDef]:
    for room in ROOMS:
        for path in sorted((ROOT / "games" / room).rglob("*.py")):
            text = path.read_text()
            if "chair" in text or "Seat" in text:
                yield from functions(text)


def functions(text: str) -> Iterator[ast.FunctionDef]:
    return (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef))


def called(function: ast.FunctionDef) -> set[str]:
    calls = [one.func for one in ast.walk(function) if isinstance(one, ast.Call)]
    return {one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in calls}


def seats_somebody(function: ast.FunctionDef) -> bool:
    """Makes a chair for a person, or gives one to another person."""
    for one in ast.walk(function):
        if isinstance(one, ast.Assign):
            for target in one.targets:
                if ast.unparse(target).endswith(("seat.person", "chair.person")):
                    return True
        if not isinstance(one, ast.Call):
            continue
        names = {each.arg for each in one.keywords}
        said = ast.unparse(one.func)
        if said == "chair_for" and (len(one.args) > 2 or "person" in names):
            return True
        writes = said.startswith("Seat.objects.") and said.endswith((".update", ".create"))
        if (writes or said == "Seat") and "person" in names:
            return True
    return False


def test_whoever_puts_somebody_on_a_chair_asks_what_they_have_seen() -> None:
    found = {one.name: called(one) for one in all_of_them() if seats_somebody(one)}
    assert found.keys() >= {"join", "pass_on", *NEED_NOT_ASK}
    asks_not = {name for name, calls in found.items() if not calls & GATE}
    assert asks_not == NEED_NOT_ASK.keys()


def test_whoever_looks_or_judges_is_asked() -> None:
    for path in ASKED_BY:
        assert any(called(one) & GATE for one in functions((ROOT / path).read_text())), path
