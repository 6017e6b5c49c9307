"""A person about themselves, below /api/v1/me: a file for each matter, its shapes beside it.

What a page does, these do by the same services.
"""
