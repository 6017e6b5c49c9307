from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    name = "games.moderation"
    # As its tables, permissions and templates begin: so it was called when they were released.
    label = "care"

    def ready(self) -> None:
        from games.models import knowing
        from games.moderation import mails, personal_data, roles  # noqa: F401  its kinds are known once read
        from games.moderation.services.looking import has_looked

        personal_data.connect()
        knowing.connect_looks(has_looked)
        # Django's own moment to write what goes with the schema, as it does for permissions.
        post_migrate.connect(roles.make, sender=self, dispatch_uid="care: roles")
