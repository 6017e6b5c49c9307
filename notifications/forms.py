"""The form in which people say how they want to be told."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.notification_wishes import CHANNELS, Wish
from notifications import channels, presets
from notifications.registry import Kind
from notifications.services.wanting import Wants

HOW = _("How often by mail")
EVERY = (1, 2, 4, 8, 12, 24)


def manners() -> list[tuple[str, str]]:
    """All ways to bundle, in one list, so that no script is needed."""
    every = [
        (
            f"hours {n}",
            ngettext("at most one in an hour", "at most one in {n} hours", n).format(n=n),
        )
        for n in EVERY
    ]
    daily = [(f"daily {n}", gettext("daily at {hour}:00").format(hour=n)) for n in range(24)]
    return [("at once", gettext("each at once")), *every, *daily]


def manner_of(wish: Wish) -> str:
    number = wish.get("hours", wish.get("hour"))
    return wish["bundle"] if number is None else f"{wish['bundle']} {number}"


class WishesForm(forms.Form):
    # Without one of the five each kind has what is chosen for it.
    preset = forms.CharField(required=False)
    quiet_from = forms.TimeField(
        label=_("quiet from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Private. In these hours your clock rests and nothing is sent."),
    )
    quiet_until = forms.TimeField(
        label=_("quiet until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *args: Any, wants: Wants, kinds: list[tuple[type[Kind], Wish]]) -> None:
        super().__init__(*args)
        self._kinds = kinds
        self._kept = wants.wishes
        self.initial.update(quiet_from=wants.quiet_from, quiet_until=wants.quiet_until)
        self.holds = self.data.get("preset", presets.preset_of(kinds))
        for kind, wish in kinds:
            for channel in CHANNELS:
                self.fields[f"{kind.name}:{channel}"] = forms.BooleanField(
                    required=False,
                    initial=channel in wish["channels"],
                    widget=forms.CheckboxInput(attrs=_named(kind, channels.find(channel).label)),
                )
            own = manner_of(wish)
            known = manners()
            # A program may have asked for an odd number of hours; it stays.
            odd = [] if own in dict(known) else [(own, own)]
            self.fields[f"{kind.name}:how"] = forms.ChoiceField(
                choices=[*known, *odd],
                initial=own,
                required=self.holds not in presets.PRESETS,
                widget=forms.Select(attrs=_named(kind, HOW)),
            )

    def presets(self) -> Iterator[dict[str, Any]]:
        for name, (title, about, sign) in presets.PRESETS.items():
            yield {"name": name, "title": title, "about": about, "sign": sign}

    def rows(self) -> Iterator[dict[str, Any]]:
        for kind, _wish in self._kinds:
            name = kind.name
            yield {
                "title": kind.called(),
                "channels": [(one.label, self[f"{name}:{one.name}"]) for one in channels.known()],
                "how": self[f"{name}:how"],
            }

    def wishes(self) -> dict[str, Any]:
        """Shaped as accounts.notification_wishes says; of kinds unknown here all is kept."""
        chosen = self.cleaned_data["preset"]
        if chosen in presets.PRESETS:
            return {**self._kept, **presets.wishes(chosen, [kind for kind, _old in self._kinds])}
        return {**self._kept, **{kind.name: self._wish(kind.name) for kind, _old in self._kinds}}

    def _wish(self, name: str) -> dict[str, Any]:
        said = self.cleaned_data
        bundle, _space, number = said[f"{name}:how"].rpartition(" ")
        channels = [channel for channel in CHANNELS if said[f"{name}:{channel}"]]
        if bundle == "hours":
            return {"channels": channels, "bundle": "hours", "hours": int(number)}
        if bundle == "daily":
            return {"channels": channels, "bundle": "daily", "hour": int(number)}
        return {"channels": channels, "bundle": "at once"}


def _named(kind: type[Kind], column: str | Promise) -> dict[str, str]:
    """In a table nothing is written beside a field; who does not see it is told row and column."""
    return {"aria-label": f"{kind.called()}: {column}"}
