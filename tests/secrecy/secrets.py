"""What is otherwise in the other world: whatever a viewer cannot know of the others at the table.

Each takes the scene, the viewer and chance; what it does, the viewer must not notice. One that has
nothing to do at this moment raises `Nothing`.
"""

import random
from collections.abc import Callable
from datetime import timedelta

import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.services import relations
from accounts.services.people import add_holiday, change_profile
from accounts.services.relations import Kind
from games import errors, selectors, services
from games.engine.types import known
from games.evening import Free
from games.models import Evening, OrderList
from notifications.services import make_hook, renew_feeds
from tests.games.redistribution import redistribute
from tests.pages.conftest import Browser
from tests.secrecy.scene import Scene, Viewer

Secret = Callable[[Scene, Viewer, random.Random], None]


class Nothing(Exception):
    """Here there is nothing of the kind to be otherwise."""


def cards(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """All that is hidden from the viewer is dealt otherwise."""
    before = scene.game.state
    redistribute(scene.game, viewer.seat, rng)
    scene.game.refresh_from_db()
    if scene.game.state == before:
        raise Nothing


def a_letter_between_others(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    if scene.game.talk != "full":
        raise Nothing
    one, other = _others(scene, viewer, rng)
    services.say(
        game_key=scene.game.key,
        person=_at(scene, one),
        text="Against them all?",
        to_seat=other,
    )


def a_letter_to_the_stand_in(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """What is written to a seat after its player has resigned is not for them."""
    given_up = scene.game.chairs.exclude(resigned_at=None).filter(person=viewer.person).first()
    if given_up is None:
        raise Nothing
    one, _ = _others(scene, viewer, rng)
    with time_machine.travel(timezone.now() + timedelta(seconds=1), tick=False):
        services.say(
            game_key=scene.game.key, person=_at(scene, one), text="Who?", to_seat=given_up.number
        )


def orders_of_another(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    one, _ = _others(scene, viewer, rng)
    services.give_orders(
        game_key=scene.game.key,
        person=_at(scene, one),
        wanted=[{"do": "wait"}, {"do": "choose", "prefer": ["others", "lowest"]}],
    )


def plan_of_another(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """Where everybody is asked at once: somebody else has answered, once or twice, and said their
    next card with it; a third has said what their cards do with the card they played."""
    key = scene.game.key
    one, other = (_at(scene, seat) for seat in _others(scene, viewer, rng))
    asks = [] if scene.game.blind else [{"do": "ask", "if": ["attacked"]}]
    hand = known(selectors.find_game(key, one).seen["yours"])["hand"]
    card = {"do": "place", "card": hand[-1], "place": "end", "round": 2}
    for wanted in ([{"do": "wait"}], [{"do": "reveal"}, *asks, card]):
        services.make_plan(game_key=key, person=one, wanted=wanted)
    services.make_plan(game_key=key, person=other, wanted=[])
    services.withdraw_plan(game_key=key, person=other)
    said = {"id": "a", "order": {"do": "wait"}, "since": 0, "around": {}, "round": 1}
    row = OrderList.objects.filter(game__key=key, person=other)
    row.update(orders=[said], answered_seq=0, says_round=True)


def hours_of_another(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """Somebody else says when they have time for an evening, or agrees to the one proposed."""
    one, other = _others(scene, viewer, rng)
    every_day = [Free(day, 0, 24 * 60) for day in range(7)]
    services.set_hours(game_key=scene.game.key, person=_at(scene, one), hours=every_day)
    services.set_hours(game_key=scene.game.key, person=_at(scene, other), hours=[])
    proposed = Evening.objects.filter(game=scene.game, state="proposed").first()
    if proposed is not None:
        services.answer_evening(
            game_key=scene.game.key, person=_at(scene, one), at=proposed.at, agrees=True
        )


def another_reads_all(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """The table, its talk, its log, their turns – by page and as read."""
    one, _ = _others(scene, viewer, rng)
    reader = Browser()
    reader.force_login(_at(scene, one))
    for path in (f"/games/{scene.game.key}", f"/games/{scene.game.key}?after=0", "/", "/tables"):
        reader.get(path)
    services.mark_read(game_key=scene.game.key, person=_at(scene, one), seq=scene.game.seq)


def another_mutes(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    one, other = _others(scene, viewer, rng)
    services.mute(game_key=scene.game.key, person=_at(scene, one), seat=other)
    if viewer.seat is not None:
        services.mute(game_key=scene.game.key, person=_at(scene, one), seat=viewer.seat)


def another_is_friends_or_blocks(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    one, other = _others(scene, viewer, rng)
    who, whom = _at(scene, one), _at(scene, other)
    relations.relate(person=who, other=whom, kind=rng.choice([Kind.MUTE, Kind.FRIEND]))
    if viewer.person is not None:
        relations.relate(person=who, other=viewer.person, kind=Kind.BLOCK)


def another_has_programs(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """Webhooks of their own, feeds. Whoever reads the outbox may know: word of it goes to their
    account, and is of no table."""
    if viewer.person is not None and viewer.person.has_perm("notifications.view_delivery"):
        raise Nothing
    one, _ = _others(scene, viewer, rng)
    who = _at(scene, one)
    make_hook(person=who, url="https://hooks.example.test/other")
    renew_feeds(person=who)


def another_plans_holidays(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """Later, so that no clock which can be seen rests yet."""
    one, _ = _others(scene, viewer, rng)
    first = (timezone.now() + timedelta(days=40)).date()
    add_holiday(person=_at(scene, one), first_day=first, last_day=first + timedelta(days=3))


def another_tried_a_wrong_move(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    one, _ = _others(scene, viewer, rng)
    for move in ("place dragon end", "eliminate 77", "reveal"):
        try:
            services.play(
                game_key=scene.game.key,
                person=_at(scene, one),
                seq=max(0, scene.game.seq - 1),
                moves=[move],
                door="api",
            )
        except errors.Refusal:
            continue


EVERY: dict[str, Secret] = {
    secret.__name__: secret
    for secret in (
        cards,
        a_letter_between_others,
        orders_of_another,
        another_reads_all,
        another_mutes,
        another_is_friends_or_blocks,
        another_has_programs,
        another_plans_holidays,
        another_tried_a_wrong_move,
    )
}
BESIDE_CARDS = [secret for secret in EVERY.values() if secret is not cards]


# --- at a table where players are hidden: who did it, in pairs ------------------------------------


def _by(name: str, deed: Callable[[Scene, User], None]) -> Secret:
    def done(scene: Scene, _viewer: Viewer, _rng: random.Random) -> None:
        deed(scene, User.objects.get(handle=name))

    done.__name__ = f"{name} {deed.__name__.strip('_')}"
    return done


def accepts(scene: Scene, who: User) -> None:
    services.join(game_key=scene.game.key, person=who)


def declines(scene: Scene, who: User) -> None:
    services.decline(game_key=scene.game.key, person=who)


def blocks_the_host(scene: Scene, who: User) -> None:
    relations.relate(person=who, other=scene.game.creator, kind=Kind.BLOCK)


def rests(_scene: Scene, who: User) -> None:
    today = timezone.now().date()
    first, last = today + timedelta(days=1), today + timedelta(days=6)
    add_holiday(person=who, first_day=first, last_day=last)
    change_profile(user=who, plays_weekends=False)


def reads(scene: Scene, who: User) -> None:
    reader = Browser()
    reader.force_login(who)
    for path in (f"/games/{scene.game.key}", "/", "/tables?list=mine"):
        reader.get(path)


def leaves(scene: Scene, who: User) -> None:
    services.join(game_key=scene.game.key, person=who)
    services.leave(game_key=scene.game.key, person=who)


# What one of them did in one world, and in the other the other one, or nobody.
WHO: list[tuple[Secret, Secret | None]] = [
    *((_by("bob", deed), _by("carol", deed)) for deed in (accepts, declines, leaves)),
    *((_by("bob", deed), _by("carol", deed)) for deed in (blocks_the_host, rests, reads)),
    *((_by("bob", deed), None) for deed in (declines, blocks_the_host, rests, reads)),
]


def who_sits_where(scene: Scene, viewer: Viewer, rng: random.Random) -> None:
    """Two of them, neither of them the viewer, have changed seats – cards and all."""
    one, other = rng.sample(
        [chair for chair in scene.game.chairs.all() if chair.person_id != _pk(viewer)], 2
    )
    people = one.person_id, other.person_id
    scene.game.chairs.filter(pk=one.pk).update(person=None, bot="x")
    scene.game.chairs.filter(pk=other.pk).update(person=people[0])
    scene.game.chairs.filter(pk=one.pk).update(person=people[1], bot="")


def another_who_decides_rests(scene: Scene, viewer: Viewer, _rng: random.Random) -> None:
    if scene.game.to_move == viewer.seat or scene.game.to_move is None:
        raise Nothing
    rests(scene, _at(scene, scene.game.to_move))


# Of whom a stand-in or somebody else decides for.
OF_WHO_LEFT = [*BESIDE_CARDS, a_letter_to_the_stand_in]

OF_MASKS: tuple[Secret, ...] = (who_sits_where, another_who_decides_rests)


def _pk(viewer: Viewer) -> int | None:
    return viewer.person and viewer.person.pk


def _others(scene: Scene, viewer: Viewer, rng: random.Random) -> tuple[int, int]:
    """Two seats that are not the viewer's."""
    seats = [seat for seat in range(scene.game.seats) if seat != viewer.seat]
    one, other = rng.sample(seats, 2)
    return one, other


def _at(scene: Scene, seat: int) -> User:
    person = scene.game.chairs.select_related("person").get(number=seat).person
    assert person is not None
    return person
