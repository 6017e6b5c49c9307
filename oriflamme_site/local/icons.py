"""`make icons`: the pictures of the app, made of the one drawing. Phones take no SVG."""

import re
from pathlib import Path

from games.faces import shared, tiles

HERE = Path(__file__).parents[1] / "static" / "oriflamme"
GROUND = "#efe3c9"
# Name, pixels, and which part of the side the drawing takes: a mask may cut off the corners.
ICONS = [
    ("icon-180", 180, 0.72),
    ("icon-192", 192, 0.8),
    ("icon-512", 512, 0.8),
    ("icon-maskable-512", 512, 0.56),
]


def drawn(share: float, pixels: int) -> str:
    found = re.search(r'viewBox="0 0 (\d+) \d+">(.*)</svg>', (HERE / "icon.svg").read_text())
    assert found
    side, drawing = int(found[1]), found[2]
    edge = side * (1 - share) / 2
    return (
        f'<g transform="scale({pixels / side})"><path fill="{GROUND}" d="M0 0h{side}v{side}H0z"/>'
        f'<g transform="translate({edge} {edge}) scale({share})">{drawing}</g></g>'
    )


if __name__ == "__main__":
    for name, pixels, share in ICONS:
        tiles.rasterised(drawn(share, pixels), pixels, pixels).save(HERE / f"{name}.png")
    cards = [("queen", 3), ("judge", 4), ("spy", 0)]
    looks = [shared.look(kind, family, "en") for kind, family in cards]
    # Without a sentence: it is shown to readers of all languages.
    (HERE / "share.png").write_bytes(shared.picture("Oriflamme", "", looks))
