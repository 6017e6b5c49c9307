"""Many phrases on few lines."""


def listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(one.split()) for one in text.split("|"))
