from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import kinds, letters

        kinds.register_own()
        letters.connect()
