from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import holding, mails

        mails.register_kinds()
        holding.connect()
