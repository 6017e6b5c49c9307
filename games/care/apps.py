from django.apps import AppConfig
from django.db.models.signals import post_migrate


class CareConfig(AppConfig):
    name = "games.care"
    label = "care"

    def ready(self) -> None:
        from games.care import holding, mails, roles  # noqa: F401  its kinds are known once read
        from games.care.services.looking import has_looked
        from games.models import knowing

        holding.connect()
        knowing.connect_looks(has_looked)
        # Django's own moment to write what goes with the schema, as it does for permissions.
        post_migrate.connect(roles.make, sender=self, dispatch_uid="care: roles")
