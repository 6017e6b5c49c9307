"""A running table of a tournament, and everybody who could look at it."""

import random
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import SCOPES, create_api_token
from games import selectors, services
from games.evening import Free
from games.models import Evening, FreeHours, Game
from games.moderation.roles import ROLES
from games.pages.deeds import DEEDS
from games.post import tokens
from games.services import absence
from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from games.tournaments.pages.steps import STEPS
from games.tournaments.selectors import exporting
from notifications.models import Hook
from notifications.services import make_hook, renew_feeds
from tests.api.conftest import ApiClient
from tests.games.conftest import move_on
from tests.moderation.conftest import of_staff
from tests.pages.conftest import Browser
from tests.secrecy.addresses import Values

SITTING = ("alice", "bob", "carol", "dave")
FORMATS = [*Hook.Format.values]
_HOOK = (
    "https://hooks.example.test/_matrix/client/v3/rooms/%21r/send/m.room.message"
    "?chat_id=-100&access_token=key"
)


@dataclass
class Viewer:
    """Somebody who looks: by pages, by a program, by what is sent to them."""

    name: str
    person: User | None
    seat: int | None
    browser: Browser = field(default_factory=Browser)
    program: ApiClient = field(default_factory=ApiClient)
    feeds: str = "0" * 64
    hook: str = "0" * 16
    session: str = ""

    @property
    def is_staff(self) -> bool:
        return self.person is not None and self.person.is_staff

    def __post_init__(self) -> None:
        if self.person is None:
            return
        self.browser.force_login(self.person)
        self.session = self.browser.cookies.output(header="", sep=";")
        _, token = create_api_token(user=self.person, name="eyes", scopes=SCOPES)
        self.program = ApiClient(token.reveal())
        self.feeds = renew_feeds(person=self.person).reveal()
        for hook_format in FORMATS:
            with_view = hook_format == "generic"
            made, _ = make_hook(
                person=self.person, url=_HOOK, hook_format=hook_format, with_view=with_view
            )
            self.hook = made.key


@dataclass
class Scene:
    game: Game
    viewers: list[Viewer]
    cup: Tournament | None = None
    series: str = ""
    # Further deeds that are tried: method, path below /api/v1/, body.
    tries: list[tuple[str, str, Any]] = field(default_factory=list)

    # One row of each model, for the pages of the admin.
    rows: dict[str, str] = field(default_factory=dict)

    def remember_rows(self) -> None:
        """Before there are two worlds: what is first in one is asked for in both."""
        self.rows = self.rows or _first_rows()

    def viewer(self, name: str) -> Viewer:
        return next(viewer for viewer in self.viewers if viewer.name == name)

    def values(self, viewer: Viewer) -> Values:
        """What the names in addresses stand for: what there is at this table, for this viewer."""
        game, cup, person = self.game, self.cup, viewer.person
        # No letter goes out with a right to decide before the game begins.
        letter = (
            tokens.make(game.key, person.pk, game.seq).reveal() if person and game.seq else "x" * 40
        )
        nobody, none = "2" * 16, ["0" * 16]
        values: Values = [
            ("games/", "key", [game.key]),
            ("series/", "key", [self.series or nobody]),
            ("tournaments/", "key", [cup.key if cup else nobody]),
            ("series/", "key", [nobody]),
            ("account/hooks/", "key", [viewer.hook]),
            ("account/", "key", ["x" * 30]),
            ("", "order", ["2" * 10]),
            ("games/", "seat", [str(seat) for seat in range(game.seats)]),
            ("games/", "number", [str(seat) for seat in range(game.seats)]),
            ("tournaments/", "number", ["1", "2"]),
            ("people/", "handle", [*SITTING, "erin"]),
            ("", "handle", ["alice", "bob"]),
            ("feeds/", "token", [viewer.feeds]),
            ("turn/", "token", [letter]),
            ("join/", "token", [game.link.reveal() if viewer.seat is not None else "2" * 24]),
            ("links/", "token", [game.link.reveal() if viewer.seat is not None else "2" * 24]),
            ("", "token", ["2" * 24]),
            ("cards/", "id", ["spy", "ambush"]),
            ("me/hooks", "id", [viewer.hook]),
            ("", "id", none),
            ("", "code", ["stale"]),
            ("", "kind", ["block"]),
            ("", "first_day", ["2030-01-01"]),
            ("", "client_id", ["2" * 40]),
            ("", "user_code", ["ABCDEFGH"]),
            ("", "message", [f"msg_{'0' * 24}"]),
            ("export/", "file", exporting.FILES),
            ("data/", "month", ["2026-10"]),
            ("seats/", "name", ["offer", "keep", "take"]),
            ("games/", "name", [*DEEDS]),
            ("learn/", "name", ["spy"]),
            ("desk/", "name", [*STEPS]),
            ("deed/", "name", ["suspend"]),
            ("", "app_label", ["games"]),
            ("admin/r/", "content_type_id", [str(_content_type())]),
            ("admin/r/", "object_id", [str(game.pk)]),
            ("admin/accounts/user/", "pk", [str(User.objects.get(handle="bob").pk)]),
            ("admin/tournaments/", "pk", [str(cup.pk if cup else 0)]),
            ("admin/care/look", "pk", [str(game.pk)]),
            ("", "pk", ["1"]),
            ("admin/", "url", ["nowhere"]),
        ]
        for model, pk in self.rows.items():
            values.append((f"admin/{model}/", "object_id", [pk]))
        return values


