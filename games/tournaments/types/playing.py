"""Standings, teams, rounds and tables; how somebody stands."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.types import Count, OneOf, Within
from games.tournaments import models, standings
from games.tournaments.types.announced import Entered, State


class TieBreak(TypedDict):
    name: Annotated[str, OneOf(lambda: standings.TIE_BREAKS), "Which one."]
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


class TeamMember(Entered):
    points: Annotated[Count, "One, and one for each whom they stand before; 0 before the start."]
    counts: Annotated[bool, "Whether they are of its best, which count."]


class TeamStanding(TypedDict):
    place: Annotated[Count, "Equals share one."]
    team: Annotated[str, "Its name."]
    points: Annotated[Count, "Those of its best added up."]
    members: Annotated[list[TeamMember], "The best first."]


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
    bots: Annotated[Count, "Bots of ours that sit behind them."]


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
    may_object: Annotated[
        bool,
        "You may object to what it comes to: until three days after its end, once.",
    ]


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
    standing: Annotated[
        TournamentStanding | None, "How you stand in the last stage that you came to."
    ]
    place: Annotated[Count | None, "Your place of all; null: it is not over, or you have none."]
    tables: Annotated[list[OwnTournamentTable], "Your tables, the last first."]
    needs: Annotated[Needs | None, "What it takes to go on; null: nobody is cut."]


class Met(Entered):
    """With whom somebody sat at a table: how often ahead of them, how often behind."""

    ahead: int
    behind: int


class Crossed(Entered):
    met: list[Met]
