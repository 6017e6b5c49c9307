"""Nobody tells two worlds apart that differ in what they cannot know: the short form.

`make secrecy` asks everything, of every set and mixes, for long.
"""

import random
import zlib
from collections.abc import Callable

import pytest

from games import engine
from games.models import Game
from games.services import telling
from tests.conftest import Cast
from tests.engine.worlds import everything_open
from tests.secrecy import eyes, fuzz, scene, secrets, worlds
from tests.secrecy.comparing import Leak, Moment, Thin
from tests.secrecy.scene import Scene

pytestmark = pytest.mark.django_db


def some(share: int, salt: str) -> Thin:
    """One in so many of all that answers, others for another word; and all that is sent."""

    def is_asked(name: str) -> bool:
        return name.startswith(eyes.SENT) or zlib.crc32(f"{salt} {name}".encode()) % share == 0

    return is_asked


def either(*each: Thin) -> Thin:
    return lambda name: any(thin(name) for thin in each)


def only(*parts: str) -> Thin:
    return lambda name: any(part in name for part in parts)


@pytest.mark.long(12)
def test_what_is_hidden_at_a_table_changes_nothing_that_anybody_receives(person: Cast) -> None:
    rng = random.Random(1)
    compared = 0
    with worlds.standing_still():
        at = scene.of_a_tournament("alliance", person, moves=13, rng=rng)
        for number, viewer in enumerate(at.viewers):
            moment = Moment(at, viewer, rng, thin=some(200, viewer.name))
            secret = secrets.BESIDE_CARDS[number]
            compared += moment.compare(secrets.cards, secret).total()
    assert compared > 150


def test_what_others_plan_changes_nothing_that_anybody_receives(person: Cast) -> None:
    rng = random.Random(4)
    compared = 0
    with worlds.standing_still():
        at = scene.together("oriflamme", person, blind=True)
        for viewer in at.viewers:
            for secret in (secrets.plan_of_another, secrets.hours_of_another, secrets.cards):
                thin = some(400, secret.__name__)
                compared += Moment(at, viewer, rng, thin=thin).compare(secret).total()
    assert compared > 60


def test_who_did_what_at_an_anonymous_table_changes_nothing(person: Cast) -> None:
    rng = random.Random(2)
    compared = 0
    with worlds.standing_still():
        at = scene.anonymous(person)
        for number, (secret, other) in enumerate(secrets.WHO):
            viewer = at.viewers[number % len(at.viewers)]
            # Whom one invites there, always.
            thin = either(only("/invitations {"), some(150, secret.__name__))
            compared += Moment(at, viewer, rng, thin=thin).compare(secret, beside=other).total()
    assert compared > 80


@pytest.mark.parametrize("how", scene.HOW_THEY_LEFT)
def test_who_left_a_table_is_told_no_more_than_is_theirs(person: Cast, how: str) -> None:
    rng = random.Random(6)
    compared = 0
    with worlds.standing_still():
        at = scene.left(how, "oriflamme", person, moves=9, rng=rng)
        for viewer in at.viewers:
            beside = [secrets.a_letter_between_others, secrets.a_letter_to_the_stand_in]
            moment = Moment(at, viewer, rng, thin=some(150, how))
            compared += moment.compare(secrets.cards, *beside).total()
    assert compared > 20


def test_no_question_that_nobody_asks_tells_anything(person: Cast) -> None:
    rng = random.Random(3)
    with worlds.standing_still():
        at = scene.of_a_tournament("ablaze", person, moves=6, rng=rng)
        roles = scene.of_each_role(person)
        for viewer in (at.viewer("a spectator"), at.viewer("staff without a look"), *roles):
            thin = some(800 if viewer in roles else 300, f"fuzz {viewer.name}")
            moment = Moment(at, viewer, rng, asks=fuzz.asks, thin=thin)
            assert moment.compare(secrets.cards).total()


