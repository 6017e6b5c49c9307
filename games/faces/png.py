"""A picture as PNG."""

import io

import resvg_py
from PIL import Image

from games.faces import lettering

# Flat colours and their smooth edges: more shades than this nobody sees.
_COLOURS = 128


def render(svg: str, *, width: int) -> bytes:
    """`width` in pixels. Every letter comes from our own font: without one it would vanish."""
    painted = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[lettering.FILE],
        font_family=lettering.FAMILY,
        skip_system_fonts=True,
    )
    # Half the size, and a picture is most of what a mail weighs.
    image = Image.open(io.BytesIO(bytes(painted))).convert("RGB")
    out = io.BytesIO()
    image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        out, "PNG"
    )
    return out.getvalue()
