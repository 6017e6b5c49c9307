"""Every page of the site as somebody meets it. What is no page says here why."""

import random
from collections.abc import Iterator
from unittest import mock
from urllib.parse import quote, quote_plus

from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import consent
from games import engine, services
from games.evening import Free
from games.models import FreeHours, Game
from games.moderation import notices
from games.moderation import services as care
from games.moderation.models import Announcement
from games.post import asking, tokens
from games.tournaments import services as cups
from games.tournaments.models import TournamentTable
from tests import bounded
from tests.browser import own_pages
from tests.browser.world import Shown, World, enter, kept, key_of, send
from tests.games.conftest import decider, move_on, position
from tests.tournaments.playing import end_round

SAID_TO_ALL = "On Friday at eight we move house. The site is away for an hour, and no clock runs."
_POSTED = "takes what a button sends, and leads on to a page"
_WIRE = "answers programs and not people"
NO_PAGE = {
    "mail_again": _POSTED,
    "end_session": _POSTED,
    "set_language": _POSTED,
    "try": _POSTED,
    "table-invite": _POSTED,
    "table-uninvite": _POSTED,
    "table-seat": _POSTED,
    "table-again": _POSTED,
    "table-steps": _WIRE,
    "mfa_reauthenticate_webauthn": _POSTED,
    "picture": "a picture",
    "turn-picture": "a picture",
    "table-shared": "a picture",
    "published-file": "a file",
    "published-checksum": "a file",
    "tournament-shared": "a picture",
    "tournament-round-shared": "a picture",
    "tournament-bracket": "a picture",
    "table-record": "a file to keep, as text",
    "mfa_download_recovery_codes": "a file to keep, as text",
    "atom": "a feed",
    "calendar": "a calendar",
    "manifest": "what phones read",
    "service_worker": _WIRE,
    "mfa_login_webauthn": _WIRE,
    "oauth2_provider:oauth-server-metadata": _WIRE,
    "oauth2_provider:oauth-resource-metadata": _WIRE,
    "oauth2_provider:token": _WIRE,
    "oauth2_provider:revoke-token": _WIRE,
    "oauth2_provider:device-authorization": _WIRE,
}


def every_page(language: str = "en") -> list[Shown]:
    world = World(language)
    # Answers about who is known here are slow on purpose.
    with mock.patch("accounts.middleware.EvenTime.FLOOR", 0.0):
        parts = [strangers, newcomers, tables, at_tables, letters, people, tournaments]
        return [page for part in [*parts, *own_pages.PARTS, errors] for page in part(world)]


# The lesson, by what is lit, to its end.
LESSON_OVER = "/first-game?" + "&".join(
    f"done={quote_plus(move)}"
    for move in (
        *("place soldier end", "reveal", "place heir start", "reveal", "eliminate 2"),
        *("place lord start", "reveal", "eliminate 5"),
    )
)


def strangers(world: World) -> Iterator[Shown]:
    yield Shown("landing", "/")
    yield Shown("lobby", "/tables")
    yield Shown("learn", "/learn")
    yield Shown("lesson", "/first-game")
    yield Shown("lesson-turn", "/first-game?done=place+soldier+end")
    yield Shown("lesson-end", LESSON_OVER)
    yield Shown("card", "/learn/spy")
    yield Shown("about", "/about")
    yield Shown("data", "/data")
    yield Shown("table-embedded", f"/games/{world.friday.key}/embed?lang={world.language}")
    yield Shown("offline", "/offline")
    yield Shown("ratings", "/ratings")
    yield Shown("terms", "/terms")
    yield Shown("sign-in", "/account/login/")
    yield Shown("sign-up", "/account/signup/")
    yield Shown("reset", "/account/password/reset/")
    yield Shown("reset-done", "/account/password/reset/done/")
    yield Shown("closed-account", "/account/inactive/")
    yield kept("sign-in-refused", send(Client(), "/account/login/", login="x", password="y"))
    yield kept("sign-up-refused", send(Client(), "/account/signup/", username="no", email="no"))
    undecided = User.objects.create_user(
        "ugo", "ugo@example.test", "a-long-secret", language=world.language
    )
    yield Shown("terms-asked", "/terms", key_of(enter(undecided)))


def newcomers(world: World) -> Iterator[Shown]:
    """Where there is nothing yet, a page says what there could be."""
    key = key_of(enter(world.named("nina", name="Nina")))
    for name, path in [
        ("home", "/"),
        ("people", "/account/people"),
        ("deliveries", "/account/deliveries"),
        ("tokens", "/account/tokens"),
        ("bots", "/account/bots"),
        ("connected", "/account/connected"),
        ("decisions", "/account/decisions"),
        ("person", "/people/nina"),
    ]:
        yield Shown(f"{name}-empty", path, key)


