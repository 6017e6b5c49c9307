"""How teams stand: the best of each, added up."""

from collections import defaultdict

from accounts.models import User
from games.tournaments import types
from games.tournaments.models.book import Book
from games.tournaments.selectors.finding import entry_view, find


def teams(*, key: str, viewer: User | None) -> list[types.TeamStanding]:
    """As of now, live; none where nobody plays for a team."""
    return of_book(Book(find(key, viewer)))


def of_book(book: Book) -> list[types.TeamStanding]:
    """Whoever plays has a point, and one for each whom they stand before, however many stages there
    were; of each team the best count. Equal points: whose best stands higher, else they share."""
    best = book.tournament.team_counts
    if not best:
        return []
    order = book.final_order()
    points = {line: len(order) - at for at, line in enumerate(order)}
    members: defaultdict[str, list[types.TeamMember]] = defaultdict(list)
    for line in [*order, *(entry.pk for entry in book.entered if entry.pk not in points)]:
        entry = book.entries[line]
        if entry.team:
            own = members[entry.team]
            own.append(
                {**entry_view(entry), "points": points.get(line, 0), "counts": len(own) < best}
            )
    table: list[types.TeamStanding] = [
        {
            "place": 0,
            "team": team,
            "points": sum(one["points"] for one in own if one["counts"]),
            "members": own,
        }
        for team, own in members.items()
    ]

    def strength(row: types.TeamStanding) -> tuple[int, int]:
        return -row["points"], -row["members"][0]["points"]

    table.sort(key=lambda row: (*strength(row), row["team"].casefold()))
    ahead = sorted(map(strength, table))
    for row in table:
        row["place"] = ahead.index(strength(row)) + 1
    return table
