"""Everything that reads tables, and the only thing that does.

Pages, the API, letters and other rooms call it. Each function takes the viewer (None: nobody signed
in), gives what that viewer may know, in a fixed number of queries, and changes nothing.
"""

from games.selectors.bots import list_bots
from games.selectors.conduct import conduct
from games.selectors.dealing import deal_of, deal_view
from games.selectors.evenings import evening_of
from games.selectors.feed import Cursor, feed_now, feed_of, feed_tail
from games.selectors.invitations import invitation, list_friends, list_invitations
from games.selectors.lists import last_opened, list_games, summaries
from games.selectors.log import log, timeline
from games.selectors.orders import for_letter, order_reader, read_lines, standing_orders
from games.selectors.people import deadline
from games.selectors.plans import has_said, plan
from games.selectors.record import record_text, view_at
from games.selectors.tables import find_by_link, find_game
from games.selectors.talk import talk, unread
from games.selectors.turns import turns
