"""What allauth's forms of signing up ask beside address, handle and password."""

from typing import Any

from allauth.core import context
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.consent import agree, terms_in_force


class SigningUp(forms.Form):
    """For the page and for the API alike: allauth derives both from it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.terms = terms_in_force()
        if self.terms is not None:
            self.fields["terms"] = forms.BooleanField(label=_("I agree to the terms of this site"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        # The adapter needs it where no account is made, and is told of the address alone.
        context.request.wanted_handle = cleaned.get("username", "")
        return cleaned

    def signup(self, request: HttpRequest, user: User) -> None:
        if self.terms is not None:
            agree(person=user, terms=self.terms)
