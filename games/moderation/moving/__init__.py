"""A game, a tournament or a person as a signed file that another site takes in,
whole or not at all.

The commands `move_out` and `move_in` call it, for the operators of both sites. It changes no game:
what arrives has the hash that it left with, and is what its log says.
"""

from games.moderation.moving.exporting import game, person, tournament
from games.moderation.moving.importing import arrive
from games.moderation.moving.rows import Refused
from games.moderation.moving.signing import own_key, seal
