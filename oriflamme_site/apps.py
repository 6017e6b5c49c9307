from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "oriflamme_site"

    def ready(self) -> None:
        # So that tasks find our broker whichever process calls them.
        from oriflamme_site import celery  # noqa: F401
        from oriflamme_site.rest import checks  # noqa: F401
