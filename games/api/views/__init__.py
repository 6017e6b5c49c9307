"""What is asked of games: a module for each part of the API."""

from games.api.serializers import happened
