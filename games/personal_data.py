"""What tables hold about a person: shown in their copy, erased, given to another account."""

from accounts import rooms
from games.selectors import copying
from games.services import blocks_and_erasure, clocks


def connect() -> None:
    rooms.connect_personal_data(
        "games",
        rooms.PersonalData(
            export=copying.export, erase=blocks_and_erasure.erase, merge=blocks_and_erasure.merge
        ),
    )
    rooms.connect_parting("games", blocks_and_erasure.part)
    rooms.connect_holidays("games", clocks.recount)
