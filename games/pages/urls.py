"""The addresses of the pages.

The large ones are compressed. What they hold beside words of strangers is a hand of cards and a
CSRF token; the token looks different each time, Django adds a random length to each answer, and no
other site can have one's browser ask for them unseen (the cookie is SameSite=Lax).
"""

from django.urls import include, path, re_path
from django.views.decorators.gzip import gzip_page

from games.pages import (
    again,
    dealing,
    deeds,
    embedding,
    evenings,
    feeds,
    home,
    hooks,
    learn,
    lesson,
    lobby,
    planning,
    published,
    replay,
    sharing,
    table,
    trying,
    turn,
)

_table = [
    path("", gzip_page(table.table), name="table"),
    path("/invite", deeds.invite, name="table-invite"),
    path("/uninvite", deeds.uninvite, name="table-uninvite"),
    re_path(
        r"^/seats/(?P<number>[0-4])/(?P<name>offer|keep|take)\Z", deeds.seat, name="table-seat"
    ),
    path("/evening", evenings.page, name="table-evening"),
    path("/plan", planning.page, name="table-plan"),
    path("/hooks", hooks.table_hooks, name="table-hooks"),
    path("/embed", embedding.table, name="table-embedded"),
    path("/share.png", sharing.table, name="table-shared"),
    path("/record", replay.record, name="table-record"),
    path("/steps", gzip_page(replay.steps), name="table-steps"),
    path("/again", again.begin, name="table-again"),
    path("/deal", dealing.deal, name="table-deal"),
    re_path(rf"^/(?P<name>{'|'.join(deeds.DEEDS)})\Z", deeds.deed, name="table-deed"),
]

urlpatterns = [
    path("", gzip_page(home.home), name="home"),
    path("try", trying.begin, name="try"),
    path("tables", gzip_page(lobby.lobby), name="lobby"),
    path("tables/new", lobby.new, name="new-table"),
    path("first-game", gzip_page(lesson.first_game), name="lesson"),
    path("data", published.months, name="data"),
    re_path(
        r"^data/oriflamme-(?P<month>\d{4}-\d\d)\.ndjson\.gz\Z",
        published.file,
        name="published-file",
    ),
    re_path(
        r"^data/oriflamme-(?P<month>\d{4}-\d\d)\.ndjson\.gz\.sha256\Z",
        published.checksum,
        name="published-checksum",
    ),
    path("learn", gzip_page(learn.learn), name="learn"),
    path("learn/<slug:name>", learn.card, name="card"),
    re_path(r"^games/(?P<key>[2-9a-z]{16})", include(_table)),
    re_path(r"^feeds/(?P<token>[0-9a-f]{64})/games\.atom\Z", feeds.atom, name="atom"),
    re_path(r"^feeds/(?P<token>[0-9a-f]{64})/deadlines\.ics\Z", feeds.deadlines, name="calendar"),
    path("join/<str:token>", table.join, name="join"),
    path("turn/<str:token>", turn.turn, name="turn"),
    path("turn/<str:token>/table.png", turn.picture, name="turn-picture"),
    path("turn/<str:token>/stop", turn.stop, name="turn-stop"),
    path("turn/<str:token>/yes", turn.yes, name="turn-yes"),
    path("turn/<str:token>/void", turn.void, name="turn-void"),
]
