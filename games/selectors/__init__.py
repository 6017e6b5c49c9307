"""Everything that reads tables, and the only thing that does. Each function takes the viewer
(None: nobody signed in) and gives what that viewer may know."""

from games.selectors.feed import Cursor, Happening, feed_now, feed_of, feed_tail
from games.selectors.invitations import list_friends, list_invitations
from games.selectors.lists import list_games
from games.selectors.log import log, timeline
from games.selectors.record import record_text, view_at
from games.selectors.tables import Found, find_by_link, find_game, table_view
from games.selectors.talk import talk, unread
from games.selectors.turns import turns

__all__ = [
    "Cursor",
    "Found",
    "Happening",
    "feed_now",
    "feed_of",
    "feed_tail",
    "find_by_link",
    "find_game",
    "list_friends",
    "list_games",
    "list_invitations",
    "log",
    "record_text",
    "table_view",
    "talk",
    "timeline",
    "turns",
    "unread",
    "view_at",
]
