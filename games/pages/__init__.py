"""Pages for people with a browser: tables, lobby, replay, learning.

Addresses lead here; a page reads selectors, calls services and knows no rule. It shows nothing
that the API would not tell the same reader, works without a script, and carries no inline style.
"""
