"""What may be sent to games, field by field, and how their events are described.

Views read requests by these; what they answer is typed in `games.types`, and made by selectors.
Nothing here asks the database or knows a rule: a move is judged by services.
"""
