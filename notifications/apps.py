from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import kinds, letters  # noqa: F401  a kind is known once it is read

        letters.connect()
