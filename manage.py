#!/usr/bin/env python
"""Django's command line."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oriflamme_site.settings")
    os.environ.setdefault("DATABASE_WITHOUT_POOL", "1")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
