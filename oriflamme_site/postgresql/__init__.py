"""Django's PostgreSQL, with a cheaper look at whether a pooled connection still lives.

The settings name it as the engine of the database. It changes no query, and what a statement may
take comes from the server.
"""
