"""Addresses of what people are told: pages, and below api/v1/ the same for programs."""

from django.urls import path

from notifications import api, pages

urlpatterns = [
    path("account/letters", pages.wishes, name="letters"),
    path("account/deliveries", pages.deliveries, name="deliveries"),
    path("account/mail-again", pages.mail_again, name="mail_again"),
    path("letters/stop/<str:token>", pages.stop, name="stop_letters"),
    path("api/v1/me/deliveries", api.Deliveries.as_view()),
    path("api/v1/me/wishes", api.Wishes.as_view()),
]
