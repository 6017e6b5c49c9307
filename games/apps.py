from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import personal_data, post
        from games.pages import person
        from games.post import kinds, programs  # noqa: F401  a kind is known once it is read
        from notifications import inbound

        inbound.connect(post.receive, is_ours=lambda address: post.token_of(address) is not None)
        personal_data.connect()
        person.connect()
