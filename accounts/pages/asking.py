"""What every page here asks first, and how it answers what is wrong."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from accounts.models import User

Page = Callable[..., HttpResponse]


def me(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user


def surely_me(page: Page) -> Page:
    """For what an unwatched browser must not do: whoever comes here has shown lately who they are.
    Asked before the form is shown, so that nothing is filled in for nothing."""
    sure: Page = login_required(reauthentication_required(page))
    return sure


def show_errors(form: forms.Form, error: ValidationError, field: str | None = None) -> None:
    """Put what a service refused beside what was sent."""
    if hasattr(error, "error_dict"):
        for name, errors in error.error_dict.items():
            form.add_error(name if name in form.fields else None, errors)
    else:
        form.add_error(field, error)
