from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.ratings"

    def ready(self) -> None:
        from accounts import rooms
        from games.ratings import holding, pages

        holding.connect()
        rooms.connect_shown("ratings", pages.shown)
