"""The pure core: what one result does to what is believed."""

from hypothesis import given
from hypothesis import strategies as st

from games.ratings.rating import BASE, Belief, Part, Side, number_of, rate
from games.ratings.results import Result, Sitter, Who, sides

NEW = Belief()


def seat(who: str, place: int) -> Side[str]:
    return Side((0, place), [Part(who, 1.0, (0, place))])


def after(*order: str) -> dict[str, Belief]:
    return rate([seat(who, n) for n, who in enumerate(order)], dict.fromkeys(order, NEW))


def test_a_beginner_is_shown_what_everybody_begins_with() -> None:
    assert NEW.number == BASE
    assert number_of(25, 1.2) == 1514  # settled in the middle of the field


@given(st.integers(2, 5))
def test_whoever_finishes_ahead_is_thought_more_of(many: int) -> None:
    order = ["alice", "bob", "carol", "dave", "erin"][:many]
    mus = [after(*order)[who].mu for who in order]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] > NEW.mu > mus[-1]
    assert all(belief.sigma < NEW.sigma for belief in after(*order).values())


def test_the_order_of_the_seats_does_not_matter() -> None:
    one = after("alice", "bob", "carol")
    backwards = rate(
        [seat("carol", 2), seat("bob", 1), seat("alice", 0)],
        dict.fromkeys(["alice", "bob", "carol"], NEW),
    )
    assert one == backwards


def test_a_tie_changes_equals_alike() -> None:
    drawn = rate(
        [seat("alice", 1), seat("bob", 1), seat("carol", 3)],
        dict.fromkeys(["alice", "bob", "carol"], NEW),
    )
    assert drawn["alice"] == drawn["bob"]
    assert drawn["alice"].mu > drawn["carol"].mu


def test_two_who_share_a_seat_share_its_change() -> None:
    shared = Side((0, 1), [Part("alice", 0.25, (0, 1)), Part("dave", 0.75, (0, 1))])
    believed = dict.fromkeys(["alice", "bob", "carol", "dave"], NEW)
    found = rate([shared, seat("bob", 2), seat("carol", 3)], believed)
    alone = after("alice", "bob", "carol")
    assert round(found["alice"].mu - NEW.mu, 4) == round((alone["alice"].mu - NEW.mu) / 4, 4)
    assert round(found["dave"].mu - NEW.mu, 4) == round((alone["alice"].mu - NEW.mu) * 3 / 4, 4)
    assert found["bob"] == alone["bob"]
    assert alone["alice"].sigma < found["dave"].sigma < found["alice"].sigma < NEW.sigma


def test_two_of_one_kind_on_two_seats_take_the_mean() -> None:
    both = rate([seat("owl", 1), seat("wren", 2), seat("owl", 3)], {"owl": NEW, "wren": NEW})
    alone = after("owl", "wren", "third")
    mean = (alone["owl"].mu + alone["third"].mu) / 2
    assert round(both["owl"].mu, 4) == round(mean, 4)


def sitter(person: int, **facts: object) -> Sitter:
    return Sitter(Who(person), **{"is_bot": False, "decisions": 1, "resigned_at": None, **facts})  # type: ignore[arg-type]


def test_who_comes_back_to_a_seat_has_both_their_times_there() -> None:
    shared = [sitter(1, decisions=2), sitter(4, decisions=5), sitter(1, decisions=3)]
    found = sides(Result(True, [1, 2, 3], [shared, [sitter(2)], [sitter(3)]]), bots=False)
    assert {part.who.person: part.share for part in found[0].parts} == {1: 0.5, 4: 0.5}


def test_nobody_is_compared_with_themselves_alone() -> None:
    owl = Sitter(Who(None, "owl"), True, 1, None)
    assert sides(Result(False, [1, 2, 3], [[owl], [owl], [sitter(1)]]), bots=True) == []
