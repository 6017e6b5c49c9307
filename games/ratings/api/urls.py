"""Addresses of ratings below /api/v1/."""

from django.urls import path, re_path

from games.ratings.api import views

urlpatterns = [
    path("ratings", views.Leaderboard.as_view()),
    re_path(r"^people/(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})/ratings\Z", views.OfPerson.as_view()),
]
