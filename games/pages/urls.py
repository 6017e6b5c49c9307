"""The addresses of the pages."""

from django.urls import include, path, re_path

from games.pages import deeds, home, learn, lobby, replay, table, turn

_table = [
    path("", table.table, name="table"),
    path("/invite", deeds.invite, name="table-invite"),
    path("/talk", deeds.talk, name="table-talk"),
    path("/record", replay.record, name="table-record"),
    re_path(rf"^/(?P<name>{'|'.join(deeds.DEEDS)})\Z", deeds.deed, name="table-deed"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("tables", lobby.lobby, name="lobby"),
    path("tables/new", lobby.new, name="new-table"),
    path("learn", learn.learn, name="learn"),
    path("learn/<slug:name>", learn.card, name="card"),
    re_path(r"^games/(?P<key>[2-9a-z]{16})", include(_table)),
    path("join/<str:token>", table.join, name="join"),
    path("turn/<str:token>", turn.turn, name="turn"),
    path("turn/<str:token>/table.png", turn.picture, name="turn-picture"),
    path("turn/<str:token>/stop", turn.stop, name="turn-stop"),
    path("turn/<str:token>/void", turn.void, name="turn-void"),
]
