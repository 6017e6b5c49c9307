"""What every page here asks first, and how it answers what is wrong."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User

Page = Callable[..., HttpResponse]


def me(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user


def surely_me(page: Page) -> Page:
    """A form for what an unwatched browser must not do, nor any keep: whoever comes here has shown
    lately who they are. Asked before it is shown, so that nothing is filled in for nothing."""
    sure = login_required(reauthentication_required(never_cache(page)))
    form: Page = require_http_methods(["GET", "HEAD", "POST"])(sure)
    return form


def show_errors(form: forms.Form, error: ValidationError, field: str | None = None) -> None:
    """Put what a service refused beside what was sent."""
    if hasattr(error, "error_dict"):
        for name, errors in error.error_dict.items():
            form.add_error(name if name in form.fields else None, errors)
    else:
        form.add_error(field, error)
