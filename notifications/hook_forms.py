"""What people fill in about webhooks."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from notifications import registry
from notifications.models import Hook
from notifications.services.hooking import LONGEST_URL


class TableHookForm(forms.Form):
    url = forms.CharField(
        label=_("address"),
        max_length=LONGEST_URL,
        help_text=_(
            "https://… For Telegram: …/sendMessage?chat_id=… of your bot; for Matrix:"
            " …/rooms/ROOM/send/m.room.message?access_token=…; for ntfy: https://ntfy.sh/TOPIC"
        ),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    format = forms.ChoiceField(label=_("worded for"), choices=Hook.Format.choices)
    name = forms.CharField(label=_("name"), max_length=60, required=False)
    types = forms.MultipleChoiceField(
        label=_("events"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None chosen: all of them."),
    )
    of: ClassVar[str] = "game"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {kind.event: kind.called() for kind in registry.events().values()}
        self.fields["types"].choices = [  # type: ignore[attr-defined]
            (one, format_html("{} <code>{}</code>", words.get(one, ""), one))
            for one in registry.types(of=self.of)
        ]

    def wishes(self) -> dict[str, Any]:
        """As the services take them."""
        said = dict(self.cleaned_data)
        said["hook_format"] = said.pop("format")
        return said

    def refused(self, error: ValidationError) -> None:
        if hasattr(error, "error_dict"):
            for field, errors in error.error_dict.items():
                self.add_error(field if field in self.fields else None, errors)
        else:
            self.add_error(None, error)


class HookForm(TableHookForm):
    with_view = forms.BooleanField(
        label=_("send my view of the table along"),
        required=False,
        help_text=_("With your hidden cards and every legal move, for a program that plays."),
    )
    of = ""
