"""Addresses of reports and decisions below /api/v1/."""

from django.urls import path, re_path

from games.moderation.api import views

_KEY = "(?P<key>[2-9a-z]{16})"
_HANDLE = "(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})"
_TOKEN = "(?P<token>[2-9a-z]{24})"  # noqa: S105  a pattern

urlpatterns = [
    re_path(rf"^games/{_KEY}/reports\Z", views.TableReports.as_view()),
    re_path(rf"^people/{_HANDLE}/reports\Z", views.PersonReports.as_view()),
    path("me/reports", views.OwnReports.as_view()),
    path("me/decisions", views.OwnDecisions.as_view()),
    re_path(rf"^appeals/{_TOKEN}\Z", views.Appeals.as_view()),
]
