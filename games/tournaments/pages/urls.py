"""The addresses of tournaments' pages."""

from django.urls import include, path, re_path
from django.views.decorators.gzip import gzip_page

from games.tournaments.pages import (
    announcing,
    changing,
    desk,
    embedding,
    lists,
    looking,
    objecting,
    one,
    series,
    sharing,
)

_one = [
    path("", one.tournament, name="tournament"),
    path("/standings", gzip_page(looking.standings), name="tournament-standings"),
    path("/embed", embedding.standings, name="tournament-embedded"),
    path("/rounds", gzip_page(looking.rounds), name="tournament-rounds"),
    path("/rounds/<int:number>", gzip_page(looking.rounds), name="tournament-round"),
    path("/rounds/<int:number>.png", sharing.tables, name="tournament-round-shared"),
    path("/bracket.png", sharing.bracket, name="tournament-bracket"),
    path("/cross", gzip_page(looking.cross), name="tournament-cross"),
    path("/players", gzip_page(looking.players), name="tournament-players"),
    path("/players/<int:number>", looking.player, name="tournament-player"),
    path("/share.png", sharing.tournament, name="tournament-shared"),
    path("/objections", objecting.objections, name="tournament-objections"),
    path("/log", looking.log, name="tournament-log"),
    path("/desk", gzip_page(desk.desk), name="tournament-desk"),
    path("/desk/import", desk.importing_list, name="tournament-import"),
    path("/desk/change", changing.change, name="tournament-change"),
    path("/desk/<slug:name>", desk.step, name="tournament-step"),
]

urlpatterns = [
    path("tournaments", gzip_page(lists.tournaments), name="tournaments"),
    path("tournaments/new", announcing.new, name="new-tournament"),
    path("tournaments/series", series.all_series, name="all-series"),
    re_path(r"^tournaments/series/(?P<key>[2-9a-z]{16})\Z", series.series, name="series"),
    re_path(r"^tournaments/(?P<key>[2-9a-z]{16})", include(_one)),
]
