"""Addresses below /api/v1/ of letters, webhooks and feeds."""

from django.urls import include, path, re_path

from notifications.api import devices, told, views

_hook = [
    path("", views.OneHook.as_view()),
    path("/secret", views.Secret.as_view()),
    path("/ping", views.Ping.as_view()),
    path("/deliveries", views.Deliveries.as_view()),
    re_path(r"^/deliveries/(?P<message>msg_[0-9a-f]{24})/again\Z", views.Again.as_view()),
]
urlpatterns = [
    path("me/deliveries", told.Deliveries.as_view()),
    path("me/wishes", told.Wishes.as_view()),
    path("me/devices", devices.Devices.as_view()),
    re_path(r"^me/devices/(?P<id>[0-9a-f]{16})\Z", devices.OneDevice.as_view()),
    path("me/hooks", views.Hooks.as_view()),
    re_path(r"^me/hooks/(?P<id>[0-9a-f]{16})", include(_hook)),
    path("me/feeds", views.Feeds.as_view()),
]
