"""A table from its first announcement to its end, and who sits at it."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.secret_fields import AddressField, SecretBinaryField, SecretCharField, SecretTextField
from games.models import keys


class Game(models.Model):
    """One table. `state`, `to_move` and `seq` are a cache of the move log."""

    class Status(models.TextChoices):
        GATHERING = "gathering", _("waits for players")
        RUNNING = "running", _("is being played")
        OVER = "over", _("is over")
        CANCELLED = "cancelled", _("was closed")

    class Join(models.TextChoices):
        OPEN = "open", _("anybody")
        LINK = "link", _("whoever has the link")
        INVITATION = "invitation", _("who is invited")

    class Talk(models.TextChoices):
        NONE = "none", _("no talk")
        TABLE = "table", _("to the whole table")
        FULL = "full", _("to the table and in private")

    class Start(models.TextChoices):
        FULL = "full", _("when all seats are taken")
        AT = "at", _("at a time")
        CREATOR = "creator", _("when its creator says so")
        # Of tables that are opened for people who are named (games.services.opening).
        ASKED = "asked", _("when all who are asked have come")

    # The only name of a table that leaves the house.
    key = models.CharField(max_length=16, unique=True, default=keys.game_key, editable=False)
    name = models.CharField(max_length=60)
    set = models.CharField(max_length=12)
    edition = models.CharField(max_length=2, default="uk")
    # Of a mixed game: ten kinds; null until they are chosen or drawn.
    deck = ArrayField(models.CharField(max_length=20), null=True)
    # How many are wanted; from the start on: how many there are.
    seats = models.PositiveSmallIntegerField()
    # Empty until it is chosen or drawn.
    direction = models.CharField(max_length=13, blank=True)
    join = models.CharField(max_length=10, choices=Join, default=Join.OPEN)
    link = SecretCharField(max_length=24, unique=True, default=keys.token, editable=False)
    language = models.CharField(max_length=2, default="en")
    talk = models.CharField(max_length=5, choices=Talk, default=Talk.TABLE)
    anonymous = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    # A name of games.pace; "custom" where the table has terms of its own.
    pace = models.CharField(max_length=12)
    own_pace = models.JSONField(null=True)
    # Everybody is asked at once for a plan of each phase (games.services.phases).
    together = models.BooleanField(default=False, db_default=False)
    # At such a table, the variant in which nothing is asked again until the phase is over.
    blind = models.BooleanField(default=False, db_default=False)
    # At such a table: the position on which the phase began that is played now, which is what its
    # plans are for; and whether they are still gathered, so that nobody moves.
    asked_seq = models.PositiveIntegerField(null=True)
    asks_all = models.BooleanField(default=False, db_default=False)
    # Who makes a decision that its player has missed: a name of games.bots.
    stand_in = models.CharField(max_length=12, default="careful", db_default="careful")
    # The least share of decisions in time, per cent, that a player brings; null: anybody.
    min_conduct = models.PositiveSmallIntegerField(null=True)
    start = models.CharField(max_length=7, choices=Start, default=Start.FULL)
    starts_at = models.DateTimeField(null=True)
    fill_with_bots = models.BooleanField(default=False)
    # Which bot of ours takes the empty seats then.
    fill_with = models.CharField(max_length=12, default="careful", db_default="careful")
    # When a table that still gathers begins as it is, or closes; starts_at where there is one.
    closes_at = models.DateTimeField()
    spectators = models.BooleanField(default=True)
    creator = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    # The key of the tournament whose table it is: its seats are fixed, and its end is its desk's.
    tournament = models.CharField(max_length=16, blank=True, default="", db_default="")
    status = models.CharField(max_length=9, choices=Status, default=Status.GATHERING)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # The number of moves made: the version of the state that a decision is made on.
    seq = models.PositiveIntegerField(default=0)
    # Counts every change that anybody at the table could see, moves and others; changes that
    # only some may know of must never count, or the count would tell of them.
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)
    rules_version = models.PositiveSmallIntegerField(null=True)
    # By which scheme it is dealt (games.engine.shuffle); null, of tables opened before there was
    # another: the first.
    deal_scheme = models.PositiveSmallIntegerField(null=True)
    # Which of deck and direction were drawn; null before the start, and for the first scheme.
    left_to_chance = ArrayField(models.CharField(max_length=9), null=True)
    # Of a tournament's table: its round, its number there, and the round's key, from which the
    # seed follows (games.engine.shuffle); null, where the table's seed was drawn by itself.
    round_number = models.PositiveSmallIntegerField(null=True)
    round_table = models.PositiveSmallIntegerField(null=True)
    round_key = SecretBinaryField(max_length=32, null=True)  # type: ignore[misc]  # or null
    # Secret until the end; its commitment is shown from the beginning.
    seed = SecretBinaryField(max_length=32, default=keys.seed)
    commitment = models.CharField(max_length=71)
    # The engine's JSON. Text, because PostgreSQL never looks into it.
    state = SecretTextField(null=True)  # type: ignore[misc]
    to_move = models.PositiveSmallIntegerField(null=True)
    # When the clock of the present question began, what of its time was spent before that
    # (seconds of playing time; below nothing where more time was given), and when it is up; no
    # deadline where no person is waited for, or in a pause.
    waits_since = models.DateTimeField(null=True)
    spent = models.IntegerField(default=0, db_default=0)
    deadline = models.DateTimeField(null=True)
    # When the sweep looks here before that: to remind, or to end a pause.
    wakes_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    # Seconds that its players' pauses have lasted, those that are over.
    paused_for = models.PositiveIntegerField(default=0, db_default=0)
    # {"reason": "played" | "agreed" | "abandoned" | "adjudicated",
    #  "scores": …, "row_cards": …, "ranks": …}
    result = models.JSONField(null=True)

    # Every hand at the table, and a right to sit down (accounts.admin_base).
    SECRETS = ("state", "seed", "round_key", "link")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(seats__range=(2, 5)), name="game_has_two_to_five_seats"
            ),
            models.CheckConstraint(
                condition=Q(rated=False) | Q(seats__gt=2), name="duel_is_never_rated"
            ),
            models.CheckConstraint(
                condition=~Q(status="running") | Q(state__isnull=False, to_move__isnull=False),
                name="running_game_waits_for_somebody",
            ),
        ]
        # Each list reads an index of its own that holds what it shows and nothing else.
        indexes = [
            models.Index(fields=["-id"], name="game_gathering", condition=Q(status="gathering")),
            models.Index(fields=["-id"], name="game_running", condition=Q(status="running")),
            models.Index(fields=["-ended_at", "-id"], name="game_over", condition=Q(status="over")),
            models.Index(fields=["closes_at"], name="game_closes", condition=Q(status="gathering")),
            models.Index(fields=["deadline"], name="game_due", condition=Q(deadline__isnull=False)),
            models.Index(
                fields=["wakes_at"], name="game_wakes", condition=Q(wakes_at__isnull=False)
            ),
            models.Index(
                fields=["tournament"],
                name="game_of_tournament",
                condition=Q(status="running") & ~Q(tournament=""),
            ),
            GinIndex(OpClass(Upper("name"), name="gin_trgm_ops"), name="game_name_search"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.key})"


class Seat(models.Model):
    """A place at a table: a person's, a bot's, or a person's that a stand-in plays on for them –
    until they return, if they are absent; for good, if they have resigned."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="chairs", db_index=False)
    # The order at the table; drawn at the start, null before.
    number = models.PositiveSmallIntegerField(null=True)
    # In the order of coming: the least that was free. It stays the same while others come and go.
    place = models.PositiveSmallIntegerField(null=True)
    # What this seat adds to the deal, secret until then; null: what follows from the seed.
    contribution = SecretBinaryField(max_length=32, null=True)  # type: ignore[misc]  # or null
    # Null for a bot. Whoever resigns stays here: the history is theirs.
    person = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    # Who decides in the place of a person: a name of games.bots, empty for nobody.
    bot = models.CharField(max_length=12, blank=True)
    stand_in = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    resigned_at = models.DateTimeField(null=True)
    agrees_to_end = models.BooleanField(default=False)
    agrees_to_pause = models.BooleanField(default=False, db_default=False)
    # Seconds to draw on when a decision takes longer; how many in a row have been missed.
    bank = models.PositiveIntegerField(default=0, db_default=0)
    misses = models.PositiveSmallIntegerField(default=0, db_default=0)
    # Since when a stand-in answers until the player comes back; `bot` says which.
    absent_since = models.DateTimeField(null=True)
    # Somebody else may take this seat over.
    offered = models.BooleanField(default=False, db_default=False)
    # Which seats are for that, and from when on it can be done: its player has a time to return.
    offered_by = ArrayField(models.PositiveSmallIntegerField(), default=list, db_default=[])
    offered_from = models.DateTimeField(null=True)
    # What a stand-in decided after that move is no fault of the player: it was ordered for the
    # whole table, and another one was waited for.
    excused_from = models.PositiveIntegerField(null=True)
    # Of a bot, or a stand-in, where everybody is asked at once: for which phase (its position) it
    # has planned, and its orders (games.services.bots).
    planned_seq = models.PositiveIntegerField(null=True)
    plan = models.JSONField(null=True)
    talk_read = models.BigIntegerField(default=0)
    seen_seq = models.PositiveIntegerField(default=0)
    # The table is neither over nor cancelled; lets "mine" skip a long past.
    live = models.BooleanField(default=True)

    SECRETS = ("contribution", "plan")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["person", "game"],
                name="one_seat_per_person",
                condition=Q(person__isnull=False),
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False) | ~Q(bot=""), name="somebody_sits_here"
            ),
        ]
        indexes = [
            models.Index(
                fields=["person", "-game"],
                name="seat_live",
                condition=Q(live=True, person__isnull=False),
            ),
            models.Index(
                fields=["game"], name="seat_of_live_bot", condition=Q(live=True) & ~Q(bot="")
            ),
            models.Index(
                fields=["game"],
                name="seat_agrees_to_end",
                condition=Q(live=True, agrees_to_end=True),
            ),
            models.Index(fields=["game"], name="seat_offered", condition=Q(offered=True)),
            models.Index(
                fields=["offered_from"],
                name="seat_to_offer",
                condition=Q(live=True, offered=False, offered_from__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class Invitation(models.Model):
    """A right to join a table that gathers: of a person, of an address, or of a link's holder."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    person = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    address = AddressField(blank=True)
    token = SecretCharField(max_length=24, unique=True, default=keys.token, editable=False)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    at = models.DateTimeField(default=timezone.now)
    # When the letter to an address that is nobody's here is due; null: there is none to send.
    mail_due_at = models.DateTimeField(null=True)

    SECRETS = ("token", "address")
    # Whose token opens the table for who holds it. Were it only of addresses that are nobody's
    # here, whoever invites one would learn whether it is somebody's.
    OF_LINK = Q(person=None) | ~Q(address="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "game"],
                name="one_open_invitation_per_person",
                condition=Q(state="open", person__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["game", "address"],
                name="one_open_invitation_per_address",
                condition=Q(state="open") & ~Q(address=""),
            ),
        ]
        indexes = [
            models.Index(
                fields=["mail_due_at"],
                name="invitation_to_mail",
                condition=Q(mail_due_at__isnull=False),
            ),
            # How many somebody has asked lately.
            models.Index(fields=["by", "at"], name="invitation_by"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} → {self.person_id or ('an address' if self.address else 'link')}"
