"""Series, and the table over all tournaments of one."""

from collections import Counter, defaultdict

from accounts.models import User
from games.engine.types import known
from games.tournaments import errors, types
from games.tournaments.models import Entry, Series, Tournament
from games.tournaments.selectors.finding import named

PAGE = 50


def list_series(*, after: str | None = None) -> tuple[list[types.SeriesSummary], str | None]:
    """A page of all series, the newest first, and the cursor of the next."""
    found = Series.objects.select_related("creator").order_by("-pk")
    if after is not None:
        last = Series.objects.filter(key=after).values_list("pk", flat=True).first()
        found = found.filter(pk__lt=last or 0)
    rows = list(found[: PAGE + 1])
    return [_summary(row) for row in rows[:PAGE]], rows[PAGE - 1].key if len(rows) > PAGE else None


def own_series(person: User) -> list[tuple[str, str]]:
    """By key, what those are called that somebody's tournaments may join."""
    own = Series.objects.filter(creator=person).order_by("-pk")
    return list(own.values_list("key", "title"))


def series_title(key: str) -> str:
    return Series.objects.filter(key=key).values_list("title", flat=True).first() or ""


def series(*, key: str) -> types.Series:
    """Of each tournament that is over everybody has one point, and one for each whom they left
    behind; of these the best `counts` are added up."""
    found = Series.objects.select_related("creator").filter(key=key).first()
    if found is None:
        raise errors.NotFound
    events = list(Tournament.objects.filter(series=key, visibility="public").order_by("pk"))
    over = {event.pk: event.key for event in events if event.status == "over"}
    placed = Entry.objects.filter(tournament__in=over, final_place__isnull=False)
    results: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    people = {}
    rows = list(placed.select_related("person").order_by("tournament_id", "final_place"))
    size = Counter(entry.tournament_id for entry in rows)
    for entry in rows:
        place = known(entry.final_place)
        points = size[entry.tournament_id] - place + 1
        results[entry.person_id].append((points, place, over[entry.tournament_id]))
        people[entry.person_id] = entry.person
    table: list[types.SeriesStanding] = []
    for person, had in results.items():
        best = sorted(had, key=lambda one: -one[0])[: found.counts]
        table.append(
            {
                "place": 0,
                "player": named(people[person]),
                "points": sum(points for points, _place, _key in best),
                "won": sum(place == 1 for _points, place, _key in had),
                "results": [
                    {
                        "tournament": event,
                        "place": place,
                        "points": points,
                        "counts": (points, place, event) in best,
                    }
                    for points, place, event in had
                ],
            }
        )
    # Equal points: who has won more; else they share the place, in the order of their names.
    table.sort(key=lambda row: (-row["points"], -row["won"], row["player"]["name"].lower()))
    for number, row in enumerate(table, 1):
        before = table[number - 2] if number > 1 else None
        same = before and (before["points"], before["won"]) == (row["points"], row["won"])
        row["place"] = before["place"] if before and same else number
    return {
        **_summary(found),
        "events": [
            {"id": event.key, "title": event.title, "status": event.status} for event in events
        ],
        "standings": table,
    }


def _summary(row: Series) -> types.SeriesSummary:
    return {
        "id": row.key,
        "title": row.title,
        "counts": row.counts,
        "organiser": named(row.creator),
        "created_at": row.created_at,
    }
