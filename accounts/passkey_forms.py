"""Allauth's forms for passkeys, whose one field it has left without words."""

from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.translation import gettext_lazy as _


class AddPasskeyForm(webauthn.AddWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=_("name"), required=False, max_length=100)


class EditPasskeyForm(webauthn.EditWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=_("name"), max_length=100)
