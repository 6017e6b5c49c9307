from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.ratings"

    def ready(self) -> None:
        from accounts import rooms
        from games.pages import home
        from games.ratings import pages, personal_data

        personal_data.connect()
        rooms.connect_shown("ratings", pages.shown)
        home.connect_about("ratings", pages.at_home)