def deeds(game: Game) -> list[tuple[str, str, Any]]:
    """What is done at a table with something said along: what comes of it tells no more than what
    is refused."""
    key, seats = f"games/{game.key}", range(game.seats)
    hook = {"url": "https://hooks.example.test/x", "format": "generic"}
    return [
        ("POST", f"{key}/talk", {"text": "Well."}),
        *(("POST", f"{key}/talk", {"text": "To you.", "to_seat": seat}) for seat in seats),
        *(
            ("POST", f"{key}/reports", {"kind": "conduct", "text": "Slow.", "seat": seat})
            for seat in seats
        ),
        ("PUT", f"{key}/orders", {"orders": [{"do": "wait"}]}),
        ("PUT", f"{key}/plan", {"orders": [{"do": "wait"}]}),
        ("PUT", f"{key}/evening", {"hours": []}),
        ("PUT", f"{key}/read", {"seq": 1}),
        ("POST", f"{key}/hooks", hook),
        *(("POST", f"{key}/invitations", {"handle": name}) for name in ("bob", "carol", "erin")),
        *(
            ("POST", f"{key}/invitations", {"address": f"{name}@example.test"})
            for name in ("bob", "carol", "nobody")
        ),
        *(("POST", f"people/{name}/reports", {"kind": "talk", "text": "x"}) for name in SITTING),
    ]


def _content_type() -> int:
    return int(ContentType.objects.get_for_model(Game).pk)


def _first_rows() -> dict[str, str]:
    found = {}
    for model in apps.get_models():
        row = model._default_manager.order_by("pk").values_list("pk", flat=True).first()
        found[f"{model._meta.app_label}/{model._meta.model_name}"] = str(row or 1)
    return found


def of_a_tournament(box: str, person: Any, *, moves: int, rng: random.Random) -> Scene:
    """A table of the first round, some moves on; talk and a private letter lie there already."""
    organiser, staff = person("erin"), person("sam")
    User.objects.filter(pk=organiser.pk).update(is_staff=True)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    organiser.refresh_from_db()
    staff.refresh_from_db()
    stage = {"format": "swiss", "sets": [box], "rounds": 3}
    series = tournaments.begin_series(person=organiser, title="The year")
    cup = tournaments.announce(
        person=organiser,
        series=series.key,
        title="Autumn cup",
        capacity=8,
        seats=len(SITTING),
        stages=[stage],
        confirms="never",
        first_break_for=0,
        talk="full",
    )
    for name in SITTING:
        tournaments.enter_tournament(key=cup.key, person=person(name))
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    game = Game.objects.get(tournament=cup.key)
    _hook_the_table(game, person("alice"))
    move_on(game, moves, rng)
    _talk(game)
    viewers = _everybody(game, person, organiser, staff)
    return Scene(game, viewers, cup, series.key, tries=deeds(game))


def together(box: str, person: Any, *, blind: bool = False) -> Scene:
    """A table that asks everybody at once what their cards do: Alice has answered, the others not
    yet."""
    organiser, staff = person("erin"), person("sam")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    game = services.create_game(
        person=person("alice"),
        name="A week",
        set=box,
        seats=len(SITTING),
        together=True,
        blind=blind,
    )
    for name in SITTING[1:]:
        services.join(game_key=game.key, person=person(name))
    for chair in game.chairs.select_related("person"):
        assert chair.person is not None
        hand = selectors.find_game(game.key, chair.person).seen["yours"]
        assert hand is not None
        placing = {"do": "place", "card": hand["hand"][0], "place": "end", "round": 1}
        services.make_plan(game_key=game.key, person=chair.person, wanted=[placing])
    Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
    services.sweep()
    for _seat in SITTING:
        services.call(game_key=game.key)
    game.refresh_from_db()
    assert game.asks_all
    assert game.seq == len(SITTING)
    services.make_plan(game_key=game.key, person=person("alice"), wanted=[{"do": "wait"}])
    for name in SITTING:
        every_day = [Free(day, 0, 24 * 60) for day in range(7)]
        services.set_hours(game_key=game.key, person=person(name), hours=every_day)
    FreeHours.objects.update(looked_at=timezone.now())
    services.sweep_evenings()
    assert Evening.objects.filter(game=game, state="proposed").exists()
    return Scene(game, _everybody(game, person, organiser, staff), tries=deeds(game))


