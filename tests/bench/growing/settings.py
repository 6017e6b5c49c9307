"""A release after this one: its migrations alone are more (tests.bench.migrations)."""

from oriflamme_site.settings import *  # noqa: F403
from oriflamme_site.settings import INSTALLED_APPS as OURS

INSTALLED_APPS = [*OURS, "tests.bench.growing"]
