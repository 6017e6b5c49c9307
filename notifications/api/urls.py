"""Addresses below /api/v1/ of letters, webhooks and feeds."""

from django.urls import include, path, re_path

from notifications.api.views import deliveries, devices, hooks

_hook = [
    path("", hooks.OneHook.as_view()),
    path("/secret", hooks.Secret.as_view()),
    path("/ping", hooks.Ping.as_view()),
    path("/deliveries", hooks.Deliveries.as_view()),
    re_path(r"^/deliveries/(?P<message>msg_[0-9a-f]{24})/again\Z", hooks.Again.as_view()),
]
urlpatterns = [
    path("me/deliveries", deliveries.Deliveries.as_view()),
    path("me/wishes", deliveries.Wishes.as_view()),
    path("me/devices", devices.Devices.as_view()),
    re_path(r"^me/devices/(?P<id>[0-9a-f]{16})\Z", devices.OneDevice.as_view()),
    path("me/hooks", hooks.Hooks.as_view()),
    re_path(r"^me/hooks/(?P<id>[0-9a-f]{16})", include(_hook)),
    path("me/feeds", hooks.Feeds.as_view()),
]
