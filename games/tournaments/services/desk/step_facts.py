"""What a step may be told, and finding what it names."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.models.knowing import seen
from games.tournaments import errors, importing, types
from games.tournaments.models import Entry, Round, Tournament, TournamentTable


@dataclass
class Wish:
    """One step of the desk, as it was asked for; which of these it needs, the step says."""

    by: User
    reason: str = ""
    handle: str = ""
    other: str = ""
    round: int | None = None
    table: int | None = None
    place: int | None = None
    hours: int | None = None
    seed: int | None = None
    team: str = ""
    objection: int | None = None
    public: bool = False
    points: float | None = None
    how: str = ""
    words: str = ""
    title: str = ""
    text: str | None = None
    capacity: int | None = None
    starts_at: datetime | None = None
    # `change`: what was announced, field by field, as it shall be.
    settings: dict[str, Any] = field(default_factory=dict)
    results: list[dict[str, Any]] = field(default_factory=list)
    # `import`: who is on the list, and what became of each.
    rows: Sequence[importing.Row] = ()
    outcomes: list[types.Imported] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        said = {
            name: getattr(self, name)
            for name in (
                *("handle", "other", "round", "table", "place", "hours", "seed", "points", "how"),
                *("results", "team", "title", "text", "capacity", "objection", "public"),
            )
        }
        if self.starts_at is not None:
            said["starts_at"] = self.starts_at.isoformat()
        # Their names alone: a code is for those who are given it, and a record for everybody.
        said["settings"] = sorted(self.settings)
        said["entered"] = [one["handle"] for one in self.outcomes if not one["why"]]
        return {name: value for name, value in said.items() if value not in (None, "", [], False)}

    def announced(self) -> dict[str, Any]:
        """What `change` was asked for: by itself, or among the settings."""
        alone = {name: getattr(self, name) for name in ("title", "text", "capacity", "starts_at")}
        return {
            name: value for name, value in alone.items() if value not in (None, "")
        } | self.settings

    def must_have_reason(self) -> None:
        if not self.reason.strip():
            refuse("reason", _("Say why: everybody in the tournament can read it."))

    def person(self, name: str = "handle") -> User:
        handle = getattr(self, name)
        found = User.objects.filter(handle__iexact=handle, is_active=True).first()
        if not handle or found is None:
            refuse(name, _("There is nobody called {name}.").format(name=handle))
        return found

    def entry(self, tournament: Tournament, name: str = "handle") -> Entry:
        found = (
            Entry.objects.filter(tournament=tournament, person__handle__iexact=getattr(self, name))
            .select_related("person")
            .first()
        )
        if found is None:
            refuse(name, _("Nobody of that name is in this tournament."))
        return found

    def playing(self, tournament: Tournament, name: str = "handle") -> Entry:
        entry = self.entry(tournament, name)
        if not entry.plays:
            refuse(name, _("They do not play in this tournament any more."))
        return entry

    def the_table(self, tournament: Tournament) -> TournamentTable:
        """By its number, of the round that is named, or of the one that is played."""
        rounds = Round.objects.filter(tournament=tournament)
        asked = rounds.filter(ordinal=self.round) if self.round else rounds.order_by("-ordinal")
        found = asked.first()
        table = found.tables.filter(number=self.table or 0).first() if found else None
        if table is None:
            refuse("table", _("There is no such table in that round."))
        return table

    def must_be_no_party(self, game: Game) -> None:
        if seen(game.pk, self.by).is_party:
            refuse(
                "table",
                _(
                    "You play at this table yourself, or an app of yours does. Leave it to another "
                    "organiser."
                ),
            )

    def must_be_no_party_to(self, entry: Entry) -> None:
        """Nor to the game that somebody else plays just now."""
        tables = TournamentTable.objects.filter(sittings__entry=entry, how="")
        running = tables.filter(game__status=Game.Status.RUNNING)
        for table in running.select_related("game").defer("game__state"):
            self.must_be_no_party(the_game(table))

    def span(self) -> timedelta:
        if self.hours is None or not 1 <= self.hours <= 24 * 60:
            refuse("hours", _("Choose 1 to {most} hours.").format(most=24 * 60))
        return timedelta(hours=self.hours)


def drawn_round(tournament: Tournament) -> Round:
    found = Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN).first()
    if found is None:
        raise errors.NotNow(why=_("No round is drawn that has not begun."))
    return found


def running_round(tournament: Tournament) -> Round:
    found = Round.objects.filter(tournament=tournament, status=Round.Status.RUNNING).first()
    if found is None:
        raise errors.NotNow(why=_("No round is being played."))
    return found


def the_game(table: TournamentTable) -> Game:
    if table.game is None:
        raise errors.NotNow(why=_("This table has not begun."))
    return table.game


def must_run(table: TournamentTable) -> Game:
    game = the_game(table)
    if table.how or game.status != Game.Status.RUNNING:
        raise errors.NotNow(why=_("This table is over."))
    return game


def refuse(field_name: str, why: str) -> NoReturn:
    raise errors.BadTournament(field=field_name, why=why)
