"""The small parts of which views and lists are made."""

from typing import Any

from rest_framework import serializers

from games import engine, pace
from games.engine import words
from games.engine.events import QUESTIONS
from games.models import Game

CARDS = sorted(words.LANGUAGES["en"].NAMES)


def card(text: str, **options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(CARDS, help_text=text, **options)


def cards(text: str, **options: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.ChoiceField(CARDS), help_text=text, **options)


def seat(text: str, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=text, min_value=0, max_value=4, **options)


def number(text: str, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(help_text=text, **{"min_value": 0, **options})


def moment(text: str, **options: Any) -> serializers.DateTimeField:
    return serializers.DateTimeField(help_text=text, **options)


def choice(values: Any, text: str, **options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(list(values), help_text=text, **options)


def game_key(text: str) -> serializers.CharField:
    return serializers.CharField(help_text=text)


SETS = choice(engine.SETS, "Which box is played, or `mixed`.")
STATUS = choice(
    Game.Status.values, "`gathering` waits for players; `running`; `over`; `cancelled`."
)


class PlayerShape(serializers.Serializer[Any]):
    handle = serializers.CharField(
        allow_null=True,
        help_text="Who it is; null for a bot that fills the seat, and for a former player.",
    )
    name = serializers.CharField(
        help_text="How to show them; “a former player”, in your language, for who has left."
    )
    bot = serializers.BooleanField(
        help_text="Whether a program plays: a bot of ours, or the account of somebody's."
    )

    class Meta:
        ref_name = "Player"


class PaceShape(serializers.Serializer[Any]):
    name = choice(pace.NAMES, "The name of the pace; `custom` for a table's own.")
    seconds_per_move = number("Time for one decision.")
    bank = number("Seconds in a seat's bank at the start, for decisions that take longer.")
    refill = number("Seconds that every round adds to it.")
    cap = number("Seconds that it holds at most.")
    reminders = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99),
        help_text="A reminder goes out when so many per cent of the time have gone by.",
    )
    misses = serializers.IntegerField(
        min_value=1,
        help_text="So many decisions missed in a row, and a stand-in answers until the player "
        "returns.",
    )
    when_all_absent = choice(
        pace.WHEN_ALL_ABSENT, "When nobody is left: stand-ins `finish`, or the table will `close`."
    )
    holidays = serializers.BooleanField(help_text="Whether holidays stop the clock.")
    rests = serializers.BooleanField(
        help_text="Whether quiet hours and free weekends stop the clock; not where a decision "
        "takes less than an hour."
    )

    class Meta:
        ref_name = "Pace"


class ResultShape(serializers.Serializer[Any]):
    reason = choice(
        ["played", "agreed", "abandoned", "adjudicated"],
        "`played` to the end; all `agreed` to end early; `abandoned` by all players; or "
        "`adjudicated` as it stood, by its tournament or because the others had gone.",
    )
    scores = serializers.ListField(child=number(""), help_text="Influence, seat by seat.")
    row_cards = serializers.ListField(
        child=number(""),
        allow_null=True,
        help_text="Own cards in the row, seat by seat, which break ties; null if ended early.",
    )
    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        allow_null=True,
        help_text="1 is best, seat by seat; null where nobody has won.",
    )

    class Meta:
        ref_name = "Result"


class CardInRowShape(serializers.Serializer[Any]):
    family = seat("Whose set the card belongs to, as the seat's number. It never changes.")
    card = card("Which card it is; null: you do not know.", allow_null=True)
    open = serializers.BooleanField(help_text="Face up. A closed card may be known all the same.")
    tokens = number("Influence that lies on it.")
    verdicts = number("Verdict tokens on it.")
    bribed = serializers.BooleanField(help_text="A bribe token lies on it.")
    asleep = serializers.BooleanField(
        help_text="It was swapped in and is not resolved in this round."
    )

    class Meta:
        ref_name = "CardInRow"


class SlotShape(serializers.Serializer[Any]):
    slot = serializers.IntegerField(
        min_value=1, help_text="Its number, counted from 1 in order of resolution; moves name it."
    )
    controller = seat("The seat that controls the top card.")
    top = CardInRowShape(help_text="The card in play.")
    covered = CardInRowShape(many=True, help_text="The cards under it, from the lowest up.")

    class Meta:
        ref_name = "Slot"


class KeptShape(serializers.Serializer[Any]):
    card = card("The card that lies in front of the player.")
    tokens = number("Influence on it.")

    class Meta:
        ref_name = "Kept"


class MoveOptionShape(serializers.Serializer[Any]):
    move = serializers.CharField(help_text="What to send.")
    says = serializers.CharField(help_text="What it would do, in your language.")

    class Meta:
        ref_name = "MoveOption"


_card = card


class TurnQuestionShape(serializers.Serializer[Any]):
    seat = seat("Who decides.")
    kind = choice(QUESTIONS, "What kind of decision it is.")
    slot = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="The slot it is about, if it is about one."
    )
    asks = serializers.CharField(help_text="The question in words, in your language.")

    class Meta:
        ref_name = "TurnQuestion"


class QuestionShape(TurnQuestionShape):
    card = card("The card that acts, if one does.", allow_null=True)
    acts_as = _card("The card whose text it follows, if one acts.", allow_null=True)
    tokens = number("What a combination has left to use, if one acts.", allow_null=True)
    deadline = moment(
        "Until when to decide, by the clocks of where you live; null: no clock runs.",
        allow_null=True,
    )
    moves = MoveOptionShape(
        many=True,
        allow_null=True,
        help_text="Everything that is legal now; null for all but the one who decides.",
    )

    class Meta:
        ref_name = "Question"
