"""The addresses of ratings: below /api/v1/, and the page."""

from django.urls import path, re_path

from games.ratings import api, pages

api_urls = [
    path("ratings", api.Leaderboard.as_view()),
    re_path(r"^people/(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})/ratings\Z", api.OfPerson.as_view()),
]
page_urls = [path("ratings", pages.ratings, name="ratings")]
