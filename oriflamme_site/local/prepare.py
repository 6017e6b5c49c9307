"""Bring the database up to date and fill an empty one. Run by the launcher before the rest."""

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from oriflamme_site.local import demo

    call_command("migrate", interactive=False, verbosity=0)
    if demo.fill_if_empty():
        print("filled the empty database with a demo")  # noqa: T201  read by the launcher


if __name__ == "__main__":
    main()
