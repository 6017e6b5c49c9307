"""A game, a tournament or a person as a signed file that another site takes in."""

from games.moderation.moving.arriving import arrive
from games.moderation.moving.leaving import game, person, tournament
from games.moderation.moving.rows import Refused
from games.moderation.moving.signing import own_key, seal
