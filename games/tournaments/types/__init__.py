"""What is shown of a tournament, said once: pages, the API and letters tell these.

Selectors fill them in, and services what a step leads to. As in `games.types`, a type holds no
value that its reader may not know, and asks nobody.
"""

from games.tournaments.types.announced import (
    Announced,
    Entered,
    Entry,
    Moment,
    Named,
    PlayedTournament,
    PointsTable,
    Stage,
    Tournament,
    TournamentPage,
    TournamentSummary,
    Winner,
)
from games.tournaments.types.desk import (
    Desk,
    DeskLetters,
    DeskTable,
    Effects,
    Imported,
    Objection,
    Step,
    TakenImport,
    TakenStep,
)
from games.tournaments.types.playing import (
    Crossed,
    DrawQuality,
    Met,
    Needs,
    OwnTournament,
    OwnTournamentTable,
    StageStandings,
    TeamMember,
    TeamStanding,
    TieBreak,
    TournamentRound,
    TournamentSeat,
    TournamentStanding,
    TournamentTable,
)
from games.tournaments.types.series import Series, SeriesPage, SeriesStanding, SeriesSummary
