"""The small parts of which the shapes of tournaments are made."""

from typing import Any

from games.api.serializers.parts import choice
from games.api.serializers.parts import number as count
from games.tournaments.models import Entry, Tournament
from oriflamme_site.rest import serializers

Shape = serializers.Serializer


def said(about: str, **more: Any) -> serializers.CharField:
    return serializers.CharField(help_text=about, **more)


def yes(about: str, **more: Any) -> serializers.BooleanField:
    return serializers.BooleanField(help_text=about, **more)


def real(about: str, **more: Any) -> serializers.FloatField:
    return serializers.FloatField(help_text=about, **more)


def texts(about: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=about)


STATUS = choice(Tournament.Status.values, "How far it is.")
STATE = choice(Entry.State.values, "What has become of the entry.")
KEY = said("The tournament's id.")


class NamedShape(Shape):
    handle = said("Null for a former player, and for a stand-in.", allow_null=True)
    name = said("How they are called.")
    bot = yes("It is a bot.")


class EnteredShape(Shape):
    entry = count("Their number in this tournament.")
    player = NamedShape(help_text="Who it is.")
