"""What is shown of a tournament, said once: see `games.types`."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, TypedDict

from accounts.models import LANGUAGES
from games import engine, pace
from games.engine.types import Blank, Count, OneOf, Within
from games.models import Game
from games.tournaments import models, scoring, tie_breaks
from games.tournaments.permissions import MAY

Status = Annotated[str, OneOf(lambda: models.Tournament.Status.values)]
State = Annotated[str, OneOf(lambda: models.Entry.State.values)]


def _steps() -> Iterable[str]:
    from games.tournaments.services.desk import CHOICES  # which tells what a step does

    return CHOICES


def _kinds() -> Iterable[str]:
    from games.tournaments.services.desk import KINDS

    return KINDS


class Named(TypedDict):
    handle: Annotated[str | None, "Null for a former player, and for a stand-in."]
    name: Annotated[str, "How they are called."]
    bot: Annotated[bool, "It is a bot."]


class Entered(TypedDict):
    entry: Annotated[Count, "Their number in this tournament."]
    player: Annotated[Named, "Who it is."]


class TournamentSummary(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it is called."]
    status: Annotated[Status, "How far it is."]
    languages: Annotated[list[str], "What is spoken."]
    capacity: Annotated[Count, "How many may play."]
    entered: Annotated[Count, "How many have entered."]
    admission: Annotated[str, OneOf(lambda: models.Tournament.Admission.values), "Who may enter."]
    rated: Annotated[bool, "It counts for ratings."]
    pace: Annotated[str, OneOf(lambda: pace.PACES), "Time for a decision."]
    starts_at: Annotated[datetime | None, "When it begins, if at a time."]
    announced_at: Annotated[datetime, "When it was announced."]
    organiser: Annotated[Named, "Who announced it."]


class TournamentPage(TypedDict):
    items: Annotated[list[TournamentSummary], "The tournaments."]
    next: Annotated[str | None, "Send it as `cursor` for more; null at the end."]


class Stage(TypedDict):
    number: Annotated[int, Within(1), "Its place among the stages."]
    format: Annotated[
        str, OneOf(lambda: models.Stage.Format.values), "How people are put together."
    ]
    sets: Annotated[list[str], "Which boxes are played, round by round in turn."]
    rounds: Annotated[Count, "How many rounds; 0: as many as it takes."]
    takes: Annotated[Count | None, "How many come in from the stage before; null: all."]
    through: Annotated[Count, "Knock-out: how many of a table go on."]
    divisions: Annotated[Count, "League: how many divisions."]
    moving: Annotated[Count, "League: how many change places between two divisions."]
    carries: Annotated[bool, "Points of the stage before count on."]
    status: Annotated[str, OneOf(lambda: models.Stage.Status.values), "How far it is."]


class PointsTable(TypedDict):
    name: Annotated[str, OneOf(lambda: scoring.POINTS), "The table's name."]
    by_size: Annotated[
        dict[str, list[int]], "By the number of seats: what each place is worth. Ties share."
    ]
    bye: Annotated[float, "What a bye is worth."]


class Lots(TypedDict):
    commitment: Annotated[str, "`sha256:` of the seed: nobody can change it any more."]
    seed: Annotated[str | None, "The seed of all lots in hex, when it is over."]
    deals: Annotated[
        str | None,
        "`sha256:` of the chain of keys that the tables of each round are dealt from; null, where "
        "the site draws for each table.",
    ]


class Winner(Entered):
    place: Annotated[Count, "1 has won."]


class OwnEntry(TypedDict):
    entry: Annotated[Count, "Your number."]
    state: Annotated[State, "What has become of the entry."]
    confirmed_for: Annotated[Count, "The last round that you have confirmed; 0: none."]


class Announced(TypedDict):
    """Columns of a tournament, by their names."""

    title: Annotated[str, "What it is called."]
    text: Annotated[str, Blank(), "What it is about."]
    languages: Annotated[list[Annotated[str, OneOf(lambda: LANGUAGES)]], "What is spoken."]
    visibility: Annotated[
        str, OneOf(lambda: models.Tournament.Visibility.values), "Whether it is listed."
    ]
    status: Annotated[Status, "How far it is."]
    edition: Annotated[str, OneOf(lambda: engine.EDITIONS), "Whose reading of Ambush."]
    pace: Annotated[str, OneOf(lambda: pace.PACES), "Time for a decision."]
    talk: Annotated[str, OneOf(lambda: Game.Talk.values), "Whether players talk at tables."]
    seats: Annotated[Count, "How many a table shall have."]
    exact_seats: Annotated[bool, "No table has another size; who is left over has a bye."]
    rated: Annotated[bool, "It counts for ratings."]
    admission: Annotated[str, OneOf(lambda: models.Tournament.Admission.values), "Who may enter."]
    bots_welcome: Annotated[bool, "Accounts of bots may enter."]
    fill_with: Annotated[
        str, Blank(), "Which bot of ours takes seats that are left at smaller tables; empty: none."
    ]
    conduct_min: Annotated[Count | None, "The least reliability."]
    rating_min: Annotated[Count | None, "The least rating."]
    rating_max: Annotated[Count | None, "The highest rating."]
    capacity: Annotated[Count, "How many may play."]
    start: Annotated[str, OneOf(lambda: models.Tournament.Start.values), "When it begins."]
    starts_at: Annotated[datetime | None, "The time it begins at, if it does."]
    confirms: Annotated[
        str,
        OneOf(lambda: models.Tournament.Confirms.values),
        "When people are asked whether they will play.",
    ]
    confirm_for: Annotated[Count, "For how many seconds they are asked."]
    confirm_until: Annotated[datetime | None, "Until when they are asked now."]
    round_for: Annotated[Count | None, "How many seconds a round may take."]
    at_deadline: Annotated[
        str,
        OneOf(lambda: models.Tournament.AtDeadline.values),
        "What happens to tables that are late.",
    ]
    break_for: Annotated[Count, "Seconds between two rounds."]
    first_break_for: Annotated[Count, "Seconds from the draw of the first round to its beginning."]
    tie_breaks: Annotated[list[str], "What decides among equals, in this order."]
    late: Annotated[
        str, OneOf(lambda: scoring.LATE_RULES), "What a latecomer has for each missed round."
    ]
    late_until: Annotated[Count, "Up to which round people may still come."]
    seeding: Annotated[
        str,
        OneOf(lambda: models.Tournament.Seeding.values),
        "In which order people come into the first stage, behind those with a seed.",
    ]
    seeded_from: Annotated[str, Blank(), "The id of the tournament whose places seed this one."]
    series: Annotated[str, Blank(), "The id of the series it is part of."]
    team_counts: Annotated[Count, "How many of a team's best count for it; 0: there are no teams."]
    announced_at: Annotated[datetime, "When it was announced."]
    began_at: Annotated[datetime | None, "When it began."]
    ended_at: Annotated[datetime | None, "When it ended."]
    paused_at: Annotated[datetime | None, "Since when it is paused."]


class Tournament(Announced):
    id: Annotated[str, "The tournament's id."]
    round_begins_at: Annotated[
        datetime | None, "When the round begins that is drawn; null: none is."
    ]
    organisers: Annotated[list[Named], "Who has the desk."]
    points: Annotated[PointsTable, "What places are worth."]
    stages: Annotated[list[Stage], "In order."]
    lots: Annotated[Lots, "What all chance comes from."]
    winners: Annotated[list[Winner], "The first three; none before the end."]
    entered: Annotated[Count, "How many play."]
    waiting: Annotated[Count, "How many are on the waiting list."]
    you: Annotated[OwnEntry | None, "Your entry, if you have one."]
    may: Annotated[list[Annotated[str, OneOf(lambda: sorted(MAY))]], "What you may do here."]


class Entry(Entered):
    state: Annotated[State, "What has become of the entry."]
    entered_at: Annotated[datetime, "When they entered."]
    left_at: Annotated[datetime | None, "When they left."]
    confirmed_for: Annotated[Count, "The last round they have confirmed; 0: none."]
    from_round: Annotated[Count, "The first round they play in."]
    successor: Annotated[Count | None, "The number of who plays on for them."]
    mark: Annotated[
        str | None,
        "The SHA-256 of what they contribute to the deals of their tables; null: the site draws.",
    ]
    seed: Annotated[Count | None, "Their seed, 1 being the best; null: they have none."]
    team: Annotated[str, Blank(), "For which team they play, where there are teams."]


class TeamMember(Entered):
    points: Annotated[Count, "One, and one for each whom they stand before; 0 before the start."]
    counts: Annotated[bool, "Whether they are of its best, which count."]


class TeamStanding(TypedDict):
    place: Annotated[Count, "Equals share one."]
    team: Annotated[str, "Its name."]
    points: Annotated[Count, "Those of its best added up."]
    members: Annotated[list[TeamMember], "The best first."]


class PlayedTournament(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it was called."]
    status: Annotated[Status, "How far it is."]
    began_at: Annotated[datetime, "When it began."]
    ended_at: Annotated[datetime | None, "When it ended."]
    state: Annotated[State, "What has become of the entry."]
    place: Annotated[Count | None, "The final place."]
    players: Annotated[Count | None, "Of how many."]


class TieBreak(TypedDict):
    name: Annotated[str, OneOf(lambda: tie_breaks.TIE_BREAKS), "Which one."]
    value: Annotated[float, "Its number; the larger is better."]
    exact: Annotated[str, "The same as a fraction."]
    facts: Annotated[dict[str, str], "What the number was made from."]


class TournamentStanding(Entered):
    state: Annotated[State, "What has become of the entry."]
    place: Annotated[int, Within(1), "Equals share one."]
    points: Annotated[float, "All points."]
    tables: Annotated[Count, "At how many tables they have a result."]
    byes: Annotated[Count, "How many byes they had."]
    tie_breaks: Annotated[list[TieBreak], "In the order in which they decide."]


class Division(TypedDict):
    division: Annotated[Count, "Counted from 0, the highest."]
    rows: Annotated[list[TournamentStanding], "The best first."]


class StageStandings(TypedDict):
    stage: Annotated[Count, "Which stage."]
    format: Annotated[
        str, OneOf(lambda: models.Stage.Format.values), "How people are put together."
    ]
    status: Annotated[str, OneOf(lambda: models.Stage.Status.values), "How far it is."]
    rounds_played: Annotated[Count, "How many of its rounds are over."]
    goes_on: Annotated[Count | None, "How many go on from here; null: nobody is cut."]
    divisions: Annotated[list[Division], "One, but for a league."]


class TournamentSeat(Entered):
    seat: Annotated[Count | None, "Their seat in the game."]
    was_late: Annotated[
        bool, "The table waited for them when its time was over, or the desk decided."
    ]
    rank: Annotated[Count | None, "Their rank at this table."]
    influence: Annotated[int | None, "Their influence."]
    points: Annotated[float | None, "What they got."]


class TournamentTable(TypedDict):
    table: Annotated[Count, "Its number in the round."]
    division: Annotated[Count, "Counted from 0."]
    game: Annotated[str | None, "The game's id, once it has begun."]
    result: Annotated[
        Annotated[str, OneOf(lambda: [how for how in models.TournamentTable.How.values if how])]
        | None,
        "How it came to its result; null: it has none yet.",
    ]
    deadline: Annotated[datetime | None, "When it has to be over."]
    seats: Annotated[list[TournamentSeat], "In turn order: the first begins."]


class Bye(Entered):
    points: Annotated[float, "What they got."]


class DrawQuality(TypedDict):
    division: Annotated[Count, "Counted from 0."]
    repeats: Annotated[Count, "How often those at one table have met before, over all pairs."]
    least_repeats: Annotated[Count, "Fewer are impossible."]
    spread: Annotated[Count, "Squared distances of points from their table's mean, in small units."]
    least_spread: Annotated[Count, "Less is impossible."]
    widest: Annotated[Count, "The largest difference of points at one table, in sixtieths."]
    lean: Annotated[
        Count, "How far the turn order of all rounds is from even, for who is worst off."
    ]


class TournamentRound(TypedDict):
    round: Annotated[Count, "Counted through the tournament."]
    stage: Annotated[Count, "Of which stage."]
    status: Annotated[str, OneOf(lambda: models.Round.Status.values), "How far it is."]
    drawn_at: Annotated[datetime, "When it was drawn."]
    begins_at: Annotated[datetime, "When it begins."]
    began_at: Annotated[datetime | None, "When it began."]
    deadline: Annotated[datetime | None, "When it has to be over."]
    ended_at: Annotated[datetime | None, "When it ended."]
    drawn_again: Annotated[Count, "How often it was drawn anew."]
    lot: Annotated[str, "What it was drawn with: SHA-256 of `SEED stage N round N draw N`."]
    quality: Annotated[list[DrawQuality], "How good the draw is, beside what is possible."]
    tables: Annotated[list[TournamentTable], "Its tables."]
    byes: Annotated[list[Bye], "Who rests."]


class OwnTournamentTable(TournamentTable):
    round: Annotated[Count, "Of which round."]


class Needs(TypedDict):
    places: Annotated[Count, "How many go on; in a knock-out: of each table."]
    rounds_left: Annotated[Count | None, "How many rounds are to come."]
    points_at_the_cut: Annotated[float | None, "What the last of them has now, you aside."]
    enough: Annotated[
        float | None,
        "With so many more points you are through whatever happens; null: not in your hands alone.",
    ]
    sure: Annotated[bool, "You are through."]
    out: Annotated[bool, "You cannot go on any more."]


class OwnTournament(TypedDict):
    entry: Annotated[Count, "Your number."]
    state: Annotated[State, "What has become of the entry."]
    confirm_until: Annotated[datetime | None, "Until when you are asked whether you play."]
    confirmed: Annotated[bool, "You have said that you will play the next round."]
    standing: Annotated[TournamentStanding | None, "How you stand."]
    tables: Annotated[list[OwnTournamentTable], "Your tables, the last first."]
    needs: Annotated[Needs | None, "What it takes to go on; null: nobody is cut."]


class WaitingEntry(Entered):
    entered_at: Annotated[datetime, "When they entered."]


class DeskTable(TournamentTable):
    status: Annotated[
        Annotated[str, OneOf(lambda: Game.Status.values)] | None, "How far the game is."
    ]
    waits_for: Annotated[Named | None, "Who decides now."]
    since: Annotated[datetime | None, "Since when."]
    moves: Annotated[Count | None, "How many moves were made."]


class Objection(TypedDict):
    number: Annotated[Count, "Its number in this tournament."]
    round: Annotated[Count, "The round of the table."]
    table: Annotated[Count, "The table's number."]
    game: Annotated[str | None, "The table's game."]
    by: Annotated[Named | None, "Who objected; null: not told to you."]
    text: Annotated[str, Blank(), "What is not right; empty: not told to you."]
    at: Annotated[datetime, "When."]
    outcome: Annotated[
        str,
        Blank(),
        OneOf(lambda: models.Objection.Outcome.values),
        "`upheld` or `refused`; empty: it waits for an answer.",
    ]
    answer: Annotated[str, Blank(), "What the organisers answered."]
    answered_at: Annotated[datetime | None, "When."]
    public: Annotated[bool, "Everybody may read the answer."]


class Desk(TypedDict):
    round: Annotated[Count | None, "The round that is drawn or played."]
    round_status: Annotated[
        Annotated[str, OneOf(lambda: models.Round.Status.values)] | None, "How far it is."
    ]
    deadline: Annotated[datetime | None, "When it has to be over."]
    paused_at: Annotated[datetime | None, "Since when all is paused."]
    code: Annotated[str | None, "The code to enter by."]
    can_undo: Annotated[str | None, "The step that `undo` would take back."]
    asking: Annotated[list[WaitingEntry], "Who asks to be admitted."]
    not_confirmed: Annotated[list[WaitingEntry], "Who has not said that they will play."]
    tables: Annotated[list[DeskTable], "The tables of the round."]
    objections: Annotated[list[Objection], "Those that wait for an answer."]


class Step(TypedDict):
    id: Annotated[Count, "Its number."]
    step: Annotated[str, OneOf(_kinds), "What was done."]
    by: Annotated[Named | None, "Who did it."]
    at: Annotated[datetime, "When."]
    reason: Annotated[str, Blank(), "Why."]
    facts: Annotated[dict[str, object], "What was asked for."]
    undoes: Annotated[Count | None, "Which step it took back."]
    undone: Annotated[bool, "It was taken back."]
    can_be_undone: Annotated[bool, "`undo` would take it back now."]


class ChangedStanding(TypedDict):
    stage: Annotated[Count, "In which stage."]
    entry: Annotated[Count, "Whose."]
    handle: Annotated[str, "Their handle."]
    place: Annotated[list[int | None], "Before and after."]
    points: Annotated[list[float | None], "Before and after."]


class ChangedTable(TypedDict):
    round: Annotated[Count, "In which round."]
    table: Annotated[Count, "Which table."]
    before: Annotated[list[str], "Who sat there."]
    after: Annotated[list[str], "Who sits there now."]


class ChangedCut(TypedDict):
    stage: Annotated[Count, "A stage that is over."]
    more: Annotated[list[str], "Who would have gone on from it."]
    fewer: Annotated[list[str], "Who would not have."]


class DeskLetters(TypedDict):
    kind: Annotated[str, "What kind of letter."]
    handles: Annotated[list[str], "Who has it."]


class Effects(TypedDict):
    standings: Annotated[list[ChangedStanding], "Places and points that change."]
    tables: Annotated[list[ChangedTable], "Tables that change."]
    would_go_on: Annotated[
        list[ChangedCut], "Cuts that were made and would be others now; they stay as they are."
    ]
    letters: Annotated[Count, "How many letters go out."]
    letters_to: Annotated[list[DeskLetters], "Which letters, and to whom."]


class TakenStep(TypedDict):
    id: Annotated[Count | None, "The step's number; null for a dry run."]
    step: Annotated[str, OneOf(_steps), "What was asked for."]
    done: Annotated[bool, "It was done; false for a dry run."]
    can_be_undone: Annotated[bool, "`undo` can take it back, as long as it is the last."]
    effects: Annotated[Effects, "What it does."]


class Imported(TypedDict):
    handle: Annotated[str, "Who."]
    state: Annotated[str, Blank(), "What became of it; empty: nothing."]
    why: Annotated[str, Blank(), "Why nothing did."]


class Met(Entered):
    """With whom somebody sat at a table: how often ahead of them, how often behind."""

    ahead: int
    behind: int


class Crossed(Entered):
    met: list[Met]


class SeriesSummary(TypedDict):
    id: Annotated[str, "The series' id: a tournament's `series`."]
    title: Annotated[str, "What it is called."]
    counts: Annotated[Count | None, "How many of somebody's best results count; null: all."]
    organiser: Annotated[Named, "Whose it is."]
    created_at: Annotated[datetime, "When it was begun."]


class SeriesPage(TypedDict):
    items: Annotated[list[SeriesSummary], "The series."]
    next: Annotated[str | None, "Send it as `cursor` for more; null at the end."]


class SeriesEvent(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it is called."]
    status: Annotated[Status, "How far it is."]


class SeriesResult(TypedDict):
    tournament: Annotated[str, "The tournament's id."]
    place: Annotated[Count, "The final place in it."]
    points: Annotated[Count, "One, and one for each who was left behind."]
    counts: Annotated[bool, "It is among the best, which are added up."]


class SeriesStanding(TypedDict):
    place: Annotated[Count, "Equals share one."]
    player: Annotated[Named, "Who."]
    points: Annotated[Count, "Of the results that count."]
    won: Annotated[Count, "How many tournaments they won."]
    results: Annotated[list[SeriesResult], "In the order of the tournaments."]


class Series(SeriesSummary):
    events: Annotated[list[SeriesEvent], "Its public tournaments, the oldest first."]
    standings: Annotated[list[SeriesStanding], "Over those that are over."]
