"""Who has met whom at a table, and who was ahead."""

from accounts.models import User
from games.tournaments.models.book import Book
from games.tournaments.selectors.finding import entry_view, find
from games.tournaments.types import Crossed, Met

Score = dict[tuple[int, int], list[int]]


def cross(*, key: str, viewer: User | None) -> list[Crossed]:
    return of_book(Book(find(key, viewer)))


def of_book(book: Book) -> list[Crossed]:
    """Everybody in the order of coming, with whom they met: how often ahead, how often behind."""
    met: dict[int, list[Met]] = {line: [] for line in lines(book)}
    for (line, other), (ahead, behind) in score(book).items():
        if line in met:
            met[line].append({**entry_view(book.entries[other]), "ahead": ahead, "behind": behind})
    return [
        {**entry_view(book.entries[line]), "met": sorted(rows, key=lambda row: row["entry"])}
        for line, rows in met.items()
    ]


def lines(book: Book) -> list[int]:
    """Who was in any stage, in the order of coming; who was replaced is in their successor's row.
    Whom the organisers turned away is nobody's business."""
    here = {book.line(berth.entry_id) for rows in book.berths.values() for berth in rows}
    return [line for line in book.entries if line in here]


def score(book: Book) -> Score:
    """For each two who met: how often the first was ahead, and how often behind."""
    score: Score = {}
    for each in book.rounds:
        for table in book.sat(each).values():
            for one in table:
                for other in table:
                    if one.line != other.line:
                        cell = score.setdefault((one.line, other.line), [0, 0])
                        cell[0] += one.rank < other.rank
                        cell[1] += one.rank > other.rank
    return score
