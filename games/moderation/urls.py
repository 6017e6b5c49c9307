"""The pages of this room."""

from django.urls import path, re_path

from games.moderation import pages

_KEY = "(?P<key>[2-9a-z]{16})"
_HANDLE = "(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})"
_TOKEN = "(?P<token>[2-9a-z]{24})"  # noqa: S105  a pattern

urlpatterns = [
    re_path(rf"^games/{_KEY}/report\Z", pages.report_at_table, name="table-report"),
    re_path(rf"^people/{_HANDLE}/report\Z", pages.report_person, name="person-report"),
    path("account/decisions", pages.decisions, name="decisions"),
    re_path(rf"^appeal/{_TOKEN}\Z", pages.appeal, name="appeal"),
]
