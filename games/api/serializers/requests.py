"""What may be sent: bodies and query strings, field by field."""

import re
from typing import Any, get_type_hints

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field

from accounts.models import LANGUAGES
from games import bots, engine, orders, pace
from games.api.serializers.orders import OrderField
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
from oriflamme_site.rest import sent, serializers
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
    edition = sent.choice(engine.EDITIONS, "Whose reading of Ambush: `uk` (usual) or `it`.")
    deck = sent.several(
        serializers.ChoiceField(card_names()),
        "For `mixed`: the ten kinds every family has; without it they are drawn.",
        10,
        10,
        allow_null=True,
    )
    direction = sent.choice(
        engine.DIRECTIONS, "On which side the row begins; without it, it is drawn."
    )


# How a table is played, whoever sits there.
class _Agreed(_Dealt):
    set = sent.choice(engine.SETS, "Which box to play, or `mixed`.", required=True)
    language = sent.choice(LANGUAGES, "Spoken at the table; usually yours.")
    talk = sent.choice(Game.Talk.values, "Whether players talk; usually `table`.")
    rated = sent.flag("Count it for ratings: without bots, for people with a verified address.")
    pace = PaceField(
        required=False,
        help_text=f"Time for a decision: a name, or terms of your own; usually `{pace.DEFAULT}`.",
    )
    together = sent.flag(
        "Ask everybody at once for a plan of each half of a round (`asks_all`), before "
        "it is played: slow games take days instead of weeks."
    )
    blind = sent.flag(
        "With `together`, a variant: plans bind, and nothing is asked again before the "
        "next half of the round. Rated on a list of its own."
    )
    stand_in = sent.choice(
        bots.QUICK, f"Who decides where a player is missed; usually `{bots.STAND_IN}`."
    )
    closes_at = sent.moment("Until when to wait; usually a week.", allow_null=True)


class GameForm(_Agreed):
    name = sent.text("What to call the table.", 60, required=True)
    seats = sent.number("For how many: 3 to 5, or 2 for a duel.", 2, 5, required=True)
    join = sent.choice(Game.Join.values, "Who may join; usually `open`.")
    anonymous = sent.flag(
        "Hide who plays until the end. Not for accounts of bots, nor for who blocks somebody."
    )
    min_conduct = sent.number(
        "Only for players who make at least so many per cent of decisions in time.",
        1,
        100,
        allow_null=True,
    )
    start = sent.choice(
        Game.Start.values,
        "When to begin; usually when `full`. `asked`: only when all have come, and by invitation.",
    )
    starts_at = sent.moment("For a start `at` a time: that time.", allow_null=True)
    fill_with_bots = sent.flag(
        "Let bots take empty seats at the start, and accounts of bots sit down before."
    )
    fill_with = sent.choice(
        bots.BOTS,
        f"Which bot of ours takes the empty seats; usually `{bots.STAND_IN}`. To name one is to "
        "let bots in. `GET bots` tells what each is.",
    )
    spectators = sent.flag("Whether everybody may watch; usually if all may join.")
    invite = sent.several(
        serializers.CharField(max_length=24),
        "Handles to invite at once: all of them, or no table is opened.",
        most=MOST_OPEN,
    )


class TableForPeopleForm(serializers.Serializer):
    name = sent.text("What to call this table.", 60, required=True)
    players = sent.several(
        serializers.CharField(max_length=24),
        "The handles of who shall play there, so many as it has seats. Yours may be "
        "among them, and has its seat at once.",
        2,
        5,
        required=True,
    )


class TablesForm(_Agreed):
    tables = sent.several(
        TableForPeopleForm(),
        "What each is called, and for whom it is.",
        1,
        MOST_AT_ONCE,
        required=True,
    )
    spectators = sent.flag("Whether everybody may watch; usually yes.")


