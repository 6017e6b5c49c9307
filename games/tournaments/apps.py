from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        from games.tournaments import holding, mails, waking

        mails.register_kinds()
        holding.connect()
        waking.connect()
