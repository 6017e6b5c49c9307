"""A person about themselves, below /api/v1/me: a file for each matter.

Programs and the person's own browser ask here. What a page does, these do by the same services;
they hold no query and no rule of their own.
"""
