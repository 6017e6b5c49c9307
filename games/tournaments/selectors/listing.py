"""Tournaments in lists, one with all that was announced, who is in it, and where somebody was."""

from collections.abc import Sequence
from typing import Any, cast

from django.db.models import Count, Model, Q
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine
from games.engine.types import known
from games.tournaments import errors, permissions, scoring, types
from games.tournaments.models import Entry, Organiser, Round, Stage, Tournament
from games.tournaments.selectors import moments
from games.tournaments.selectors.finding import entry_view, find, named

PAGE = 50
_LISTS = {
    "open": Q(status__in=["open", "confirming"], visibility="public"),
    "running": Q(status="running", visibility="public"),
    "over": Q(status="over", visibility="public"),
}
_PLAY_OR_PLAYED = ("entered", "dropped", "disqualified", "replaced")


def list_tournaments(
    *, which: str, viewer: User | None, after: str | None = None, limit: int = PAGE
) -> tuple[list[types.TournamentSummary], str | None]:
    """A page of a list, newest first, and the cursor of the next. `mine`: entered or organised;
    `at hand`: what of that is not over, and has not been left."""
    found = Tournament.objects.annotate(
        entered=Count("entries", filter=Q(entries__state="entered"))
    )
    if which in {"mine", "at hand"} and viewer is None:
        return [], None
    if which == "mine":
        found = found.filter(_theirs(known(viewer), _PLAY_OR_PLAYED))
    elif which == "at hand":
        found = found.filter(_theirs(known(viewer), ["entered"]), ended_at=None)
    else:
        found = found.filter(_LISTS[which])
    if after is not None:
        last = Tournament.objects.filter(key=after).values_list("pk", flat=True).first()
        if last is None:
            raise errors.BadTournament(
                field="cursor", why=_("This is no place to go on from. Begin again without it.")
            )
        found = found.filter(pk__lt=last)
    rows = list(found.select_related("creator").order_by("-pk")[: limit + 1])
    items: list[types.TournamentSummary] = [
        {
            "id": row.key,
            "title": row.title,
            "status": row.status,
            "languages": row.languages,
            "capacity": row.capacity,
            "entered": row.entered,
            "admission": row.admission,
            "rated": row.rated,
            "pace": row.pace,
            "starts_at": row.starts_at,
            "announced_at": row.announced_at,
            "organiser": named(row.creator),
        }
        for row in rows[:limit]
    ]
    return items, rows[limit - 1].key if len(rows) > limit else None


def _theirs(viewer: User, states: Sequence[str]) -> Q:
    """What somebody organises, what they are in by these states, and where a place may still be
    theirs; nothing that they withdrew from or that began without them."""
    hope = Q(state__in=["waiting", "asked"], tournament__began_at=None) | Q(
        state="asked", tournament__in=Tournament.that_take_latecomers().values("pk")
    )
    entered = Entry.objects.filter(hope | Q(state__in=states), person=viewer)
    shared = Organiser.objects.filter(person=viewer)
    return (
        Q(creator=viewer)
        | Q(pk__in=entered.values("tournament"))
        | Q(pk__in=shared.values("tournament"))
    )


