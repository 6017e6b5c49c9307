from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from accounts import rooms
        from games.pages import home
        from games.tournaments import holding, mails, waking
        from games.tournaments.pages import lists

        mails.register_kinds()
        holding.connect()
        waking.connect()
        rooms.connect_shown("tournaments", lists.of_person)
        home.connect("tournaments", lists.at_home)
