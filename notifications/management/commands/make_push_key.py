from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Print a new PUSH_KEY, by which push services know this site."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        from notifications.channels.push.encrypting import write64

        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        self.stdout.write(f"PUSH_KEY={write64(number.to_bytes(32))}")
