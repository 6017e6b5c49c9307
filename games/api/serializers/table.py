"""One table: what a client draws it from."""

from accounts.models import LANGUAGES
from games import bots, engine, pace
from games.api.serializers import parts
from games.engine import words
from games.models import Game
from oriflamme_site.rest import serializers


class HandShape(serializers.Serializer):
    hand = parts.cards("The cards in your hand.")
    aside = parts.cards("The three you set aside.")

    class Meta:
        ref_name = "Hand"


class DealShape(serializers.Serializer):
    commitment = serializers.CharField(
        help_text="`sha256:…`, shown from the opening of the table on: what the site drew for the "
        "deal cannot be changed any more. `GET games/{id}/deal` has all it takes to check it."
    )
    scheme = serializers.IntegerField(
        help_text="How it is dealt: 1, of tables opened before there was 2; 2, with contributions."
    )
    seed = serializers.CharField(
        allow_null=True, help_text="The seed in hex, when the game is over: deal it again and see."
    )

    class Meta:
        ref_name = "Deal"


class SeatClockShape(serializers.Serializer):
    bank = parts.number("Seconds left for decisions that take longer than they may.")
    misses = parts.number("How many decisions in a row were missed.")
    absent = serializers.BooleanField(
        help_text="A stand-in answers at once until the player returns."
    )

    class Meta:
        ref_name = "SeatClock"


class PauseShape(serializers.Serializer):
    since = parts.moment("When the clock was stopped.")
    until = parts.moment("When it runs on by itself.")

    class Meta:
        ref_name = "Pause"


class SeatShape(serializers.Serializer):
    """One seat. Before the start only who sits there is known; all else is null."""

    seat = parts.seat("Its number; moves and events name it.", allow_null=True)
    family = parts.choice(words.FAMILIES, "The colour of its cards.", allow_null=True)
    player = parts.PlayerShape(
        allow_null=True, help_text="Who sits there; null while an anonymous table hides it."
    )
    stand_in = serializers.BooleanField(
        help_text="The player has resigned or is absent, and a bot plays in their place."
    )
    clock = SeatClockShape(allow_null=True, help_text="Its time; null before the start.")
    offered = serializers.BooleanField(help_text="Somebody else may take this seat over.")
    offered_by = serializers.ListField(
        child=parts.seat(""), help_text="The seats that are for letting somebody else take over."
    )
    agrees_to_pause = serializers.BooleanField(help_text="Offers or agrees to a pause.")
    agrees_to_end = serializers.BooleanField(help_text="Offers or agrees to end the game early.")
    influence = parts.number("The score so far.", allow_null=True)
    hand = parts.number("How many cards are in the hand.", allow_null=True)
    aside = parts.number("How many cards are set aside.", allow_null=True)
    discard = parts.cards("The discard, the oldest first.", allow_null=True)
    kept = parts.KeptShape(
        many=True, allow_null=True, help_text="Cards kept in front of the player."
    )
    twin_waiting = serializers.BooleanField(
        allow_null=True, help_text="The twin waits beside the row (Ablaze)."
    )
    bribe_token = serializers.BooleanField(
        allow_null=True, help_text="The bribe token is at home (Ablaze)."
    )
    hand_cards = parts.cards("The hand itself; only when the game is over.", allow_null=True)
    aside_cards = parts.cards("The cards set aside; only when the game is over.", allow_null=True)

    class Meta:
        ref_name = "Seat"


class TableShape(serializers.Serializer):
    """A game as you may see it. The keys are always the same; null is what is not, or not known."""

    id = parts.game_key("The game's name in addresses.")
    name = serializers.CharField(help_text="What its creator called it.")
    status = parts.STATUS
    seq = parts.number("How many moves have been made. Send it with yours.")
    revision = parts.number("Grows with every change that all may see.")
    set = parts.SETS
    edition = parts.choice(engine.EDITIONS, "Whose reading of Ambush: `uk` or `it`.")
    deck = parts.cards(
        "The ten kinds that every family has; null for a mixed game before its start, if they "
        "are drawn.",
        allow_null=True,
    )
    direction = parts.choice(
        engine.DIRECTIONS,
        "On which side of the picture the row begins; null before the start, if it is drawn.",
        allow_null=True,
    )
    seats_wanted = parts.number("For how many the table is; after the start, how many play.")
    join = parts.choice(Game.Join.values, "Who may join.")
    link = serializers.CharField(
        allow_null=True, help_text="For players while it gathers: whoever holds this may join."
    )
    language = parts.choice(LANGUAGES, "The language spoken at the table.")
    talk = parts.choice(Game.Talk.values, "Whether players talk: not, to all, also in private.")
    anonymous = serializers.BooleanField(help_text="Players are hidden until the end.")
    rated = serializers.BooleanField(help_text="Whether it counts for ratings.")
    pace = parts.PaceShape(help_text="How much time there is for a decision.")
    paused = PauseShape(allow_null=True, help_text="The pause of the table's clock, if any.")
    stand_in = serializers.CharField(help_text="The bot that decides where a player is missed.")
    min_conduct = serializers.IntegerField(
        allow_null=True, help_text="The least share of decisions in time to sit down, per cent."
    )
    estimated_end = parts.moment(
        "When the game will be over, if it goes on as games do.", allow_null=True
    )
    start = parts.choice(Game.Start.values, "When it begins: full, at a time, at a word.")
    starts_at = parts.moment("When it begins, if at a time.", allow_null=True)
    closes_at = parts.moment("Until when it gathers.", allow_null=True)
    fill_with_bots = serializers.BooleanField(
        help_text="Bots are welcome: they take the empty seats at the start, and accounts of bots "
        "may sit down before."
    )
    fill_with = parts.choice(
        bots.BOTS, "Which bot of ours takes the empty seats; null: none.", allow_null=True
    )
    spectators = serializers.BooleanField(help_text="Whether everybody may watch.")
    creator = serializers.CharField(
        allow_null=True, help_text="Who opened it; null where that is hidden."
    )
    tournament = serializers.CharField(
        allow_null=True, help_text="The tournament whose table it is, if it is one's."
    )
    created_at = parts.moment("When it was opened.")
    started_at = parts.moment("When it began.", allow_null=True)
    ended_at = parts.moment("When it ended or was closed.", allow_null=True)
    changed_at = parts.moment("When it last changed.")
    you = parts.seat("Your seat; null if you have none yet, or watch.", allow_null=True)
    at_table = serializers.BooleanField(help_text="Whether you play here.")
    seats = SeatShape(many=True, help_text="Everybody at the table, in order.")
    round = serializers.IntegerField(
        min_value=1, max_value=6, allow_null=True, help_text="The round, 1 to 6."
    )
    rounds = serializers.IntegerField(allow_null=True, help_text="How many rounds there are.")
    phase = parts.choice(
        ["planning", "events", "over"],
        "`planning`: cards are played; `events`: the row is resolved.",
        allow_null=True,
    )
    cursor = serializers.IntegerField(
        min_value=1,
        allow_null=True,
        help_text="The slot that is being resolved; null while cards are played.",
    )
    first = parts.seat("Who plays first in this round.", allow_null=True)
    row = parts.SlotShape(many=True, allow_null=True, help_text="The row, slot 1 first.")
    verdicts = parts.number("Verdict tokens in the supply (Alliance).", allow_null=True)
    yours = HandShape(allow_null=True, help_text="What you alone know; null if you watch.")
    question = parts.QuestionShape(
        allow_null=True, help_text="What is to be decided now, and by whom."
    )
    deal = DealShape(help_text="The proof that the deal was fair.")
    result = parts.ResultShape(allow_null=True, help_text="How it ended.")

    class Meta:
        ref_name = "Game"


