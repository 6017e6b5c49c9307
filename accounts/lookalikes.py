"""How a handle looks, so that nobody is taken for staff or for the site itself."""

# What eyes take for another letter: one handle and its likeness have the same skeleton.
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LIKE = str.maketrans({"i": "l", "1": "l", "0": "o", "5": "s", "-": "", "_": ""})

# Whoever speaks under these is believed.
RESERVED = (
    *("admin", "administrator", "administration", "moderator", "mod", "staff", "team", "support"),
    *("help", "helpdesk", "system", "root", "operator", "organiser", "organizer", "referee"),
    *("security", "official", "oriflamme", "postmaster", "webmaster", "noreply", "everybody"),
)


def skeleton(handle: str) -> str:
    seen = handle.lower().translate(_LIKE)
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return seen


_RESERVED = {skeleton(word) + end for word in RESERVED for end in ("", "s")}


def is_reserved(handle: str) -> bool:
    return skeleton(handle) in _RESERVED
