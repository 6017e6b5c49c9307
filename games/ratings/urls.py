"""The page of ratings."""

from django.urls import path

from games.ratings import pages

urlpatterns = [path("ratings", pages.ratings, name="ratings")]
