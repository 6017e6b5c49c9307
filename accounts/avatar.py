"""A coat of arms for everybody, drawn from a word: the same word, the same arms, for ever.

Own drawing, no uploads: nothing to moderate, nothing that tells where a person was.
"""

import hashlib

METALS = ("#f1e3c0", "#d8a526")
COLOURS = ("#8c1d2c", "#1f3f77", "#1d6b45", "#57307c", "#2b2620")
SHIELD = "M8 6h84v44c0 28-22 40-42 46C30 90 8 78 8 50z"
# How the field is divided: what is painted in the second tincture.
FIELDS = (
    "",
    "M50 0h50v100H50z",
    "M0 0h100v48H0z",
    "M0 0L100 100H0z",
    "M100 0L0 100H100z",
    "M0 100L50 40L100 100z",
    "M34 0h32v100H34z",
    "M0 36h100v28H0z",
    "M0 14L86 100H100V86L14 0H0z",
    "M0 0h50v48H0zM50 48h50v52H50z",
)
# What stands on it, within 30 to 70.
CHARGES = (
    "M50 28L57 44L74 45L61 56L65 73L50 64L35 73L39 56L26 45L43 44z",
    "M44 28h12v14h14v12H56v18H44V54H30V42h14z",
    "M50 28C58 38 66 42 66 52a16 16 0 0 1-32 0C34 42 42 38 50 28z",
    "M50 30a20 20 0 1 0 .1 0zM50 40a10 10 0 1 1-.1 0z",
    "M30 34h8v8h8v-8h8v8h8v-8h8v36H30z",
    "M50 28L70 50L50 72L30 50z",
    "M30 70V38L42 50L50 32L58 50L70 38V70z",
    "M62 30A22 22 0 1 0 70 62A17 17 0 1 1 62 30z",
    "M47 26h6v34h10v6H53v8h-6v-8H37v-6h10z",
    "M30 56C30 40 44 30 50 30s20 10 20 26l-8 14H38z",
)


def draw(seed: str) -> str:
    """The arms as SVG: no text, no links, nothing of the seed itself."""
    numbers = hashlib.sha256(seed.lower().encode()).digest()
    metal = METALS[numbers[0] % len(METALS)]
    colour = COLOURS[numbers[1] % len(COLOURS)]
    other = COLOURS[(numbers[1] + 1 + numbers[2] % (len(COLOURS) - 1)) % len(COLOURS)]
    # A charge of metal on colours, or of a colour on metal: seen from afar.
    field, part, charge = (metal, metal, colour) if numbers[3] % 2 else (colour, other, metal)
    if field == part:
        part = METALS[1 - METALS.index(metal)]
    division = FIELDS[numbers[4] % len(FIELDS)]
    figure = CHARGES[numbers[5] % len(CHARGES)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<clipPath id="s"><path d="{SHIELD}"/></clipPath>'
        f'<g clip-path="url(#s)"><path fill="{field}" d="M0 0h100v100H0z"/>'
        f'<path fill="{part}" d="{division}"/>'
        f'<path fill="{charge}" fill-rule="evenodd" d="{figure}"/></g>'
        f'<path fill="none" stroke="#2b2620" stroke-width="3" d="{SHIELD}"/></svg>'
    )
