from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from accounts import rooms
        from games.pages import home
        from games.tournaments import mails, personal_data, programs, waking  # noqa: F401  kinds are known once read
        from games.tournaments.pages import lists

        personal_data.connect()
        waking.connect()
        rooms.connect_shown("tournaments", lists.of_person)
        home.connect("tournaments", lists.at_home)
