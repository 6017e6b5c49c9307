from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Print a new DKIM_KEY, and the record by which DNS makes it known."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        import base64

        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import rsa
        from django.conf import settings

        from notifications.channels import mail_domain
        from notifications.channels.email import signing

        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        form = serialization.PrivateFormat.PKCS8
        plain = serialization.NoEncryption()
        der = key.private_bytes(serialization.Encoding.DER, form, plain)
        said = base64.b64encode(der).decode()
        self.stdout.write(f"DKIM_KEY={said}")
        name = f"{settings.DKIM_SELECTOR}._domainkey.{mail_domain()}"
        self.stdout.write(f"\nTXT record of {name}:\n{signing.record(said)}")
