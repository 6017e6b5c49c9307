"""What people typed, where it is written into something else: a letter, a feed, a chat.

Templates escape for HTML, writers for their own format; this takes out what no reader sees and
every program obeys: control characters, and those that turn the direction of what follows.
"""

_BREAKS = dict.fromkeys((0x85, 0x2028, 0x2029), "\n")
_OBEYED = [*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_PLAIN = {**dict.fromkeys(_OBEYED), ord("\n"): "\n", ord("\t"): "\t", **_BREAKS}


def plain(text: str) -> str:
    # Mostly there is nothing to take out, and to see that takes a tenth of the time.
    if text.replace("\n", "").isprintable():
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_PLAIN)


def one_line(text: str) -> str:
    return " ".join(plain(text).split())
