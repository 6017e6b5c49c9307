"""The way into the REST API, for all of it: who calls, what may go wrong, how an answer looks.

Beside it `views.py`: what the API tells a person about themselves.
"""
