"""Announcing a tournament: what can be decided, and what of it fits together."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.lookalikes import clean_name
from accounts.models import LANGUAGES, User
from games import bots, engine, pace
from games.models import Game
from games.tournaments import errors, permissions, scoring, standings
from games.tournaments.models import Series, Stage, Tournament
from games.tournaments.pairing import LEAST, MOST
from games.tournaments.permissions import MOST_PEOPLE

MOST_STAGES = 6
MOST_ROUNDS = 40
MOST_OF_A_TEAM = 16
LONGEST_TITLE, LONGEST_TEXT = 80, 8000
# So many that are not over may one person have announced.
MOST_LIVE = 10
# And whoever was not given the right to.
FEW_LIVE = 2
# With fewer people one table is all there is, and whoever announces it has chosen who meets whom.
TWO_TABLES = 2 * LEAST


@transaction.atomic
def announce(
    *,
    person: User,
    title: str,
    capacity: int,
    stages: Sequence[dict[str, Any]],
    languages: Sequence[str] | None = None,
    **wishes: Any,
) -> Tournament:
    """Announce a tournament; whoever does is its first organiser. BadTournament names the field
    that is wrong. `wishes` are the fields of Tournament, `stages` those of Stage, in order."""
    most = permissions.most_people(person)
    if not most:
        raise errors.NotAllowed(why=permissions.announces_none())
    # Two at once must not both fit.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    live = Tournament.objects.filter(creator=person).exclude(status__in=["over", "cancelled"])
    most_live = MOST_LIVE if most == MOST_PEOPLE else FEW_LIVE
    if live.count() >= most_live:
        raise errors.NotAllowed(
            why=_(
                "You have {most} tournaments that are not over. Bring one to its end first."
            ).format(most=most_live)
        )
    tournament = Tournament(
        creator=person,
        title=title,
        capacity=capacity,
        languages=list(languages or [person.language]),
        **{
            "pace": pace.DEFAULT,
            "tie_breaks": list(standings.USUAL),
            **{name: wish for name, wish in wishes.items() if wish is not None},
        },
    )
    check(tournament)
    must_be_granted(tournament, most)
    made = stages_of(tournament, stages)
    tournament.due_at = first_look(tournament)
    tournament.save()
    Stage.objects.bulk_create(made)
    return tournament


def announce_like(*, key: str, person: User, **wishes: Any) -> Tournament:
    """Another one with the settings of this; `wishes` are what shall be otherwise. Who has not its
    desk knows no code, and gives one."""
    model = Tournament.objects.filter(key=key).first()
    if model is None:
        raise errors.NotFound
    told = model.settings()
    if not permissions.may(model, person, "see desk"):
        del told["code"]
    if model.series and model.creator_id != person.pk:
        del told["series"]
    if model.starts_at is not None and model.starts_at <= moment.now():
        del told["starts_at"]
    return announce(person=person, **(told | wishes))


def must_be_granted(tournament: Tournament, most: int) -> None:
    """What goes beyond a small tournament needs the right to announce; and one that is rated
    without it leaves nothing to whoever runs it that games could be won or lost by."""
    tournament.by_right = most == MOST_PEOPLE
    if tournament.capacity > most:
        _refuse(
            "capacity",
            _("You can announce one for {most} people. For more, ask the operator.").format(
                most=most
            ),
        )
    if not tournament.by_rules:
        return
    if tournament.capacity < TWO_TABLES:
        _refuse(
            "capacity",
            _(
                "To be rated it needs two tables, {least} people: at one nobody is drawn, all are "
                "chosen."
            ).format(least=TWO_TABLES),
        )
    if tournament.visibility != Tournament.Visibility.PUBLIC:
        _refuse("visibility", _("To be rated it has to be listed, for everybody to look at."))
    if (tournament.rating_min, tournament.rating_max) != (None, None):
        _refuse("rating_min", _("To be rated it has to be open for anybody to enter."))
    if tournament.admission != Tournament.Admission.OPEN:
        _refuse("admission", _("To be rated it has to be open for anybody to enter."))
    if tournament.round_for is not None:
        _refuse(
            "round_for",
            _("To be rated its games have to be played to their end: leave this out."),
        )


def stages_of(tournament: Tournament, wanted: Sequence[dict[str, Any]]) -> list[Stage]:
    made = [_stage(tournament, number, wish) for number, wish in enumerate(wanted, 1)]
    if not 1 <= len(made) <= MOST_STAGES:
        _refuse("stages", _("A tournament has 1 to {most} stages.").format(most=MOST_STAGES))
    return made


def first_look(tournament: Tournament) -> datetime | None:
    """When something is due in a tournament that takes entries."""
    if tournament.starts_at is None:
        return None
    if tournament.confirms == Tournament.Confirms.NEVER:
        return tournament.starts_at
    return tournament.starts_at - timedelta(seconds=tournament.confirm_for)


def check(tournament: Tournament) -> None:
    """BadTournament names the first field that cannot be as it is."""
    for field, choices in (
        ("visibility", Tournament.Visibility.values),
        ("edition", list(engine.EDITIONS)),
        ("pace", list(pace.PACES)),
        ("talk", list(Game.Talk.values)),
        ("admission", Tournament.Admission.values),
        ("start", Tournament.Start.values),
        ("confirms", Tournament.Confirms.values),
        ("at_deadline", Tournament.AtDeadline.values),
        ("points", list(scoring.POINTS)),
        ("late", list(scoring.LATE_RULES)),
        ("seeding", Tournament.Seeding.values),
    ):
        _choose(field, getattr(tournament, field), choices)
    for language in tournament.languages:
        _choose("languages", language, [code for code, _name in LANGUAGES])
    for name in tournament.tie_breaks:
        _choose("tie_breaks", name, list(standings.TIE_BREAKS))
    if len({*tournament.tie_breaks}) != len(tournament.tie_breaks):
        _refuse("tie_breaks", _("Name each of them once."))
    tournament.title = clean_name(tournament.title)
    if not 1 <= len(tournament.title) <= LONGEST_TITLE:
        _refuse("title", _("A title has 1 to {most} letters.").format(most=LONGEST_TITLE))
    if len(tournament.text) > LONGEST_TEXT or "\0" in tournament.text:
        _refuse("text", _("A text has {most} letters at most.").format(most=LONGEST_TEXT))
    if not tournament.languages:
        _refuse("languages", _("Name at least one language."))
    if not LEAST <= tournament.capacity <= MOST_PEOPLE:
        _refuse(
            "capacity",
            _("A tournament is for {least} to {most} people.").format(
                least=LEAST, most=MOST_PEOPLE
            ),
        )
    if (tournament.admission == "code") != bool(tournament.code):
        _refuse("code", _("Give a code if, and only if, people enter by one."))
    _check_tables(tournament)
    _check_times(tournament)
    _check_measures(tournament)
    _check_seeding(tournament)
    _check_series(tournament)
    if not 0 <= tournament.team_counts <= MOST_OF_A_TEAM:
        _refuse("team_counts", _("Choose 0 to {most}.").format(most=MOST_OF_A_TEAM))


def _check_tables(tournament: Tournament) -> None:
    if not LEAST <= tournament.seats <= MOST:
        _refuse("seats", _("A table has 3 to 5 seats."))
    if tournament.blind and not tournament.together:
        _refuse("blind", _("Only a table that asks everybody at once can play blind."))
    _choose("fill_with", tournament.fill_with, ["", *bots.BOTS])
    if tournament.rated and (tournament.bots_welcome or tournament.fill_with):
        _refuse("rated", _("A rated game is between people: leave the bots out."))


def _check_times(tournament: Tournament) -> None:
    if (tournament.start == "at") != (tournament.starts_at is not None):
        _refuse("starts_at", _("Give a time to start at if, and only if, it starts at one."))
    if tournament.starts_at is not None and tournament.starts_at <= moment.now():
        _refuse("starts_at", _("Choose a time to come."))
    for field, least, most in (
        ("confirm_for", 60, 30 * pace.DAY),
        ("break_for", 0, 30 * pace.DAY),
        ("first_break_for", 0, 30 * pace.DAY),
        ("round_for", 600, 366 * pace.DAY),
    ):
        seconds = getattr(tournament, field)
        if seconds is not None and not least <= seconds <= most:
            _refuse(
                field,
                _("Choose {least} to {most} seconds.").format(least=least, most=most),
            )
    if tournament.confirms == "rounds" and tournament.break_for < 60:
        _refuse("break_for", _("People need a break of a minute at least to confirm in."))
    if not 0 <= tournament.late_until <= MOST_ROUNDS:
        _refuse("late_until", _("Choose a round from 0 to {most}.").format(most=MOST_ROUNDS))


def _check_measures(tournament: Tournament) -> None:
    low, high = tournament.rating_min, tournament.rating_max
    if low is not None and high is not None and low > high:
        _refuse("rating_max", _("It must not be below the least rating."))


def _check_series(tournament: Tournament) -> None:
    own = Series.objects.filter(key=tournament.series, creator=tournament.creator)
    if tournament.series and not own.exists():
        _refuse("series", _("Name a series of your own, or none."))


def _check_seeding(tournament: Tournament) -> None:
    wanted = tournament.seeding == Tournament.Seeding.EARLIER
    if wanted != bool(tournament.seeded_from):
        _refuse("seeded_from", _("Name an earlier tournament if, and only if, it seeds this one."))
    over = Tournament.objects.filter(key=tournament.seeded_from, status="over")
    if wanted and not over.exists():
        _refuse("seeded_from", _("There is no such tournament that is over."))


def _stage(tournament: Tournament, number: int, wanted: dict[str, Any]) -> Stage:
    stage = Stage(
        tournament=tournament, number=number, **{k: v for k, v in wanted.items() if v is not None}
    )
    where = f"stages.{number - 1}."
    _choose(where + "format", stage.format, Stage.Format.values)
    if not 1 <= len(stage.sets) <= MOST_ROUNDS:
        _refuse(where + "sets", _("Name at least one set."))
    for name in stage.sets:
        _choose(where + "sets", name, list(engine.SETS))
    if not 0 <= stage.rounds <= MOST_ROUNDS:
        _refuse(where + "rounds", _("Choose a round from 0 to {most}.").format(most=MOST_ROUNDS))
    if stage.format in {"swiss", "final"} and not stage.rounds:
        _refuse(where + "rounds", _("Say how many rounds there shall be."))
    if stage.format == "knockout" and stage.rounds:
        _refuse(where + "rounds", _("A knock-out lasts until one table is left: leave this out."))
    if number == 1 and stage.takes is not None:
        _refuse(where + "takes", _("Everybody who enters is in the first stage."))
    if stage.takes is not None and stage.takes < LEAST:
        _refuse(where + "takes", _("A stage needs three at least."))
    entering = stage.takes if number > 1 else tournament.capacity
    if stage.format == "final" and not (entering and entering <= MOST):
        _refuse(where + "takes", _("A final is one table: 3 to 5 come into it."))
    if not 1 <= stage.through < MOST:
        _refuse(where + "through", _("One to four of a table go on."))
    if not 1 <= stage.divisions <= MOST_PEOPLE // LEAST:
        _refuse(where + "divisions", _("There are too many divisions, or none."))
    if not 0 <= stage.moving <= MOST_PEOPLE:
        _refuse(where + "moving", _("That many cannot change places."))
    return stage


def _choose(field: str, value: Any, choices: list[str]) -> None:
    if value not in choices:
        _refuse(field, _("Choose one of: {choices}.").format(choices=", ".join(choices)))


def _refuse(field: str, why: str) -> None:
    raise errors.BadTournament(field=field, why=why)
