"""Addresses below /api/v1/me that are about the person alone."""

from django.urls import path, re_path

from accounts.api import views

urlpatterns = [
    path("me", views.Me.as_view()),
    path("me/tokens", views.Tokens.as_view()),
    re_path(r"^me/tokens/(?P<id>[0-9a-f]{16})\Z", views.OneToken.as_view()),
]
