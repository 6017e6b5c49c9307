"""What is shown of a table, said once: types for who reads it, and the schema of the API.

`games.selectors` fill them in, `oriflamme_site.rest.typed` makes serializers of them; what is
the game's own is in `games.engine.types`. A type holds no value that its reader may not know, and
asks nobody. How to add a field: docs/adding-a-field.md.
"""

from games.types.around import Card, Conduct, Friend, HouseBot, Invitation, PublishedMonth, Unread
from games.types.deal import Contribution, DealPaper, Dealt, RoundOfDeal
from games.types.evenings import Evening, EveningPlan, FreeTime
from games.types.events import (
    CameOfIt,
    Event,
    LogEntry,
    Message,
    Moved,
    MovesNewsFacts,
    NewsFacts,
    NewsPage,
    Played,
    StreamEvent,
    TableNewsFacts,
    TalkNewsFacts,
    TimelineEntry,
    Told,
)
from games.types.orders import OrderNow, Orders, OrderUse, StandingOrders
from games.types.plans import AsksAll, Plan, Planned
from games.types.refusals import IndexFacts, MoveFacts, OrdersFacts, StaleFacts
from games.types.table import (
    ExportedGame,
    ExportEnd,
    Game,
    GamePage,
    GameSummary,
    MoveOption,
    Option,
    Pace,
    Player,
    Question,
    Seat,
    SeatClock,
    Turn,
)
from games.types.webhooks import OwnEvent, TableEvent, TournamentEvent
