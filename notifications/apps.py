from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import channels, kinds, letters  # noqa: F401  kinds are known once read

        channels.load(
            "notifications.channels.email",
            "notifications.channels.webhook",
            "notifications.channels.push",
        )
        letters.connect()
