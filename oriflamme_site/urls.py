"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from oriflamme_site import health, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("about", pages.about, name="about"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("", include("games.pages.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/docs", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
]

if settings.LOCAL:
    urlpatterns.append(path("mailbox/", include("oriflamme_site.local.mailbox")))
