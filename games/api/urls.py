"""Every address of the games, below /api/v1/."""

from django.urls import include, path, re_path

from games.api.views import (
    bots,
    cards,
    dealing,
    events,
    hooks,
    mine,
    orders,
    playing,
    seats,
    tables,
    talking,
    time,
)

_TOKEN = "(?P<token>[2-9a-z]{24})"  # noqa: S105  a pattern
_table = [
    path("", tables.OneGame.as_view()),
    path("/moves", playing.Moves.as_view()),
    path("/log", playing.Log.as_view()),
    path("/timeline", playing.Timeline.as_view()),
    path("/record", playing.Record.as_view()),
    path("/deal", dealing.Deal.as_view()),
    path("/contribution", dealing.Contribution.as_view()),
    path("/events", events.GameEvents.as_view()),
    path("/orders", orders.Orders.as_view()),
    re_path(r"^/orders/(?P<order>[2-9a-z]{10})\Z", orders.OneOrder.as_view()),
    path("/talk", talking.Talk.as_view()),
    path("/read", talking.Read.as_view()),
    re_path(r"^/mutes/(?P<seat>[0-4])\Z", talking.Mute.as_view()),
    path("/seats", seats.Seats.as_view()),
    re_path(r"^/seats/(?P<seat>[0-4])/offer\Z", time.SeatOffer.as_view()),
    re_path(r"^/seats/(?P<seat>[0-4])/player\Z", time.SeatPlayer.as_view()),
    path("/seats/me", seats.OwnSeat.as_view()),
    re_path(r"^/seats/(?P<handle>[A-Za-z][A-Za-z0-9_-]{2,23})\Z", seats.SeatOf.as_view()),
    path("/friends", seats.Friends.as_view()),
    path("/invitations", seats.Invitations.as_view()),
    path("/invitations/me", seats.OwnInvitation.as_view()),
    re_path(rf"^/invitations/{_TOKEN}\Z", seats.OneInvitation.as_view()),
    path("/start", tables.Start.as_view()),
    path("/cancel", tables.Cancel.as_view()),
    path("/hooks", hooks.TableHooks.as_view()),
    path("/resign", playing.Resign.as_view()),
    path("/early-end", playing.EarlyEnd.as_view()),
    path("/pause", time.Pause.as_view()),
    path("/return", time.Return.as_view()),
]
urlpatterns = [
    re_path(r"^games/(?P<key>[2-9a-z]{16})", include(_table)),
    path("games", tables.Games.as_view()),
    re_path(rf"^links/{_TOKEN}\Z", seats.Link.as_view()),
    path("me/turns", mine.Turns.as_view()),
    path("me/unread", mine.Unread.as_view()),
    path("me/conduct", time.Conduct.as_view()),
    path("me/events", events.MyEvents.as_view()),
    path("bots", bots.Bots.as_view()),
    path("practice", bots.Practice.as_view()),
    path("cards", cards.Cards.as_view()),
    re_path(r"^cards/(?P<id>[a-z_]{1,20})\Z", cards.OneCard.as_view()),
]
