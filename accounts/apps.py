from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import addresses, events, passkeys, totp

        addresses.keep_secret()
        events.connect()
        totp.remember_in_the_database()
        passkeys.be_strict()
