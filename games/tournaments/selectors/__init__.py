"""Everything that reads tournaments, and the only thing that does.

Pages, exports and the API call it. Each function takes the viewer (None: nobody signed in), gives
what that viewer may know, and changes nothing.
"""

from games.tournaments.selectors.crossing import cross
from games.tournaments.selectors.desk import desk, objections, steps
from games.tournaments.selectors.exporting import FILES, export
from games.tournaments.selectors.listing import (
    entries,
    history,
    list_tournaments,
    points_table,
    settings,
    view,
)
from games.tournaments.selectors.mine import own
from games.tournaments.selectors.playing import rounds, standings, still_in
from games.tournaments.selectors.series import (
    list_series,
    own_series,
    series,
    series_title,
)
from games.tournaments.selectors.teams import teams
