"""Everything that changes a table. One transaction each; every writer locks the game's row first.

All take keyword arguments only, and raise games.errors.Refusal when they change nothing.
"""

from games.services.answers import answer_once, forget_old_answers
from games.services.bots import bots_waiting, let_bots_move
from games.services.calling import call, uncalled
from games.services.ending import agree_end, offer_end, resign, withdraw_end
from games.services.invitations import decline, invite, mail_invitations, withdraw_invitation
from games.services.lobby import (
    cancel,
    close_unfilled,
    create_game,
    join,
    join_by_link,
    leave,
    remove,
    start,
)
from games.services.playing import Played, play
from games.services.refereeing import adjudicate, extend, hand_to_stand_ins, replace, seat_game
from games.services.rules import carry_over
from games.services.talking import mark_read, mute, say, unmute
from games.services.telling import prune_feed
from games.services.watching import watch

__all__ = [
    "Played",
    "adjudicate",
    "agree_end",
    "answer_once",
    "bots_waiting",
    "call",
    "cancel",
    "carry_over",
    "close_unfilled",
    "create_game",
    "decline",
    "extend",
    "forget_old_answers",
    "hand_to_stand_ins",
    "invite",
    "join",
    "join_by_link",
    "leave",
    "let_bots_move",
    "mail_invitations",
    "mark_read",
    "mute",
    "offer_end",
    "play",
    "prune_feed",
    "remove",
    "replace",
    "resign",
    "say",
    "seat_game",
    "start",
    "uncalled",
    "unmute",
    "watch",
    "withdraw_end",
    "withdraw_invitation",
]
