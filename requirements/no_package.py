"""What pip is told that would make a package of the site: nothing of it would run there."""

from typing import NoReturn


def build_wheel(*_given: object) -> NoReturn:
    raise SystemExit(
        "Oriflamme by post is no package: it runs from its checkout (make play) or its image "
        "(docker-compose.yml). Its rules and its clients are packages: make clients."
    )


build_sdist = build_editable = build_wheel
