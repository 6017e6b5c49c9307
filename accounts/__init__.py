"""People, programs and their keys: who is here, how they sign in, what they agreed to.

Every other room asks here who somebody is; they hang what they hold of a person on `rooms`. This
room knows nothing of games, letters or tournaments, and no secret of a person leaves it but by
`services`.
"""
