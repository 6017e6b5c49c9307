"""The addresses of the pages."""

from django.urls import path

from games.pages import turn

urlpatterns = [
    path("turn/<str:token>", turn.turn, name="turn"),
    path("turn/<str:token>/table.png", turn.picture, name="turn-picture"),
    path("turn/<str:token>/stop", turn.stop, name="turn-stop"),
    path("turn/<str:token>/void", turn.void, name="turn-void"),
]
