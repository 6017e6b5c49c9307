"""Addresses below /api/v1/: what the API says of itself, and a person about themselves."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts.api import views
from accounts.api.service import OneProblem, Problems, SchemaFile

urlpatterns = [
    path("schema", SchemaFile.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("problems", Problems.as_view()),
    re_path(r"^problems/(?P<code>[a-z_]{1,40})\Z", OneProblem.as_view()),
    path("me", views.Me.as_view()),
    path("me/tokens", views.Tokens.as_view()),
    re_path(r"^me/tokens/(?P<id>[0-9a-f]{16})\Z", views.OneToken.as_view()),
]
