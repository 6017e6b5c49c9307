"""What is asked of games: a module for each part of the API.

Addresses lead here; selectors and services do the work. A view says what it takes, answers and
refuses, and decides nothing.
"""

from games.api.serializers import happened
