"""Every address of tournaments, below /api/v1/."""

from django.urls import include, path, re_path

from games.tournaments.api import serializers
from games.tournaments.api.views import desk, hooks, listing, playing, series

_tournament = [
    path("", listing.OneTournament.as_view()),
    path("/clone", listing.Clone.as_view()),
    path("/entries", listing.Entries.as_view()),
    path("/entries/me", listing.OwnEntry.as_view()),
    path("/confirmation", listing.Confirmation.as_view()),
    path("/standings", playing.Standings.as_view()),
    path("/teams", playing.Teams.as_view()),
    path("/rounds", playing.Rounds.as_view()),
    path("/events", playing.Events.as_view()),
    path("/hooks", hooks.TournamentHooks.as_view()),
    path("/objections", playing.Objections.as_view()),
    path("/me", playing.Own.as_view()),
    path("/desk", desk.Desk.as_view()),
    path("/steps", desk.Steps.as_view()),
    path("/import", desk.Import.as_view()),
    re_path(rf"^/export/(?P<file>{serializers.FILE_PATTERN})\Z", playing.Export.as_view()),
]
urlpatterns = [
    path("series", series.AllSeries.as_view()),
    re_path(r"^series/(?P<key>[2-9a-z]{16})\Z", series.OneSeries.as_view()),
    re_path(r"^tournaments/(?P<key>[2-9a-z]{16})", include(_tournament)),
    path("tournaments", listing.Tournaments.as_view()),
    re_path(
        r"^people/(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})/tournaments\Z",
        listing.History.as_view(),
    ),
]
