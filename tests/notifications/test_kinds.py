"""A kind of notification is one class, and its name is written once."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from notifications import registry

ROOT = Path(__file__).parents[2]


def test_the_name_of_a_kind_is_written_once() -> None:
    """Names of one word are looked up alike, but stand for other things elsewhere too."""
    names = {kind.name for kind in registry.kinds() if " " in kind.name}
    assert len(names) > 15
    written = Counter(
        name for text in _texts() for name in names if text == name or f"'{name} '" in text
    )
    assert written == dict.fromkeys(names, 1)


def test_a_class_with_a_name_is_known_and_one_without_is_none() -> None:
    assert registry.is_known("your turn")
    assert all(kind.name == name for name, kind in registry._kinds.items())
    assert all(kind.is_letter() or kind.event for kind in registry.kinds())


def _texts() -> Iterator[str]:
    for room in ("accounts", "games", "notifications", "oriflamme_site"):
        for file in (ROOT / room).rglob("*.py"):
            # What people write in their answers may sound like a kind, too.
            if not {"migrations", "replies"} & {*file.parts}:
                tree = ast.parse(file.read_text())
                shown = set(_shown(tree))
                for node in set(ast.walk(tree)) - shown:
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        yield node.value


def _shown(tree: ast.AST) -> Iterator[ast.AST]:
    """Words of a page, which may sound like a kind: `_("your turn")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
            yield from node.args
