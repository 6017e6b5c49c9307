from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import mails, post

        mails.register_kinds()
        post.register_kinds()
