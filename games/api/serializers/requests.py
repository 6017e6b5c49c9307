"""What may be sent: bodies and query strings, field by field."""

import re
from typing import Any, get_type_hints

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from accounts.models import LANGUAGES
from games import bots, engine, orders, pace
from games.api.serializers.orders import OrderField
from games.api.serializers.parts import choice
from games.engine.move_data import Move, as_text
from games.engine.types import card_names
from games.models import Game
from games.selectors import exporting
from games.selectors.log import MOST as MOST_LOG
from games.selectors.talk import MOST as MOST_TALK
from games.services.evenings import MOST_HOURS
from games.services.invitations import MOST_OPEN
from games.services.opening import MOST_AT_ONCE
from games.services.talking import LONGEST
from oriflamme_site.rest import serializers
from oriflamme_site.rest.request import Request
from oriflamme_site.rest.typed import TextOrData

LONGEST_MOVE = 80
_HOUR = "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$"
LONGEST_ORDERS = 4000
MOST_IDS = 200
MOST_MOVES = 20
# A number that PostgreSQL's integer holds.
HIGHEST = 2_147_483_647


def contribution(**options: Any) -> serializers.RegexField:
    return serializers.RegexField(
        "^[0-9a-fA-F]{64}$",
        max_length=64,
        help_text="32 random bytes of yours, in hex: your part in the deal. Else the site draws.",
        **options,
    )


# Of each field of a pace: what it is, as it is told with a table.
_OF_PACE = {
    field: hint.__metadata__[-1]
    for field, hint in get_type_hints(pace.Terms, include_extras=True).items()
}


def _of_pace(field: str, **said: object) -> dict[str, object]:
    return {**said, "description": _OF_PACE[field]}


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": list(pace.PACES)},
            {
                "type": "object",
                "title": "OwnPace",
                "description": "Terms of your own: what is left out is as in a pace without bank.",
                "required": ["seconds_per_move"],
                "additionalProperties": False,
                "properties": {
                    **{
                        field: _of_pace(field, type="integer", minimum=least, maximum=most)
                        for field, (least, most) in pace.RANGES.items()
                    },
                    "reminders": _of_pace(
                        "reminders",
                        type="array",
                        maxItems=pace.MOST_REMINDERS,
                        items={"type": "integer", "minimum": 1, "maximum": 99},
                    ),
                    "when_all_absent": _of_pace(
                        "when_all_absent", type="string", enum=list(pace.WHEN_ALL_ABSENT)
                    ),
                    "holidays": _of_pace("holidays", type="boolean"),
                },
            },
        ]
    }
)
class PaceField(serializers.Field[Any, Any, Any, Any]):
    """A name or an object; what is wrong with an object is for the service to say."""

    _named = serializers.ChoiceField(list(pace.PACES))

    default_error_messages = {
        "invalid": _("Give the name of a pace, or an object with `seconds_per_move`.")
    }

    def to_internal_value(self, given: object) -> object:
        if isinstance(given, str):
            return self._named.run_validation(given)
        if not isinstance(given, dict):
            self.fail("invalid")
        return given


# What a game may be dealt by, beside its box.
class _Dealt(serializers.Serializer):
    edition = choice(
        engine.EDITIONS, "Whose reading of Ambush: `uk` (usual) or `it`.", required=False
    )
    deck = serializers.ListField(
        child=serializers.ChoiceField(card_names()),
        required=False,
        allow_null=True,
        min_length=10,
        max_length=10,
        help_text="For `mixed`: the ten kinds every family has; without it they are drawn.",
    )
    direction = choice(
        engine.DIRECTIONS, "On which side the row begins; without it, it is drawn.", required=False
    )


# How a table is played, whoever sits there.
class _Agreed(_Dealt):
    set = choice(engine.SETS, "Which box to play, or `mixed`.")
    language = choice(LANGUAGES, "Spoken at the table; usually yours.", required=False)
    talk = choice(Game.Talk.values, "Whether players talk; usually `table`.", required=False)
    rated = serializers.BooleanField(
        required=False,
        help_text="Count it for ratings: without bots, for people with a verified address.",
    )
    pace = PaceField(
        required=False,
        help_text=f"Time for a decision: a name, or terms of your own; usually `{pace.DEFAULT}`.",
    )
    together = serializers.BooleanField(
        required=False,
        help_text="Ask everybody at once for a plan of each half of a round (`asks_all`), before "
        "it is played: slow games take days instead of weeks.",
    )
    blind = serializers.BooleanField(
        required=False,
        help_text="With `together`, a variant: plans bind, and nothing is asked again before the "
        "next half of the round. Rated on a list of its own.",
    )
    stand_in = choice(
        bots.QUICK,
        f"Who decides where a player is missed; usually `{bots.STAND_IN}`.",
        required=False,
    )
    closes_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Until when to wait; usually a week."
    )


