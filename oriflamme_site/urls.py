"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from oriflamme_site import pages
from oriflamme_site.rest import outside

# Staff come in like everybody else: with their second factor, throttled, in the trail.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    # In the order of how often each is asked for; patterns are tried one after the other.
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("games.tournaments.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("oriflamme_site.rest.urls")),
    path("api/v1/", include("games.ratings.api.urls")),
    path("api/v1/", include("notifications.api.urls")),
    path("api/v1/", include("games.moderation.api.urls")),
    # Signing in by API lies below the same prefix.
    path("", include("notifications.urls")),
    path("", include("accounts.urls")),
    path("api/v1/", include([outside.nowhere])),
    path("about", pages.about, name="about"),
    path("offline", pages.offline, name="offline"),
    path("language", pages.set_language, name="set_language"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("", include("games.pages.urls")),
    path("", include("games.tournaments.pages.urls")),
    path("", include("games.ratings.urls")),
    path("", include("games.moderation.urls")),
    path("admin/", admin.site.urls),
]
handler400 = outside.bad_request
handler404 = outside.not_found
handler500 = outside.server_error

if settings.MAIL_PROVIDER:
    from notifications import providers

    urlpatterns += providers.urls(settings.MAIL_PROVIDER)

if settings.LOCAL:
    urlpatterns.append(path("mailbox/", include("oriflamme_site.local.mailbox")))
