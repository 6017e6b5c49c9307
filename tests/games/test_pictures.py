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


def test_a_picture_from_what_is_kept_is_the_one_drawn_anew() -> None:
    """Byte for byte, whatever was drawn before it: other cells, other parts, other languages."""
    asked = [(view, [*LANGUAGES][number % 4]) for number, view in enumerate(islice(views(), 24))]
    kept = [faces.picture(view, lang) for view, lang in asked]
    for (view, lang), before in [*zip(asked, kept, strict=True)][::4]:
        tiles.cells.clear()
        tiles.parts.clear()
        assert faces.picture(view, lang) == before


def test_tiles_are_what_would_be_drawn_at_once() -> None:
    """But for a pixel in three thousand, where an edge lies on another and was rounded before."""
    looked_at = 0
    for number, view in enumerate(islice(views(), 24)):
        lang = [*LANGUAGES][number % 4]
        width, height = painting.size(view)
        whole = tiles.rasterised(painting.whole(view, lang, tones.LIGHT), width, height)
        numbers = painting.pasted(view, lang)
        assert opened(faces.picture(view, lang)).size == (width, height)
        assert differing(numbers, tiles.numbered(whole)) <= height * width / 2500
        looked_at += len(view["row"])
    assert looked_at > 100


def test_the_dark_picture_is_the_light_one_with_other_tones() -> None:
    view = max(islice(views(), 12), key=lambda one: len(one["row"]))
    width, height = painting.size(view)
    dark = opened(faces.picture(view, "en", dark=True))
    whole = painting.whole(view, "en", tones.DARK)
    drawn_dark = tiles.rasterised(whole, width, height).convert("RGB")
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
    store = tiles.Store[int, bytes](make=lambda key: bytes([key] * 100), weigh=len, most=300)
    for one in (0, 1, 2, 0, 3):
        assert store.find(one) == bytes([one] * 100)
    assert store.bytes == 300
    assert set(store.kept) == {0, 2, 3}


def test_a_new_number_of_coins_draws_no_card_anew() -> None:
    """What lies on a card and below it are parts of their own, and there are few of each."""
    look = Look(2, "queen", True, 1, 0, None, False, False, (0, 1), 2, False, "en")
    tiles.cells.find(look)
    before = set(tiles.parts.kept)
    for other in (
        look._replace(tokens=7, covers=5, verdicts=2, bribed_by=1, active=True),
        look._replace(lang="uk"),
    ):
        tiles.cells.find(other)
    assert {part.draw.__name__ for part in set(tiles.parts.kept) - before} <= {
        *("_coin", "_count", "_verdicts", "_bribe", "_rim", "_pointer", "_called")
    }


def test_a_row_of_the_longest_names_can_be_painted_in_every_language() -> None:
    view = next(one for one in views() if len(one["row"]) > 3)
    sizes = {len(faces.picture(view, lang, per_line=faces.WIDE)) for lang in LANGUAGES}
    assert all(5_000 < size < 120_000 for size in sizes)
