from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import addresses, codes, events, passkeys

        addresses.keep_secret()
        events.connect()
        codes.remember_in_the_database()
        passkeys.be_strict()