def test_a_new_address_is_compared_by_itself(person: Cast) -> None:
    """Walking the URL conf ends where a name in it means nothing that is known yet."""
    from tests.secrecy import addresses

    at = scene.anonymous(person)
    at.remember_rows()
    known = at.values(at.viewers[0])
    assert len({one.route for one in addresses.every(known)}) > 300
    with pytest.raises(addresses.Unknown):
        addresses.every([value for value in known if value[1] != "handle"])


# --- leaks that are planted -----------------------------------------------------------------------


def hidden(game: int) -> int:
    """Some number that follows from all the cards of a table."""
    return zlib.crc32(Game.objects.get(pk=game).state.reveal().encode())


def a_card_in_the_view(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine, "view", everything_open)


def an_etag_over_the_whole_state(patch: pytest.MonkeyPatch) -> None:
    from games.api.views import tables

    patch.setattr(
        tables, "_etag", lambda _request, key, *_: f'"{hidden(Game.objects.get(key=key).pk)}"'
    )


def an_order_by_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    from games import selectors

    honest = selectors.log

    def leaking(**asked: object) -> object:
        entries = honest(**asked)  # type: ignore[arg-type]
        game = Game.objects.get(key=asked["key"])
        return sorted(
            entries, key=lambda one: zlib.crc32(f"{one['seq']} {hidden(game.pk)}".encode())
        )

    patch.setattr(selectors, "log", leaking)


def a_length(patch: pytest.MonkeyPatch) -> None:
    from games import faces

    honest = faces.moment
    patch.setattr(
        faces,
        "moment",
        lambda view, *rest: honest(view, *rest) + " " * (hidden(Game.objects.get().pk) % 97),
    )


def a_moment(patch: pytest.MonkeyPatch) -> None:
    from datetime import timedelta

    from games.selectors import people

    honest = people.deadline

    def leaking(table: object, viewer: int | None) -> object:
        at = honest(table, viewer)  # type: ignore[arg-type]
        return at and at + timedelta(minutes=hidden(Game.objects.get().pk) % 9973)

    patch.setattr(people, "deadline", leaking)


def a_letter(patch: pytest.MonkeyPatch) -> None:
    from games import faces

    honest = faces.pictures
    patch.setattr(
        faces,
        "pictures",
        lambda *given: tuple(one + b"%d" % hidden(Game.objects.get().pk) for one in honest(*given)),
    )


def reading_counts(patch: pytest.MonkeyPatch) -> None:
    from games import services

    honest = services.mark_read

    def leaking(**asked: object) -> object:
        telling.changed(Game.objects.get())
        return honest(**asked)  # type: ignore[arg-type]

    patch.setattr(services, "mark_read", leaking)


PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], Thin, secrets.Secret]] = [
    (a_card_in_the_view, only("in uk"), secrets.cards),
    (an_etag_over_the_whole_state, only("in uk"), secrets.cards),
    (an_order_by_hidden_cards, only("/log in"), secrets.cards),
    (a_length, only("?after=0"), secrets.cards),
    (a_moment, only("in uk"), secrets.cards),
    (a_letter, only("letter"), secrets.cards),
    (reading_counts, only("in uk"), secrets.another_reads_all),
]


@pytest.mark.usefixtures("behind_the_services")
@pytest.mark.long(12)
def test_every_leak_that_is_planted_is_found(person: Cast) -> None:
    rng = random.Random(5)
    found = {}
    with worlds.standing_still():
        at: Scene = scene.of_a_tournament("oriflamme", person, moves=5, rng=rng)
        viewer = at.viewer("who decides")
        for plant, seen_by, secret in PLANTED:
            with pytest.MonkeyPatch.context() as patch:
                plant(patch)
                try:
                    Moment(at, viewer, rng, thin=seen_by).compare(secret)
                except Leak as leak:
                    found[plant.__name__] = str(leak)
    assert set(found) == {plant.__name__ for plant, *_ in PLANTED}
