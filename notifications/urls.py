"""Pages of the settings."""

from django.urls import path, re_path

from notifications import pages

urlpatterns = [
    path("account/hooks", pages.hooks, name="hooks"),
    re_path(r"^account/hooks/(?P<key>[0-9a-f]{16})\Z", pages.hook, name="hook"),
    path("account/bots/<str:handle>/hooks", pages.bot_hooks, name="bot_hooks"),
    path("account/feeds", pages.feeds, name="feeds"),
]
