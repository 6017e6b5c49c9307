"""What may be sent: bodies and query strings, field by field."""

from typing import Any

from rest_framework import serializers

from accounts.models import LANGUAGES
from games import engine, pace
from games.api.shapes.parts import CARDS, choice
from games.models import Game
from games.selectors.log import MOST as MOST_LOG
from games.selectors.talk import MOST as MOST_TALK
from games.services.invitations import MOST_OPEN
from games.services.talking import LONGEST

LONGEST_MOVE = 80
MOST_MOVES = 20
# A number that PostgreSQL's integer holds.
HIGHEST = 2_147_483_647


class GameForm(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, help_text="What to call the table.")
    set = choice(engine.SETS, "Which box to play, or `mixed`.")
    seats = serializers.IntegerField(
        min_value=2, max_value=5, help_text="For how many: 3 to 5, or 2 for a duel."
    )
    edition = choice(
        engine.EDITIONS, "Whose reading of Ambush: `uk` (usual) or `it`.", required=False
    )
    deck = serializers.ListField(
        child=serializers.ChoiceField(CARDS),
        required=False,
        allow_null=True,
        min_length=10,
        max_length=10,
        help_text="For `mixed`: the ten kinds every family has; without it they are drawn.",
    )
    direction = choice(
        engine.DIRECTIONS, "On which side the row begins; without it, it is drawn.", required=False
    )
    join = choice(Game.Join.values, "Who may join; usually `open`.", required=False)
    language = choice(LANGUAGES, "Spoken at the table; usually yours.", required=False)
    talk = choice(Game.Talk.values, "Whether players talk; usually `table`.", required=False)
    anonymous = serializers.BooleanField(
        required=False,
        help_text="Hide who plays until the end. Not for accounts of bots, nor for who blocks "
        "somebody.",
    )
    rated = serializers.BooleanField(
        required=False,
        help_text="Count it for ratings: without bots, for people with a verified address.",
    )
    pace = choice(pace.PACES, f"Time for a decision; usually `{pace.DEFAULT}`.", required=False)
    start = choice(Game.Start.values, "When to begin; usually when `full`.", required=False)
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="For a start `at` a time: that time."
    )
    fill_with_bots = serializers.BooleanField(
        required=False,
        help_text="Let bots take empty seats at the start, and accounts of bots sit down before.",
    )
    closes_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Until when to wait; usually a week."
    )
    spectators = serializers.BooleanField(
        required=False, help_text="Whether everybody may watch; usually if all may join."
    )
    invite = serializers.ListField(
        child=serializers.CharField(max_length=24),
        required=False,
        max_length=MOST_OPEN,
        help_text="Handles to invite at once: all of them, or no table is opened.",
    )

    class Meta:
        ref_name = "GameRequest"


class MovesForm(serializers.Serializer[Any]):
    seq = serializers.IntegerField(
        min_value=0, max_value=HIGHEST, help_text="The `seq` of the view that you decided on."
    )
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE),
        min_length=1,
        max_length=MOST_MOVES,
        help_text="One or several moves, made in order while you decide; all of them or none.",
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only say whether they would be legal; change nothing."
    )

    class Meta:
        ref_name = "MovesRequest"


class JoinForm(serializers.Serializer[Any]):
    token = serializers.CharField(
        required=False, max_length=24, help_text="A link's token, where the table asks for one."
    )

    class Meta:
        ref_name = "JoinRequest"


class InvitationForm(serializers.Serializer[Any]):
    handle = serializers.CharField(required=False, max_length=24, help_text="Whom to invite.")
    address = serializers.EmailField(
        required=False, max_length=254, help_text="Or the mail address of a friend."
    )

    class Meta:
        ref_name = "InvitationRequest"


class TalkForm(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=LONGEST, help_text="What to say.")
    to_seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=4,
        help_text="To one seat alone; null or left out: to the table.",
    )

    class Meta:
        ref_name = "TalkRequest"


class ReadForm(serializers.Serializer[Any]):
    message = serializers.CharField(
        required=False, max_length=10, help_text="The id of the last message you have read."
    )
    seq = serializers.IntegerField(
        required=False, min_value=0, max_value=HIGHEST, help_text="The last move you have seen."
    )

    class Meta:
        ref_name = "ReadRequest"


# --- query strings -----------------------------------------------------------------------


class ListQuery(serializers.Serializer[Any]):
    list = choice(
        ["open", "running", "over", "mine", "mine_over", "invited"],
        "`open` to join; `running` and `over` to watch; `mine`, `mine_over`, and where I am "
        "`invited`.",
        default="open",
    )
    status = choice(Game.Status.values, "Only tables of this status.", required=False)
    set = choice(engine.SETS, "Only this box.", required=False)
    edition = choice(engine.EDITIONS, "Only this edition.", required=False)
    seats = serializers.IntegerField(
        required=False, min_value=2, max_value=5, help_text="Only for so many."
    )
    language = choice(LANGUAGES, "Only tables that speak it.", required=False)
    pace = choice(pace.PACES, "Only of this pace.", required=False)
    talk = choice(Game.Talk.values, "Only with this talk.", required=False)
    rated = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Only rated ones, or others."
    )
    anonymous = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Only anonymous ones, or others."
    )
    search = serializers.CharField(
        required=False, max_length=60, help_text="A part of the table's name."
    )
    player = serializers.CharField(
        required=False, max_length=24, help_text="Only where this handle plays, and is shown."
    )
    cursor = serializers.CharField(
        required=False, max_length=40, help_text="The `next` of the page before."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, default=50, help_text="How many on a page."
    )


class ViewQuery(serializers.Serializer[Any]):
    at = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=HIGHEST,
        help_text="When the game is over: as it stood after so many moves.",
    )


class LogQuery(serializers.Serializer[Any]):
    since = serializers.IntegerField(
        required=False,
        min_value=-1,
        max_value=HIGHEST,
        default=-1,
        help_text="What came after this move; -1: everything.",
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_LOG, default=100, help_text="At most so many."
    )


class TalkQuery(serializers.Serializer[Any]):
    after = serializers.CharField(
        required=False, max_length=10, help_text="What follows the message of this id."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_TALK, default=100, help_text="At most so many."
    )


class EventsQuery(serializers.Serializer[Any]):
    after = serializers.CharField(
        required=False,
        max_length=32,
        help_text="Where to go on from, if you cannot send the Last-Event-ID header.",
    )
    wait = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=25,
        help_text="A long poll instead of a stream: one answer, at the latest after so many "
        "seconds.",
    )
