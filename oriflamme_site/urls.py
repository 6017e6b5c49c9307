"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from oriflamme_site import health, pages

# Staff come in like everybody else: with their second factor, throttled, in the trail.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", pages.home, name="home"),
    path("about", pages.about, name="about"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("api/v1/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
]

if settings.LOCAL:
    urlpatterns.append(path("mailbox/", include("oriflamme_site.local.mailbox")))
