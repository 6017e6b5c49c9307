"""Tables, seats, the move log and the talk, as PostgreSQL keeps them.

Selectors read and services write them; nobody else asks for rows. Moves and the feed are only ever
added to, and a model tells nobody anything.
"""

from games.models.evening import Evening, EveningVoice, FreeHours
from games.models.feed import Feed, IdempotentAnswer
from games.models.game import Game, Invitation, Seat
from games.models.log import Move
from games.models.orders import OrderList, OrderUse
from games.models.post import Correspondence, ReceivedMail
from games.models.published import PublishedMonth, PublishedPart
from games.models.talk import Message, Mute
from games.models.time import FormerPlayer, Heartbeat, Standstill
