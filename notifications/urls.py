"""Pages about what people are told."""

from django.urls import path, re_path

from notifications.pages import deliveries, devices, hooks

urlpatterns = [
    path("account/letters", deliveries.wishes, name="letters"),
    path("account/deliveries", deliveries.deliveries, name="deliveries"),
    path("account/devices", devices.devices, name="devices"),
    path("sw.js", devices.worker, name="service_worker"),
    path("account/mail-again", deliveries.mail_again, name="mail_again"),
    path("letters/stop/<str:token>", deliveries.stop, name="stop_letters"),
    path("account/hooks", hooks.hooks, name="hooks"),
    re_path(r"^account/hooks/(?P<key>[0-9a-f]{16})\Z", hooks.hook, name="hook"),
    path("account/bots/<str:handle>/hooks", hooks.bot_hooks, name="bot_hooks"),
    path("account/feeds", hooks.feeds, name="feeds"),
]