def tables(world: World) -> Iterator[Shown]:
    key = key_of(enter(world.me))
    yield Shown("home", "/", key)
    yield Shown("new-table", "/tables/new", key)
    yield Shown("lobby-running", "/tables?list=running", key)
    yield Shown("lobby-over", "/tables?list=over", key)
    gathering = f"/games/{world.open.key}"
    yield Shown("gathering", gathering, key)
    maker = key_of(enter(world.open.creator))
    yield Shown("gathering-own", gathering, maker)
    yield Shown("close-table", f"{gathering}/cancel", maker)
    by_link = services.create_game(
        person=world.others[0], name="Kitchen table", set="mixed", seats=4, join="link"
    )
    yield Shown("join", f"/join/{by_link.link.reveal()}", key)
    yield Shown("table-over", f"/games/{world.over.key}", key)
    yield Shown("replay", f"/games/{world.over.key}?at=20&chair=0", key)
    yield Shown("deal-over", f"/games/{world.over.key}/deal", key)
    yield Shown("deal-own", f"/games/{world.friday.key}/deal", key)
    yield Shown("deal-before", f"{gathering}/deal", maker)


def at_tables(world: World) -> Iterator[Shown]:
    here = f"/games/{world.friday.key}"
    key = key_of(enter(world.me))
    guest = Client()
    practice = send(guest, "/try")["Location"]
    consent.agree(person=User.objects.get(is_guest=True), terms=world.terms)
    yield Shown("table-of-a-guest", practice, key_of(guest))
    yield Shown("keep", "/account/keep", key_of(guest))
    yield Shown("table", here, key)
    yield Shown("table-all-news", f"{here}?after=0", key)
    yield Shown("table-step", f"{here}?after=0&step=3", key)
    yield Shown("table-waited", here, key_of(enter(world.others[0])))
    yield Shown("table-watched", here, key_of(enter(world.named("erin"))))
    yield Shown("leave-game", f"{here}/resign", key)
    late = _late_table(world)
    yield Shown("table-of-five-late", f"/games/{late.key}", key_of(enter(decider(late))))
    together = services.create_game(
        person=world.me, name="A week of five", set="oriflamme", seats=3, together=True
    )
    for person in world.others[:2]:
        services.join(game_key=together.key, person=person)
    yield Shown("table-together", f"/games/{together.key}", key)
    # The browser comes later: each half of a round on a table of its own.
    for chair in together.chairs.exclude(person=None):
        every_day = [Free(day, 0, 24 * 60) for day in range(7)]
        services.set_hours(game_key=together.key, person=chair.person, hours=every_day)
    FreeHours.objects.update(looked_at=timezone.now())
    services.sweep_evenings()
    yield Shown("evening", f"/games/{together.key}/evening", key)
    yield Shown("plan-place", f"/games/{together.key}/plan", key)
    half = f"/games/{_in_the_second_half(world).key}"
    yield Shown("table-plan", half, key)
    yield Shown("plan-cards", f"{half}/plan", key)


def _a_move(game: Game) -> str:
    return quote(engine.legal_moves(position(game))[0])


def _in_the_second_half(world: World) -> Game:
    """All have said what they play, and it is played."""
    people = [world.me, *world.others[:2]]
    game = services.create_game(
        person=people[0], name="Half a round", set="oriflamme", seats=3, together=True
    )
    for person in people[1:]:
        services.join(game_key=game.key, person=person)
    for chair in game.chairs.select_related("person"):
        assert chair.person is not None
        assert chair.number is not None
        card = position(game).hands[chair.number][0]
        placing = {"do": "place", "card": card, "place": "end", "round": 1}
        services.make_plan(game_key=game.key, person=chair.person, wanted=[placing])
    Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
    services.sweep()
    for _person in people:
        services.call(game_key=game.key)
    return game


def _late_table(world: World) -> Game:
    """The largest table there can be, near its end."""
    people = [world.me, *world.others[:3], world.named("fiona", name="Fiona of the long name")]
    game = services.create_game(
        person=people[0], name="The long night of the five families", set="alliance", seats=5
    )
    for person in people[1:]:
        services.join(game_key=game.key, person=person)
    rng = random.Random(5)
    bound = bounded()
    while next(bound) and position(game).round < 6:
        move_on(game, rng=rng)
    return game


def letters(world: World) -> Iterator[Shown]:
    """Where letters lead."""
    letter = f"/turn/{tokens.make(world.friday.key, world.me.pk, world.friday.seq).reveal()}"
    yield Shown("turn", letter)
    yield Shown("turn-chosen", f"{letter}?move={_a_move(world.friday)}")
    yield Shown("turn-stop", f"{letter}/stop")
    yield Shown("turn-void", f"{letter}/void")
    move = engine.legal_moves(position(world.friday))[0]
    proposal = asking.Proposal(moves=(move,))
    asking.ask_back(tokens.read(letter.removeprefix("/turn/")), proposal)
    asks = (world.friday.key, world.me.pk, world.friday.seq)
    yes = tokens.make(*asks, proposal=proposal.number).reveal()
    yield Shown("turn-yes", f"/turn/{yes}/yes")


