"""The addresses of the pages."""

from django.urls import path, re_path

from games.pages import table, turn

urlpatterns = [
    re_path(r"^games/(?P<key>[2-9a-z]{16})\Z", table.table, name="table"),
    re_path(r"^games/(?P<key>[2-9a-z]{16})/invite\Z", table.invite, name="table-invite"),
    path("join/<str:token>", table.join, name="join"),
    path("turn/<str:token>", turn.turn, name="turn"),
    path("turn/<str:token>/table.png", turn.picture, name="turn-picture"),
    path("turn/<str:token>/stop", turn.stop, name="turn-stop"),
    path("turn/<str:token>/void", turn.void, name="turn-void"),
]
