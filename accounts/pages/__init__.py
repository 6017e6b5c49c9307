"""Pages of an account: profile, keys, bots, what is kept, and leaving.

People with a browser come here, for themselves; of others they see one page. A page calls the
services of this room, and does nothing that the API would not.
"""
