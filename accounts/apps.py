from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import codes, events, passkeys

        events.connect()
        codes.remember_in_the_database()
        passkeys.be_strict()
