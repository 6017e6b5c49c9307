"""Addresses of people's pages, of signing in, and of OAuth 2."""

from allauth.headless import urls as headless
from django.urls import include, path
from oauth2_provider import views as toolkit

from accounts.pages import guests, oauth, own, person, programs

# A namespace of this name, because the toolkit looks its own addresses up in it.
_oauth = [
    path(
        ".well-known/oauth-authorization-server",
        oauth.Metadata.as_view(),
        name="oauth-server-metadata",
    ),
    path(
        ".well-known/oauth-protected-resource",
        toolkit.OAuthProtectedResourceMetadataView.as_view(),
        name="oauth-resource-metadata",
    ),
    path("oauth/authorize/", oauth.Consent.as_view(), name="authorize"),
    path("oauth/token/", oauth.Keys.as_view(), name="token"),
    path("oauth/revoke/", toolkit.RevokeTokenView.as_view(), name="revoke-token"),
    path(
        "oauth/device-authorization/",
        oauth.DeviceBegin.as_view(),
        name="device-authorization",
    ),
    path("oauth/device/", oauth.DeviceCode.as_view(), name="device"),
    path(
        "oauth/device/<slug:client_id>/<slug:user_code>",
        toolkit.DeviceConfirmView.as_view(),
        name="device-confirm",
    ),
    path(
        "oauth/device/<slug:client_id>/<slug:user_code>/done",
        toolkit.DeviceGrantStatusView.as_view(),
        name="device-grant-status",
    ),
]

urlpatterns = [
    path("account/", person.overview, name="account"),
    path("account/profile", person.profile, name="profile"),
    path("account/handle", person.handle, name="handle"),
    path("account/holidays", person.holidays, name="holidays"),
    path("account/people", person.relations_page, name="relations"),
    path("account/tokens", programs.tokens, name="tokens"),
    path("account/bots", programs.bots_page, name="bots"),
    path("account/bots/<str:handle>", programs.bot, name="bot"),
    path("account/apps", programs.apps, name="apps"),
    path("account/connected", programs.connected, name="connected"),
    path("account/sessions/end", own.end_session, name="end_session"),
    path("account/access", own.access_page, name="access"),
    path("account/undo-address/<str:key>", own.undo_address, name="undo_address"),
    path("account/trail", own.trail, name="trail"),
    path("account/data", own.data, name="my_data"),
    path("account/leave/<str:key>", own.leave, name="leave"),
    path("account/keep", guests.keep, name="keep"),
    path("account/", include("allauth.urls")),
    path("people/<str:handle>", person.public, name="person"),
    path("people/<str:handle>/picture.svg", person.picture, name="picture"),
    path("terms", own.terms, name="terms"),
    path("", include((_oauth, "oauth2_provider"))),
    path("api/v1/auth/", include(headless)),
]
