"""How names look, so that nobody is taken for somebody else, for staff, or for the site itself."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypedDict


class Named(TypedDict):
    """Somebody as views tell them."""

    handle: str | None
    name: str


# What eyes take for another letter: a name and its likeness have the same skeleton (UTS 39), small
# letters and capitals alike. Of the letters and signs of all scripts those that are like a Latin
# letter or a figure stand in a file, by their numbers: all that Unicode lists, and some more.
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_AMONG_OURS = str.maketrans("i105@$|", "llosasl")


def _read_likenesses() -> dict[int, str]:
    lines = Path(__file__).with_suffix(".txt").read_text("ascii").splitlines()
    read = (line.split() for line in lines)
    return {int(number, 16): like for like, *numbers in read for number in numbers}


_LIKE = _read_likenesses()
# Letters and signs that nobody sees.
_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f")

# Whoever speaks under these is believed.
RESERVED = (
    *("admin", "administrator", "administration", "moderator", "mod", "staff", "team", "support"),
    *("help", "helpdesk", "system", "root", "operator", "organiser", "organizer", "referee"),
    *("security", "official", "oriflamme", "postmaster", "webmaster", "noreply", "everybody"),
)
# In a shown name of more words, one of these is enough.
_BELIEVED = (
    *("admin", "administrator", "moderator", "staff", "support", "oriflamme", "official"),
    *("адмін", "адміністратор", "адміністрація", "модератор", "підтримка", "офіційний"),
    *("админ", "администратор", "администрация", "поддержка", "официальный", "орифламма"),
    *("amministratore", "amministrazione", "moderatore", "assistenza", "ufficiale"),
)


def clean_name(text: str) -> str:
    """A name as everybody may see it: one line of single spaces, and nothing that no eye sees but
    every program obeys. Of people, tables, tournaments, programs: all names pass here."""
    seen = (
        letter
        for letter in text
        if letter.isspace() or (letter.isprintable() and letter not in _UNSEEN)
    )
    return " ".join("".join(seen).split())


# The same few people sit at a table and are told apart for each of its answers.
@lru_cache(4096)
def skeleton(name: str) -> str:
    # What is left of accents and of letters in other dress is their base. A capital is looked at
    # before it is made small, and after it: a Greek Η is like H, and its small η like n.
    plain = unicodedata.normalize("NFKD", name.translate(_LIKE)).translate(_LIKE).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_LIKE).translate(_AMONG_OURS)
    seen = "".join(c for c in plain if c.isalnum())
    for pair, letter in _PAIRS:
        seen = seen.replace(pair, letter)
    return seen


_RESERVED = {skeleton(word) + end for word in RESERVED for end in ("", "s")}
_BELIEVED_ANYWHERE = {skeleton(word) + end for word in _BELIEVED for end in ("", "s")}


def is_reserved(handle: str) -> bool:
    return skeleton(handle) in _RESERVED


def speaks_for_the_site(name: str) -> bool:
    """Whether a shown name looks like staff or the site: as a whole, or by one of its words."""
    return is_reserved(name) or not _BELIEVED_ANYWHERE.isdisjoint(
        skeleton(word) for word in (name, *name.split())
    )


def in_full(name: str, handle: str | None) -> str:
    """A shown name, and beside it the handle, which alone tells who it is."""
    if not handle or name == handle or skeleton(name) == skeleton(handle):
        return name
    return f"{name} ({handle})"


def called(player: Named) -> str:
    """The same, of somebody as views tell them: with `name` and `handle`."""
    return in_full(player["name"], player["handle"])


def told_apart(people: Sequence[tuple[str, str | None]]) -> list[str]:
    """What some people together are called, by shown name and handle: the name alone where it
    looks like nobody else's name or handle."""
    if all(name == handle or handle is None for name, handle in people):
        return [name for name, _handle in people]
    looks = [{skeleton(word) for word in one if word} for one in people]
    return [
        in_full(name, handle)
        if any(not looks[at].isdisjoint(other) for n, other in enumerate(looks) if n != at)
        else name
        for at, (name, handle) in enumerate(people)
    ]
