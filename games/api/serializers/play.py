"""What came of a move, invitations, and small answers."""

from games.api.serializers import parts, table
from games.api.serializers.log import EventField
from games.models import Invitation
from oriflamme_site.rest import serializers


class PlayedShape(serializers.Serializer):
    seq = parts.number("How many moves the game has now.")
    dry_run = serializers.BooleanField(help_text="Nothing was changed: it would be legal.")
    events = serializers.ListField(child=EventField(), help_text="What came of your moves.")
    view = table.TableShape(allow_null=True, help_text="The game now; null after a dry run.")

    class Meta:
        ref_name = "Played"


class InvitationShape(serializers.Serializer):
    token = serializers.CharField(help_text="Names it; without a guest, whoever has it may join.")
    handle = serializers.CharField(allow_null=True, help_text="Who is invited, if by name.")
    address = serializers.CharField(allow_null=True, help_text="Or by this mail address.")
    state = parts.choice(Invitation.State.values, "What became of it.")
    at = parts.moment("When it was made.")

    class Meta:
        ref_name = "Invitation"


class FriendShape(serializers.Serializer):
    handle = serializers.CharField(help_text="Who.")
    name = serializers.CharField(help_text="Their shown name.")
    bot = serializers.BooleanField(help_text="Whether a program plays under this handle.")
    may_be_invited = serializers.BooleanField(help_text="Whether you may ask them to this table.")
    why_not = parts.choice(
        ["seated", "invited", "bot"],
        "If not: they sit there, are invited, or are a bot where bots are not welcome.",
        allow_null=True,
    )

    class Meta:
        ref_name = "Friend"


class ConductShape(serializers.Serializer):
    share = serializers.IntegerField(
        min_value=0,
        max_value=100,
        help_text="Per cent of your decisions that you made in time; ten good ones are given.",
    )
    in_time = parts.number("How many you made yourself.")
    decisions = parts.number("Of how many; those in your holidays are left out if missed.")
    of_last = parts.number("At most so many are looked at, the newest ones.")

    class Meta:
        ref_name = "Conduct"


class UnreadShape(serializers.Serializer):
    game = parts.game_key("At which table.")
    unread = parts.number("How many messages you have not read there.")

    class Meta:
        ref_name = "Unread"
