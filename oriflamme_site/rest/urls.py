"""Addresses below /api/v1/: what the API says of itself."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from oriflamme_site.rest.views import OneProblem, Problems, Root, SchemaFile

urlpatterns = [
    path("", Root.as_view(), name="api-root"),
    path("schema", SchemaFile.as_view(), name="schema"),
    # A page like others, and no answer of the API.
    path(
        "docs",
        SpectacularSwaggerSplitView.as_view(
            url_name="schema", authentication_classes=[], throttle_classes=[]
        ),
        name="api-docs",
    ),
    path("problems", Problems.as_view()),
    re_path(r"^problems/(?P<code>[a-z_]{1,40})\Z", OneProblem.as_view()),
]
