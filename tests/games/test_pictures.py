"""The picture of a table is pasted from tiles, and is what would be drawn at once."""

import io
import random
from collections.abc import Iterator
from itertools import islice

from PIL import Image, ImageChops

from games import engine, faces
from games.engine.words import LANGUAGES
from games.faces import drawn, painting, tiles, tones
from games.faces.drawn import Look
from tests.engine.chance import deal, play_on

# A line of the row has so many pixels.
A_LINE = 720 * 212


def views() -> Iterator[engine.View]:
    """One of each fifth position of games of every set and size, as whoever decides sees it."""
    for number in range(12, 28):
        state = deal(number)
        for _ in islice(play_on(state, random.Random(number)), 3 + number % 5, None, 23):
            seat = engine.to_move(state)
            yield engine.view(state, seat)


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> int:
    """How many pixels are not the same."""
    return sum(map(bool, ImageChops.difference(one, other).convert("L").tobytes()))


def test_tiles_are_what_would_be_drawn_at_once() -> None:
    """But for a pixel in a hundred thousand, where the painter's own arithmetic rounds otherwise
    further down the page."""
    looked_at = 0
    for number, view in enumerate(islice(views(), 24)):
        lang = [*LANGUAGES][number % 4]
        width, height = painting.size(view)
        whole = tiles.rasterised(painting.whole(view, lang, tones.LIGHT), width, height)
        numbers = painting.pasted(view, lang)
        assert opened(faces.picture(view, lang)).size == (width, height)
        assert differing(numbers, tiles.numbered(whole)) <= 3 * height * width // A_LINE
        looked_at += len(view["row"])
    assert looked_at > 100


def test_the_dark_picture_is_the_light_one_with_other_tones() -> None:
    view = max(islice(views(), 12), key=lambda one: len(one["row"]))
    width, height = painting.size(view)
    dark = opened(faces.picture(view, "en", dark=True))
    drawn_dark = tiles.rasterised(painting.whole(view, "en", tones.DARK), width, height)
    difference = ImageChops.difference(dark, drawn_dark).convert("L").tobytes()
    assert sum(difference) / len(difference) < 3
    light = opened(faces.picture(view, "en"))
    assert light.getpixel((2, 40)) != dark.getpixel((2, 40))
    assert sum(dark.convert("L").tobytes()) < 0.9 * sum(light.convert("L").tobytes())


def test_flat_tones_do_not_shift() -> None:
    picture = opened(faces.picture(next(views()), "en"))
    red, green, blue = (int(tones.LIGHT.cloth[at : at + 2], 16) for at in (1, 3, 5))
    assert picture.getpixel((2, 60)) == (red, green, blue)


def test_every_card_and_every_mark_lies_within_its_cell() -> None:
    """What is drawn on a ground twice as large adds nothing outside the cell."""
    full = Look(
        family=2,
        card="uprising",
        open=False,
        tokens=12,
        verdicts=2,
        bribed_by=1,
        asleep=True,
        known=False,
        below=(0, 1, 3),
        covers=9,
        active=True,
        lang="uk",
    )
    for look in (full, full._replace(open=True, card="empress")):
        body = f'<g transform="translate(50 50)">{drawn.slot(look, tones.LIGHT)}</g>'
        width, height = drawn.WIDTH + 100, drawn.HEIGHT + 100
        image = tiles.rasterised(body, width, height).convert("L")
        image.paste(0, (50, 50, 50 + drawn.WIDTH, 50 + drawn.HEIGHT))
        assert image.getbbox() is None


def test_slot_one_comes_first_for_every_reader_whatever_the_direction() -> None:
    """As in the list of words beside the picture."""
    view = next(one for one in views() if len(one["row"]) > 3)
    drawn_ = {
        tuple(painting.placed({**view, "direction": way}, "en"))
        for way in ("left_to_right", "right_to_left")
    }
    (only,) = drawn_
    firsts = [(one.y, one.x) for one in only if isinstance(one.tile, Look)]
    assert firsts == sorted(firsts)


def test_the_store_keeps_to_its_bytes_and_forgets_what_was_used_longest_ago() -> None:
    look = Look(0, None, False, 0, 0, None, False, False, (), 0, False, "")
    size = drawn.WIDTH * drawn.HEIGHT
    store = tiles.Store(most=3 * size)
    looks = [look._replace(tokens=number) for number in range(5)]
    for one in (*looks[:3], looks[0], looks[3]):
        store.find([one])
    assert store.bytes == 3 * size
    assert set(store.kept) == {looks[0], looks[2], looks[3]}


def test_a_row_of_the_longest_names_can_be_painted_in_every_language() -> None:
    view = next(one for one in views() if len(one["row"]) > 3)
    sizes = {len(faces.picture(view, lang, per_line=faces.WIDE)) for lang in LANGUAGES}
    assert all(5_000 < size < 120_000 for size in sizes)
