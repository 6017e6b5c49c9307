"""What tables hold about a person: shown in their copy, erased, given to another account."""

from accounts import rooms
from games.selectors import copying
from games.services import clocks, parting


def connect() -> None:
    rooms.connect_holding(
        "games",
        rooms.Holding(export=copying.export, erase=parting.erase, merge=parting.merge),
    )
    rooms.connect_parting("games", parting.part)
    rooms.connect_holidays("games", clocks.recount)
