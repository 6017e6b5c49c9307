"""A game, a tournament or a person as a signed file that another site takes in.

Two commands of the operator call it, `move_out` and `move_in`, and nothing else does. It writes
rows only where the whole file is signed, complete and replays to the same hashes, and it may
neither change what is here already nor tell anybody.
"""

from games.moderation.moving.arriving import arrive
from games.moderation.moving.leaving import game, person, tournament
from games.moderation.moving.rows import Refused
from games.moderation.moving.signing import own_key, seal
