"""What `make mutants` makes of a line, and that it makes something of every kind."""

import gc
from pathlib import Path

import pytest

from games import clock
from tests.mutants.mutations import mutations
from tests.mutants.warm import changes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("if a < b: pass", ["(a <= b)", "(a >= b)"]),
        ("x = a is None", ["(a is not None)"]),
        ("x = a and b or c", ["((a and b) and c)", "(a or b)"]),
        ("if a: pass", ["(not a)"]),
        ("x = not a", ["(a)"]),
        ("x = f(1, True)", ["2", "False"]),
        ("self.x = y", ["pass"]),
        ("f(x)", ["pass"]),
        ("log.info(x)", []),
        ("raise Refused", ["pass"]),
        ("def f(a: int = 3) -> None: 'says 4'", ["4"]),
        ("x = f'{a + 1}'", []),
    ],
)
def test_a_line_is_made_wrong_so(line: str, after: list[str]) -> None:
    assert [one.after for one in mutations(line)] == after


def test_every_mutation_of_a_file_is_python_and_another_file() -> None:
    """Letters of several bytes stand before some of them."""
    source = "s = 'Привіт'; x = s == 'ї' and 1\n" + (ROOT / "games/clock.py").read_text()
    found = list(mutations(source))
    assert len(found) > 80
    for one in found:
        assert one.before in source
        assert one.whole != source
        assert len(one.whole.splitlines()) == len(source.splitlines())
        compile(one.whole, "wrong", "exec")


def test_the_code_of_a_loaded_function_is_found_though_the_suite_has_set_it_aside() -> None:
    """Else each mutant would be tried by four files of tests, as what is made at import is."""
    gc.freeze()
    path = ROOT / "games/clock.py"
    within = [one for one in mutations(path.read_text()) if "asks_all" not in one.before]
    found = [one for mutation in within for one in changes(str(path), mutation.whole) or ()]
    assert {function.__module__ for function, _code in found} == {clock.__name__}
    assert len(found) > len(within) / 2