def people(world: World) -> Iterator[Shown]:
    key = key_of(enter(world.me))
    yield Shown("person", f"/people/{world.others[0].handle}", key)
    yield Shown("person-self", f"/people/{world.me.handle}", key)
    yield Shown("person-of-a-visitor", f"/people/{world.me.handle}")
    yield Shown("ratings-of-bots", "/ratings?who=bots", key)
    yield Shown("report-person", f"/people/{world.others[0].handle}/report", key)
    yield Shown("report-at-table", f"/games/{world.friday.key}/report", key)


def tournaments(world: World) -> Iterator[Shown]:
    organiser = world.named("otto", is_staff=True)
    stage = {"format": "swiss", "sets": ["oriflamme"], "rounds": 3}
    cup = cups.announce(
        person=organiser,
        title="Autumn cup",
        capacity=8,
        stages=[stage],
        confirms="never",
        first_break_for=0,
        team_counts=2,
    )
    later = cups.announce(
        person=organiser, title="Winter cup", capacity=16, stages=[stage], confirms="never"
    )
    for number, person in enumerate((world.me, *world.others)):
        team = ("Owls of the Old Mill", "Ravens")[number % 2]
        cups.enter_tournament(key=cup.key, person=person, team=team)
        cups.enter_tournament(key=later.key, person=person)
    here, then = f"/tournaments/{cup.key}", f"/tournaments/{later.key}"
    yield Shown("tournament", then)
    yield Shown("tournament-entered", then, key_of(enter(world.me)))
    yield Shown("tournaments", "/tournaments", key_of(enter(world.me)))
    desk = key_of(enter(organiser))
    yield Shown("new-tournament", "/tournaments/new", desk)
    yield Shown("tournament-desk-before", f"{then}/desk", desk)
    yield Shown("tournament-import", f"{then}/desk/import", desk)
    yield Shown("tournament-objections", f"{here}/objections", key_of(enter(world.me)))
    series = cups.begin_series(person=cup.creator, title="Winter league").key
    yield Shown("all-series", "/tournaments/series", desk)
    yield Shown("tournament-change", f"{then}/desk/change", desk)
    yield Shown("tournament-begun", here, key_of(enter(world.me)))
    cups.take_step(key=cup.key, person=organiser, step="start")
    cups.advance(key=cup.key)
    yield Shown("tournament-embedded", f"{here}/embed")
    for part in ("standings", "rounds", "rounds/1", "cross", "players", "players/1", "log"):
        name = "tournament-" + part.replace("/1", "-one")
        yield Shown(name, f"{here}/{part}", key_of(enter(world.me)))
    yield Shown("tournament-desk", f"{here}/desk", desk)
    yield Shown("tournament-step", f"{here}/desk/announce", desk)
    over = cups.announce(
        person=organiser,
        title="Spring cup",
        capacity=8,
        stages=[{**stage, "rounds": 1}],
        confirms="never",
        first_break_for=0,
        series=series,
    )
    for person in (world.me, *world.others):
        cups.enter_tournament(key=over.key, person=person)
    cups.take_step(key=over.key, person=organiser, step="start")
    cups.advance(key=over.key)
    end_round(over)
    cups.advance(key=over.key)
    # As if its games had been played: what decided them stands on its page.
    moved = {"move": 0, "round": 5, "card": "conspiracy", "before": -4, "after": 3}
    TournamentTable.objects.filter(round__tournament=over).update(turning=moved)
    yield Shown("tournament-over", f"/tournaments/{over.key}", key_of(enter(world.me)))
    yield Shown("series", f"/tournaments/series/{series}")


def errors(world: World) -> Iterator[Shown]:
    yield Shown("error-404", "/nowhere", status=404)
    mallory = world.named("mallory")
    strange = tokens.make(world.friday.key, mallory.pk, world.friday.seq).reveal()
    yield Shown("error-403", f"/turn/{strange}", status=403)
    yield kept("error-409", send(enter(mallory), f"/games/{world.friday.key}/join"))
    yield kept("error-csrf", Client(enforce_csrf_checks=True).post("/account/login/", secure=True))
    broken = Client(raise_request_exception=False)
    with mock.patch("games.selectors.list_games", side_effect=RuntimeError):
        yield kept("error-500", broken.get("/tables", secure=True))
    yield kept("error-413", send(broken, "/account/login/", login="x" * 3_000_000))
    tries = (send(broken, "/account/password/reset/", email="a@example.test") for _ in range(99))
    yield kept("error-429", next(answer for answer in tries if answer.status_code == 429))
    yield from _when_something_is_said_to_all()


def _when_something_is_said_to_all() -> Iterator[Shown]:
    now = timezone.now()
    words = dict.fromkeys(("en", "uk", "ru", "it"), SAID_TO_ALL)
    said = Announcement.objects.create(texts=words, until=now + timezone.timedelta(hours=1))
    services.stop_clocks()
    care.publish()
    cache.delete("clocks-stand-still")
    yield kept("told-to-all", Client().get("/about", secure=True))
    said.delete()
    services.run_clocks()
    with mock.patch.object(notices, "is_closed", return_value=True):
        yield kept("closed", Client().get("/about", secure=True))
    care.publish()
    cache.delete("clocks-stand-still")
