from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    name = "oriflamme_site"

    def ready(self) -> None:
        # So that tasks find our broker whichever process calls them.
        from accounts import moment, spans
        from oriflamme_site import celery  # noqa: F401
        from oriflamme_site.postgresql import defaults
        from oriflamme_site.rest import checks  # noqa: F401

        moment.follows_postgresql = True
        spans.begin()
        # The signal comes once for each app, and these are one database's.
        post_migrate.connect(defaults.set_for_role, sender=apps.get_app_config("accounts"))