class GameForm(_Agreed):
    name = serializers.CharField(max_length=60, help_text="What to call the table.")
    seats = serializers.IntegerField(
        min_value=2, max_value=5, help_text="For how many: 3 to 5, or 2 for a duel."
    )
    join = choice(Game.Join.values, "Who may join; usually `open`.", required=False)
    anonymous = serializers.BooleanField(
        required=False,
        help_text="Hide who plays until the end. Not for accounts of bots, nor for who blocks "
        "somebody.",
    )
    min_conduct = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=100,
        help_text="Only for players who make at least so many per cent of decisions in time.",
    )
    start = choice(
        Game.Start.values,
        "When to begin; usually when `full`. `asked`: only when all have come, and by invitation.",
        required=False,
    )
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="For a start `at` a time: that time."
    )
    fill_with_bots = serializers.BooleanField(
        required=False,
        help_text="Let bots take empty seats at the start, and accounts of bots sit down before.",
    )
    fill_with = choice(
        bots.BOTS,
        f"Which bot of ours takes the empty seats; usually `{bots.STAND_IN}`. To name one is to "
        "let bots in. `GET bots` tells what each is.",
        required=False,
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


class TableForPeopleForm(serializers.Serializer):
    name = serializers.CharField(max_length=60, help_text="What to call this table.")
    players = serializers.ListField(
        child=serializers.CharField(max_length=24),
        min_length=2,
        max_length=5,
        help_text="The handles of who shall play there, so many as it has seats. Yours may be "
        "among them, and has its seat at once.",
    )


class TablesForm(_Agreed):
    tables = serializers.ListField(
        child=TableForPeopleForm(),
        min_length=1,
        max_length=MOST_AT_ONCE,
        help_text="What each is called, and for whom it is.",
    )
    spectators = serializers.BooleanField(
        required=False, help_text="Whether everybody may watch; usually yes."
    )


class PracticeForm(_Dealt):
    contribution = contribution(required=False)
    set = choice(engine.SETS, "Which box to play, or `mixed`.")
    seats = serializers.IntegerField(
        required=False, min_value=2, max_value=5, help_text="For how many, you included; usually 4."
    )
    bot = choice(
        bots.BOTS,
        f"Whom to play against; usually `{bots.STAND_IN}`. `GET bots` tells what each is.",
        required=False,
    )


def _written(move: Move) -> str:
    """In notation."""
    if move["do"] == "place" and ("slot" in move) != (move["at"] == "on"):
        detail = _("A card that is placed `on` another names its slot, and no other does.")
        raise serializers.ValidationError({"slot": [detail]}, code="slot_and_place")
    return as_text(move)


_PLAIN_MOVE = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)*")


def is_plain(said: dict[str, Any]) -> bool:
    """One move as text, and nothing else: the fields of MovesForm would read it as it is."""
    seq, moves = said.get("seq"), said.get("moves")
    if said.keys() != {"seq", "moves"} or type(seq) is not int or not 0 <= seq <= HIGHEST:
        return False
    if not isinstance(moves, list) or len(moves) != 1 or not isinstance(moves[0], str):
        return False
    return len(moves[0]) <= LONGEST_MOVE and _PLAIN_MOVE.fullmatch(moves[0]) is not None


class MovesForm(serializers.Serializer):
    seq = serializers.IntegerField(
        min_value=0, max_value=HIGHEST, help_text="The `seq` of the view that you decided on."
    )
    moves = serializers.ListField(
        child=TextOrData(
            of=Move, written=_written, text=serializers.CharField(max_length=LONGEST_MOVE)
        ),
        min_length=1,
        max_length=MOST_MOVES,
        help_text="One or several moves, as texts or as data, made in order while you decide; all "
        "of them or none.",
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only say whether they would be legal; change nothing."
    )

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """Nearly every body is plain, and a move is asked for more than anything else: to read it
        field by field takes a tenth of a millisecond."""
        said = request.data
        if isinstance(said, dict) and "HTTP_PREFER" not in request.META and is_plain(said):
            return said.copy()
        return super().read(request)


class OrdersForm(serializers.Serializer):
    orders = serializers.ListField(
        child=OrderField(),
        required=False,
        max_length=orders.MOST,
        help_text="Standing orders as data.",
    )
    text = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_ORDERS,
        help_text="Further ones in words, a line each, in any of the languages.",
    )
    revision = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=HIGHEST,
        help_text="Of the list that you have read: if it has changed since, nothing is done.",
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only say how they are understood; change nothing."
    )


class FreeTimeForm(serializers.Serializer):
    day = serializers.IntegerField(min_value=0, max_value=6, help_text="Of the week: 0 is Monday.")
    since = serializers.RegexField(
        _HOUR, max_length=5, help_text="From when on, by your clocks, like `19:00`."
    )
    until = serializers.RegexField(
        _HOUR, max_length=5, help_text="Until when, half an hour later or more; `24:00` at most."
    )


