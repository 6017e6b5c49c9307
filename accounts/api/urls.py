"""Addresses below /api/v1/ of what the API tells people about themselves."""

from django.urls import include, path, re_path

from accounts.api.views import (
    access,
    apps,
    bots,
    holidays,
    leaving,
    people,
    profile,
    relations,
    sessions,
    terms,
    tokens,
    trail,
)

_HANDLE = "(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})"
_ID = "(?P<id>[0-9a-f]{16})"

_mine = [
    path("", profile.Me.as_view()),
    path("/handle", profile.Handle.as_view()),
    path("/holidays", holidays.Holidays.as_view()),
    re_path(
        r"^/holidays/(?P<first_day>[0-9]{4}-[0-9]{2}-[0-9]{2})\Z", holidays.OneHoliday.as_view()
    ),
    path("/relations", relations.Relations.as_view()),
    re_path(
        rf"^/relations/(?P<kind>friend|mute|block)/{_HANDLE}\Z", relations.OneRelation.as_view()
    ),
    path("/tokens", tokens.Tokens.as_view()),
    re_path(rf"^/tokens/{_ID}\Z", tokens.OneToken.as_view()),
    path("/bots", bots.Bots.as_view()),
    re_path(rf"^/bots/{_HANDLE}\Z", bots.OneBot.as_view()),
    re_path(rf"^/bots/{_HANDLE}/tokens\Z", bots.BotTokens.as_view()),
    re_path(rf"^/bots/{_HANDLE}/tokens/{_ID}\Z", bots.OneBotToken.as_view()),
    path("/apps", apps.ConnectedApps.as_view()),
    re_path(r"^/apps/(?P<client_id>[A-Za-z0-9]{40})\Z", apps.ConnectedApp.as_view()),
    path("/sessions", sessions.Sessions.as_view()),
    re_path(rf"^/sessions/{_ID}\Z", sessions.OneSession.as_view()),
    path("/access", access.Access.as_view()),
    path("/trail", trail.Trail.as_view()),
    path("/terms", terms.OwnTerms.as_view()),
    path("/export", leaving.Export.as_view()),
    path("/deletion", leaving.Deletion.as_view()),
    path("/deletion/confirmation", leaving.Confirmation.as_view()),
]
urlpatterns = [
    path("me", include(_mine)),
    path("people", people.People.as_view()),
    re_path(rf"^people/{_HANDLE}\Z", people.OnePerson.as_view()),
]