def anonymous(person: Any) -> Scene:
    """A table that gathers, where nobody is told who comes: Alice is the host, Dave has come."""
    host, staff = person("alice"), person("sam")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    game = services.create_game(
        person=host,
        name="Masks",
        set="ablaze",
        seats=5,
        anonymous=True,
        join="invitation",
        talk="full",
    )
    for name in ("bob", "carol", "dave", "erin"):
        services.invite(game_key=game.key, person=host, handle=person(name).handle)
    services.join(game_key=game.key, person=person("dave"))
    tries = deeds(game)
    tries += [
        ("DELETE", f"games/{game.key}/invitations/{invitation.token.reveal()}", None)
        for invitation in game.invitations.order_by("pk")
    ]
    tries += [("DELETE", f"games/{game.key}/seats/{name}", None) for name in ("bob", "carol")]
    return Scene(game, _around(person, staff), tries=tries)


def anonymous_running(box: str, person: Any, *, moves: int, rng: random.Random) -> Scene:
    """The same, on its way: nobody but they themselves knows who sits where."""
    host, staff = person("alice"), person("sam")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    game = services.create_game(
        person=host, name="Masks", set=box, seats=4, anonymous=True, talk="full"
    )
    for name in SITTING[1:]:
        services.join(game_key=game.key, person=person(name))
    game.refresh_from_db()
    move_on(game, moves, rng)
    _talk(game)
    scene = Scene(game, _around(person, staff), tries=deeds(game))
    for viewer in scene.viewers[:2]:
        viewer.seat = game.chairs.get(person=viewer.person).number
    return scene


HOW_THEY_LEFT = ("resigned", "stood in for", "replaced")


def left(how: str, box: str, person: Any, *, moves: int, rng: random.Random) -> Scene:
    """A table some moves on, and who does not decide there any more: Carol has resigned, or a
    stand-in decides for her while she is away, or somebody else had her seat from the beginning."""
    game = services.create_game(
        person=person("alice"), name="Without Carol", set=box, seats=len(SITTING), talk="full"
    )
    for name in SITTING[1:]:
        services.join(game_key=game.key, person=person(name))
    game.refresh_from_db()
    chair = game.chairs.get(person=person("carol"))
    seat = chair.number
    if how == "replaced":
        with transaction.atomic():
            absence.pass_on(game, chair, person("frank"))
    move_on(game, moves, rng)
    _talk(game)
    viewers = [Viewer(f"who is {how}", person("carol"), None if how == "replaced" else seat)]
    if how == "resigned":
        services.resign(game_key=game.key, person=person("carol"))
    elif how == "stood in for":
        with transaction.atomic():
            locked = Game.objects.select_for_update().get(pk=game.pk)
            absence.count_absent(locked, seat, timezone.now())
    else:
        viewers.append(Viewer("who took the seat over", person("frank"), seat))
    game.refresh_from_db()
    return Scene(game, viewers, tries=deeds(game))


def of_each_role(person: Any) -> list[Viewer]:
    """Staff by what they may do: pages of the admin differ from role to role."""
    return [
        Viewer(f"staff, {role}", of_staff(person(f"staff-{role}"), role), None) for role in ROLES
    ]


def _around(person: Any, staff: User) -> list[Viewer]:
    return [
        Viewer("the host", person("alice"), None),
        Viewer("an opponent", person("dave"), None),
        Viewer("a spectator", person("mallory"), None),
        Viewer("a stranger", None, None),
        Viewer("staff without a look", staff, None),
    ]


def _everybody(game: Game, person: Any, organiser: User, staff: User) -> list[Viewer]:
    game.refresh_from_db()
    decider = game.chairs.get(number=game.to_move)
    other = game.chairs.exclude(number=game.to_move).order_by("number").first()
    return [
        Viewer("who decides", decider.person, decider.number),
        Viewer("another seat", other.person, other.number),
        Viewer("a spectator", person("mallory"), None),
        Viewer("a stranger", None, None),
        Viewer("an organiser", organiser, None),
        Viewer("staff without a look", staff, None),
    ]


def _hook_the_table(game: Game, person: User) -> None:
    for hook_format in FORMATS:
        services.hook_table(game_key=game.key, person=person, url=_HOOK, hook_format=hook_format)


def _talk(game: Game) -> None:
    first, second, *_ = game.chairs.order_by("number")
    services.say(game_key=game.key, person=first.person, text="Good luck to all.")
    if game.talk == "full":
        services.say(
            game_key=game.key, person=second.person, text="To you alone.", to_seat=first.number
        )
