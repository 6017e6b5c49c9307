"""The addresses of the pages."""

from django.urls import include, path, re_path

from games.pages import deeds, replay, table, turn

_table = [
    path("", table.table, name="table"),
    path("/invite", deeds.invite, name="table-invite"),
    path("/talk", deeds.talk, name="table-talk"),
    path("/record", replay.record, name="table-record"),
    re_path(rf"^/(?P<name>{'|'.join(deeds.DEEDS)})\Z", deeds.deed, name="table-deed"),
]

urlpatterns = [
    re_path(r"^games/(?P<key>[2-9a-z]{16})", include(_table)),
    path("join/<str:token>", table.join, name="join"),
    path("turn/<str:token>", turn.turn, name="turn"),
    path("turn/<str:token>/table.png", turn.picture, name="turn-picture"),
    path("turn/<str:token>/stop", turn.stop, name="turn-stop"),
    path("turn/<str:token>/void", turn.void, name="turn-void"),
]
