"""The addresses of the pages."""

from django.urls import include, path, re_path

from games.pages import deeds, feeds, home, hooks, learn, lobby, replay, table, trying, turn

_table = [
    path("", table.table, name="table"),
    path("/invite", deeds.invite, name="table-invite"),
    path("/uninvite", deeds.uninvite, name="table-uninvite"),
    re_path(
        r"^/seats/(?P<number>[0-4])/(?P<name>offer|keep|take)\Z", deeds.seat, name="table-seat"
    ),
    path("/hooks", hooks.table_hooks, name="table-hooks"),
    path("/record", replay.record, name="table-record"),
    re_path(rf"^/(?P<name>{'|'.join(deeds.DEEDS)})\Z", deeds.deed, name="table-deed"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("try", trying.begin, name="try"),
    path("tables", lobby.lobby, name="lobby"),
    path("tables/new", lobby.new, name="new-table"),
    path("learn", learn.learn, name="learn"),
    path("learn/<slug:name>", learn.card, name="card"),
    re_path(r"^games/(?P<key>[2-9a-z]{16})", include(_table)),
    re_path(r"^feeds/(?P<token>[0-9a-f]{64})/games\.atom\Z", feeds.atom, name="atom"),
    re_path(r"^feeds/(?P<token>[0-9a-f]{64})/deadlines\.ics\Z", feeds.deadlines, name="calendar"),
    path("join/<str:token>", table.join, name="join"),
    path("turn/<str:token>", turn.turn, name="turn"),
    path("turn/<str:token>/table.png", turn.picture, name="turn-picture"),
    path("turn/<str:token>/stop", turn.stop, name="turn-stop"),
    path("turn/<str:token>/void", turn.void, name="turn-void"),
]