class EveningAnswerForm(serializers.Serializer):
    at = serializers.DateTimeField(help_text="Of which evening: its `at` as you have read it.")
    agrees = serializers.BooleanField(help_text="Whether it suits you.")


class EveningForm(serializers.Serializer):
    hours = serializers.ListField(
        child=FreeTimeForm(),
        required=False,
        max_length=MOST_HOURS,
        help_text="When you usually have half an hour for this table; none at all: never.",
    )
    answer = EveningAnswerForm(required=False, help_text="What you say to the evening proposed.")
    here = serializers.BooleanField(required=False, help_text="That you have come, or go.")


class PlanForm(serializers.Serializer):
    seq = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=HIGHEST,
        help_text="`seq` of the `asks_all` that you answer: if another phase has begun, nothing "
        "is done.",
    )
    orders = serializers.ListField(
        child=OrderField(),
        required=False,
        max_length=orders.MOST,
        help_text="What shall be done in this phase, as data. None at all: you want to be asked.",
    )
    text = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_ORDERS,
        help_text="More of it in words, a line each, in any of the languages.",
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only say how it is understood; change nothing."
    )


class JoinForm(serializers.Serializer):
    token = serializers.CharField(
        required=False, max_length=24, help_text="A link's token, where the table asks for one."
    )
    contribution = contribution(required=False)


class LinkForm(serializers.Serializer):
    contribution = contribution(required=False)


class ContributionForm(serializers.Serializer):
    contribution = contribution()


class InvitationForm(serializers.Serializer):
    handle = serializers.CharField(required=False, max_length=24, help_text="Whom to invite.")
    address = serializers.EmailField(
        required=False, max_length=254, help_text="Or the mail address of a friend."
    )


class TalkForm(serializers.Serializer):
    text = serializers.CharField(max_length=LONGEST, help_text="What to say.")
    to_seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=4,
        help_text="To one seat alone; null or left out: to the table.",
    )


class ReadForm(serializers.Serializer):
    message = serializers.CharField(
        required=False, max_length=10, help_text="The id of the last message you have read."
    )
    seq = serializers.IntegerField(
        required=False, min_value=0, max_value=HIGHEST, help_text="The last move you have seen."
    )


# --- query strings -----------------------------------------------------------------------


# What lists and exports choose by.
class _Which(serializers.Serializer):
    set = choice(engine.SETS, "Only this box.", required=False)
    player = serializers.CharField(
        required=False, max_length=24, help_text="Only where this handle plays, and is shown."
    )
    since = serializers.DateTimeField(
        required=False,
        help_text="Only those that ended at this moment or later; of others, that were opened.",
    )
    until = serializers.DateTimeField(
        required=False, help_text="Only those that ended, or were opened, before this moment."
    )


class ListQuery(_Which):
    list = choice(
        ["open", "to_take_over", "running", "over", "mine", "mine_over", "invited", "opened"],
        "`open` to join; seats `to_take_over` in running games; `running` and `over` to "
        "watch; `mine`, `mine_over`, where I am `invited`, and what I have `opened` and still "
        "waits.",
        default="open",
    )
    status = choice(Game.Status.values, "Only tables of this status.", required=False)
    edition = choice(engine.EDITIONS, "Only this edition.", required=False)
    seats = serializers.IntegerField(
        required=False, min_value=2, max_value=5, help_text="Only for so many."
    )
    language = choice(LANGUAGES, "Only tables that speak it.", required=False)
    pace = choice(pace.NAMES, "Only of this pace.", required=False)
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
    cursor = serializers.CharField(
        required=False, max_length=40, help_text="The `next` of the page before."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, default=50, help_text="How many on a page."
    )


_GAME = "[2-9a-z]{16}"


class ExportQuery(_Which):
    list = choice(
        exporting.LISTS,
        "`over`: all games that are over and that you may see; `mine_over`; `mine`, not over yet; "
        "`running` to watch.",
        default="over",
    )
    tournament = serializers.RegexField(
        f"^{_GAME}$", required=False, help_text="Only tables of the tournament of this id."
    )
    ids = serializers.RegexField(
        f"^{_GAME}(,{_GAME}){{0,{MOST_IDS - 1}}}$",
        required=False,
        help_text=f"Only these games: at most {MOST_IDS} ids, with commas between them.",
    )
    after = serializers.RegexField(
        f"^{_GAME}$", required=False, help_text="The id of the last game that you have."
    )


class ViewQuery(serializers.Serializer):
    at = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=HIGHEST,
        help_text="When the game is over: as it stood after so many moves.",
    )


class LogQuery(serializers.Serializer):
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


class TalkQuery(serializers.Serializer):
    after = serializers.CharField(
        required=False, max_length=10, help_text="What follows the message of this id."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_TALK, default=100, help_text="At most so many."
    )


class EventsQuery(serializers.Serializer):
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
