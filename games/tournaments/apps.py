from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from accounts import rooms
        from games.models import table
        from games.pages import home
        from games.tournaments import (  # noqa: F401  kinds are known once read
            mails,
            permissions,
            personal_data,
            programs,
            waking,
        )
        from games.tournaments.pages import lists

        personal_data.connect()
        waking.connect()
        table.connect_desks(permissions.has_desk)
        rooms.connect_shown("tournaments", lists.of_person)
        home.connect("tournaments", lists.at_home)