def view(*, key: str, viewer: User | None) -> types.Tournament:
    """What was announced, how far it is, and what the viewer may do."""
    tournament = find(key, viewer)
    entries = Entry.objects.filter(tournament=tournament).values_list("state")
    states = {
        state: (people, seeded)
        for state, people, seeded in entries.annotate(Count("pk"), Count("seed_place"))
    }
    roles = permissions.roles(tournament, viewer)
    fixed = tournament.round_key(0)
    own = viewer and Entry.objects.filter(tournament=tournament, person=viewer).first()
    stages = list(Stage.objects.filter(tournament=tournament).order_by("number"))
    rounds = Round.objects.filter(tournament=tournament).values_list("status", "begins_at")
    drawn = list(rounds)
    return {
        "id": tournament.key,
        **cast(types.Announced, _columns(tournament, types.Announced)),
        "round_begins_at": next((at for status, at in drawn if status == "drawn"), None),
        "takes_entries": tournament.takes_people(stages, len(drawn)),
        "organisers": [named(person) for person in tournament.organising()],
        "points": points_table(tournament.points),
        "stages": [cast(types.Stage, _columns(stage, types.Stage)) for stage in stages],
        "lots": {
            "commitment": engine.commitment(tournament.seed.reveal()),
            "seed": None if tournament.is_live else tournament.seed.reveal().hex(),
            "deals": None if fixed is None else "sha256:" + fixed.reveal().hex(),
        },
        "winners": _winners(tournament),
        "moments": moments.best(tournament),
        "entered": states.get("entered", (0, 0))[0],
        "seeded": sum(states.get(state, (0, 0))[1] for state in _PLAY_OR_PLAYED),
        # Nobody waits for a place after the start.
        "waiting": 0 if tournament.has_begun else states.get("waiting", (0, 0))[0],
        "you": {"entry": own.number, "state": own.state, "confirmed_for": own.confirmed_for}
        if own
        else None,
        "may": sorted(
            action
            for action in permissions.MAY
            if not permissions.who_may(tournament, action).isdisjoint(roles) and action != "look"
        ),
    }


def points_table(name: str) -> types.PointsTable:
    by_size = {str(size): list(places) for size, places in scoring.POINTS[name].items()}
    return {"name": name, "by_size": by_size, "bye": scoring.shown(scoring.bye_points(name))}


def settings(*, key: str, viewer: User) -> dict[str, Any]:
    """What was announced, as another one is announced by it; the code for those at the desk."""
    tournament = find(key, viewer)
    told = tournament.settings()
    return told if permissions.may(tournament, viewer, "see desk") else told | {"code": ""}


def _columns(row: Model, of: type) -> dict[str, object]:
    """What a type names as the columns are named."""
    return {name: getattr(row, name) for name in of.__annotations__}


# So many places are named beside a tournament that is over.
PODIUM = 3


def _winners(tournament: Tournament) -> list[types.Winner]:
    """Who came first, second and third; nobody before the end."""
    if tournament.is_live:
        return []
    placed = Entry.objects.filter(tournament=tournament, final_place__lte=PODIUM)
    return [
        {"place": known(entry.final_place), **entry_view(entry)}
        for entry in placed.select_related("person").order_by("final_place")
    ]


def entries(*, key: str, viewer: User | None) -> list[types.Entry]:
    """Everybody who has asked to play, in the order of coming. Whom the organisers did not admit
    the organisers alone see, and who still asks."""
    tournament = find(key, viewer)
    found = Entry.objects.filter(tournament=tournament).select_related("person", "successor")
    if not permissions.may(tournament, viewer, "see desk"):
        found = found.exclude(state__in=["asked", "refused", "withdrawn"])
    return [
        {
            **entry_view(entry),
            "state": entry.state,
            "entered_at": entry.entered_at,
            "left_at": entry.left_at,
            "confirmed_for": entry.confirmed_for,
            "from_round": entry.from_round,
            "successor": entry.successor.number if entry.successor else None,
            "mark": None
            if entry.contribution is None
            else engine.mark(entry.contribution.reveal()).hex(),
            "seed": entry.seed_place,
            "team": entry.team,
            "fixed_table": entry.fixed_table,
            "fixed_place": entry.fixed_place,
        }
        for entry in found.order_by("number")
    ]


def history(*, handle: str) -> list[types.PlayedTournament]:
    """The public tournaments of a person, the latest first, and how they came out."""
    person = User.objects.filter(handle__iexact=handle, erased_at=None).first()
    if person is None:
        raise errors.NotFound
    placed = Count("tournament__entries", filter=Q(tournament__entries__final_place__isnull=False))
    played = (
        Entry.objects.filter(
            person=person, tournament__visibility="public", tournament__began_at__isnull=False
        )
        .select_related("tournament")
        .annotate(placed=placed)
        .order_by("-tournament_id")[:PAGE]
    )
    return [
        {
            "id": entry.tournament.key,
            "title": entry.tournament.title,
            "status": entry.tournament.status,
            "began_at": known(entry.tournament.began_at),
            "ended_at": entry.tournament.ended_at,
            "state": entry.state,
            "place": entry.final_place,
            "players": entry.placed or None,
        }
        for entry in played
    ]
