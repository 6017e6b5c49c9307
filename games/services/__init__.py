"""Everything that changes a table. One transaction each; every writer locks the game's row first –
but `play`, which as a rule writes only if nobody has written since it read – and whoever changes a
chair writes to its game's row as well (docs/decisions/1080).

Doors call it: pages, the API, letters, bots, clocks, organisers. All functions take keyword
arguments only, and raise games.errors.Refusal when they change nothing; none shows a table.
"""

from games.services.absence import offer_seat, open_seats, return_to_seat, take_over
from games.services.answers import answer_once
from games.services.beginning import can_begin
from games.services.bots import bots_waiting, let_bot_think, let_bots_move
from games.services.ending import agree_end, end_agreed, offer_end, resign, withdraw_end
from games.services.evenings import answer_evening, come, set_hours, sweep_evenings
from games.services.hooking import hook_table, own_hooks, tell_hooks
from games.services.invitations import decline, invite, mail_invitations, withdraw_invitation
from games.services.lobby import (
    cancel,
    close_unfilled,
    contribute,
    create_game,
    join,
    join_by_link,
    leave,
    remove,
    start,
)
from games.services.obeying import obey_orders, orders_due
from games.services.opening import open_tables
from games.services.ordering import give_orders, make_plan, revoke_orders, withdraw_plan
from games.services.pausing import offer_pause, withdraw_pause
from games.services.playing import POSITION, Played, Position, as_position, play
from games.services.practising import (
    bots_answer,
    play_and_let_answer,
    practice_of,
    practise,
    show_to_others,
)
from games.services.rebuilding import give_time_anew, rebuild
from games.services.refereeing import (
    TableOfRound,
    adjudicate,
    excuse_stood_in,
    extend,
    hand_to_stand_in,
    replace,
    run_clock,
    seat_game,
    stop_clock,
    waited_for,
)
from games.services.retention import forget_old_answers, prune_feed
from games.services.sitting import read_contribution
from games.services.standstill import run_clocks, stand_still, stop_clocks
from games.services.sweeping import sweep
from games.services.talking import mark_read, mute, say, unmute
from games.services.telling import changed_in_tournament, tell_of_tournament
from games.services.turn_notices import call, uncalled
from games.services.watching import watch