class PracticeForm(_Dealt):
    contribution = contribution(required=False)
    set = sent.choice(engine.SETS, "Which box to play, or `mixed`.", required=True)
    seats = sent.number("For how many, you included; usually 4.", 2, 5)
    bot = sent.choice(
        bots.BOTS,
        f"Whom to play against; usually `{bots.STAND_IN}`. `GET bots` tells what each is.",
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
    seq = sent.number("The `seq` of the view that you decided on.", 0, HIGHEST, required=True)
    moves = sent.several(
        TextOrData(of=Move, written=_written, text=serializers.CharField(max_length=LONGEST_MOVE)),
        "One or several moves, as texts or as data, made in order while you decide; all "
        "of them or none.",
        1,
        MOST_MOVES,
        required=True,
    )
    dry_run = sent.flag("Only say whether they would be legal; change nothing.")

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """Nearly every body is plain, and a move is asked for more than anything else: to read it
        field by field takes a tenth of a millisecond."""
        said = request.data
        if isinstance(said, dict) and "HTTP_PREFER" not in request.META and is_plain(said):
            return said.copy()
        return super().read(request)


class OrdersForm(serializers.Serializer):
    orders = sent.several(OrderField(), "Standing orders as data.", most=orders.MOST)
    text = sent.text(
        "Further ones in words, a line each, in any of the languages.",
        LONGEST_ORDERS,
        allow_blank=True,
    )
    revision = sent.number(
        "Of the list that you have read: if it has changed since, nothing is done.", 0, HIGHEST
    )
    dry_run = sent.flag("Only say how they are understood; change nothing.")


class FreeTimeForm(serializers.Serializer):
    day = sent.number("Of the week: 0 is Monday.", 0, 6, required=True)
    since = serializers.RegexField(
        _HOUR, max_length=5, help_text="From when on, by your clocks, like `19:00`."
    )
    until = serializers.RegexField(
        _HOUR, max_length=5, help_text="Until when, half an hour later or more; `24:00` at most."
    )


class EveningAnswerForm(serializers.Serializer):
    at = sent.moment("Of which evening: its `at` as you have read it.", required=True)
    agrees = sent.flag("Whether it suits you.", required=True)


class EveningForm(serializers.Serializer):
    hours = sent.several(
        FreeTimeForm(),
        "When you usually have half an hour for this table; none at all: never.",
        most=MOST_HOURS,
    )
    answer = EveningAnswerForm(required=False, help_text="What you say to the evening proposed.")
    here = sent.flag("That you have come, or go.")


class PlanForm(serializers.Serializer):
    seq = sent.number(
        "`seq` of the `asks_all` that you answer: if another phase has begun, nothing is done.",
        0,
        HIGHEST,
    )
    orders = sent.several(
        OrderField(),
        "What shall be done in this phase, as data. None at all: you want to be asked.",
        most=orders.MOST,
    )
    text = sent.text(
        "More of it in words, a line each, in any of the languages.",
        LONGEST_ORDERS,
        allow_blank=True,
    )
    dry_run = sent.flag("Only say how it is understood; change nothing.")


class JoinForm(serializers.Serializer):
    token = sent.text("A link's token, where the table asks for one.", 24)
    contribution = contribution(required=False)


class LinkForm(serializers.Serializer):
    contribution = contribution(required=False)


class ContributionForm(serializers.Serializer):
    contribution = contribution()


class InvitationForm(serializers.Serializer):
    handle = sent.text("Whom to invite.", 24)
    address = serializers.EmailField(
        required=False, max_length=254, help_text="Or the mail address of a friend."
    )


class TalkForm(serializers.Serializer):
    text = sent.text("What to say.", LONGEST, required=True)
    to_seat = sent.number(
        "To one seat alone; null or left out: to the table.", 0, 4, allow_null=True
    )


class ReadForm(serializers.Serializer):
    message = sent.text("The id of the last message you have read.", 10)
    seq = sent.number("The last move you have seen.", 0, HIGHEST)


# --- query strings -----------------------------------------------------------------------


# What lists and exports choose by.
class _Which(serializers.Serializer):
    set = sent.choice(engine.SETS, "Only this box.")
    player = sent.text("Only where this handle plays, and is shown.", 24)
    since = sent.moment(
        "Only those that ended at this moment or later; of others, that were opened."
    )
    until = sent.moment("Only those that ended, or were opened, before this moment.")


class ListQuery(_Which):
    list = sent.choice(
        ["open", "to_take_over", "running", "over", "mine", "mine_over", "invited", "opened"],
        "`open` to join; seats `to_take_over` in running games; `running` and `over` to "
        "watch; `mine`, `mine_over`, where I am `invited`, and what I have `opened` and still "
        "waits.",
        default="open",
    )
    status = sent.choice(Game.Status.values, "Only tables of this status.")
    edition = sent.choice(engine.EDITIONS, "Only this edition.")
    seats = sent.number("Only for so many.", 2, 5)
    language = sent.choice(LANGUAGES, "Only tables that speak it.")
    pace = sent.choice(pace.NAMES, "Only of this pace.")
    talk = sent.choice(Game.Talk.values, "Only with this talk.")
    rated = sent.flag("Only rated ones, or others.", allow_null=True, default=None)
    anonymous = sent.flag("Only anonymous ones, or others.", allow_null=True, default=None)
    search = sent.text("A part of the table's name.", 60)
    cursor = sent.text("The `next` of the page before.", 40)
    limit = sent.number("How many on a page.", 1, 100, default=50)


_GAME = "[2-9a-z]{16}"


class ExportQuery(_Which):
    list = sent.choice(
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
    at = sent.number("When the game is over: as it stood after so many moves.", 0, HIGHEST)


class LogQuery(serializers.Serializer):
    since = sent.number("What came after this move; -1: everything.", -1, HIGHEST, default=-1)
    limit = sent.number("At most so many.", 1, MOST_LOG, default=100)


class TalkQuery(serializers.Serializer):
    after = sent.text("What follows the message of this id.", 10)
    limit = sent.number("At most so many.", 1, MOST_TALK, default=100)


class EventsQuery(serializers.Serializer):
    after = sent.text("Where to go on from, if you cannot send the Last-Event-ID header.", 32)
    wait = sent.number(
        "A long poll instead of a stream: one answer, at the latest after so many seconds.", 0, 25
    )