class SummaryShape(serializers.Serializer):
    """A table in a list: nothing that depends on cards."""

    id = parts.game_key("The game's name in addresses.")
    name = serializers.CharField(help_text="What its creator called it.")
    status = parts.STATUS
    set = parts.SETS
    edition = parts.choice(engine.EDITIONS, "Whose reading of Ambush: `uk` or `it`.")
    deck = parts.cards("The ten kinds of a mixed game, once they are known.", allow_null=True)
    seats_wanted = parts.number("For how many the table is.")
    seats_taken = parts.number("How many sit there.")
    join = parts.choice(Game.Join.values, "Who may join.")
    language = parts.choice(LANGUAGES, "The language spoken at the table.")
    talk = parts.choice(Game.Talk.values, "Whether players talk.")
    anonymous = serializers.BooleanField(help_text="Players are hidden until the end.")
    rated = serializers.BooleanField(help_text="Whether it counts for ratings.")
    pace = parts.choice(pace.NAMES, "How much time there is for a decision.")
    min_conduct = serializers.IntegerField(
        allow_null=True, help_text="The least share of decisions in time to sit down, per cent."
    )
    start = parts.choice(Game.Start.values, "When it begins.")
    starts_at = parts.moment("When it begins, if at a time.", allow_null=True)
    closes_at = parts.moment("Until when it gathers.", allow_null=True)
    fill_with_bots = serializers.BooleanField(
        help_text="Bots are welcome: they take the empty seats at the start, and accounts of bots "
        "may sit down before."
    )
    fill_with = parts.choice(
        bots.BOTS, "Which bot of ours takes the empty seats; null: none.", allow_null=True
    )
    spectators = serializers.BooleanField(help_text="Whether everybody may watch.")
    creator = serializers.CharField(
        allow_null=True, help_text="Who opened it; null where that is hidden."
    )
    players = serializers.ListField(
        child=parts.PlayerShape(allow_null=True),
        help_text="Who sits there; null in place of each who is hidden.",
    )
    created_at = parts.moment("When it was opened.")
    started_at = parts.moment("When it began.", allow_null=True)
    ended_at = parts.moment("When it ended or was closed.", allow_null=True)
    seq = parts.number("How many moves have been made.")
    you = parts.seat("Your seat, if you have one.", allow_null=True)
    to_move = parts.seat("Who decides now.", allow_null=True)
    paused = serializers.BooleanField(help_text="Whether its clock stands still.")
    seats_offered = serializers.ListField(
        child=parts.seat(""), help_text="Seats that somebody else may take over."
    )
    deadline = parts.moment("Until when; null: no clock.", allow_null=True)
    result = parts.ResultShape(allow_null=True, help_text="How it ended.")

    class Meta:
        ref_name = "GameSummary"


class PageShape(serializers.Serializer):
    items = SummaryShape(many=True, help_text="The tables of this page.")
    next = serializers.CharField(
        allow_null=True, help_text="Send it as `cursor` for the next page; null: this is the last."
    )

    class Meta:
        ref_name = "GamePage"


class TurnShape(SummaryShape):
    """A game that waits for you."""

    round = serializers.IntegerField(min_value=1, max_value=6, help_text="The round, 1 to 6.")
    rounds = serializers.IntegerField(help_text="How many rounds there are.")
    phase = parts.choice(["planning", "events", "over"], "Cards are played, or resolved.")
    waiting_since = parts.moment("Since when it waits for you.")
    question = parts.TurnQuestionShape(help_text="What you are asked.")

    class Meta:
        ref_name = "Turn"
