"""Ratings tell something: in a world of known strengths they foretell better than a guess."""

from tests.bench.ratings import simulate, worst_miss


def test_ratings_foretell_results() -> None:
    found = simulate(people=100, games=4000)
    assert found.loss < found.even
    known = (found.even - found.loss) / (found.even - found.knowing)
    assert known > 0.85
    assert worst_miss(found, at_least=100) < 0.08
    assert found.order > 0.95
    assert found.provisional_leaders == 0
