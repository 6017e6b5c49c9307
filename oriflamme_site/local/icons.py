"""`make icons`: the pictures of the app, made of the one drawing. Phones take no SVG."""

import re
from pathlib import Path

from games import faces

HERE = Path(__file__).parents[1] / "static" / "oriflamme"
GROUND = "#efe3c9"
# Name, pixels, and which part of the side the drawing takes: a mask may cut off the corners.
ICONS = [
    ("icon-180", 180, 0.72),
    ("icon-192", 192, 0.8),
    ("icon-512", 512, 0.8),
    ("icon-maskable-512", 512, 0.56),
]


def drawn(share: float) -> str:
    found = re.search(r'viewBox="0 0 (\d+) \d+">(.*)</svg>', (HERE / "icon.svg").read_text())
    assert found
    side, drawing = int(found[1]), found[2]
    edge = side * (1 - share) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<path fill="{GROUND}" d="M0 0h{side}v{side}H0z"/>'
        f'<g transform="translate({edge} {edge}) scale({share})">{drawing}</g></svg>'
    )


if __name__ == "__main__":
    for name, pixels, share in ICONS:
        (HERE / f"{name}.png").write_bytes(faces.render(drawn(share), width=pixels))
