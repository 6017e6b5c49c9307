"""Tables, moves and talk: everything about playing.

Doors – pages, the API, letters, tasks – call `services` to change something and `selectors` to
read; nothing else does either. Nothing here may show a viewer more than `selectors` made of their
view. Only `games.tournaments`, `games.ratings` and `games.moderation` build on it, and it does not
know them.
"""
