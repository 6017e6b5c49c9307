from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import holding, mails, post
        from games.pages import person
        from notifications import inbound

        mails.register_kinds()
        post.register_kinds()
        post.register_events()
        inbound.connect(post.receive, is_ours=lambda address: post.token_of(address) is not None)
        holding.connect()
        person.connect()
