"""What wires the rooms together: settings, addresses, background work, the local launcher.

Servers, workers and management commands begin here. It knows all rooms and no rule of any; no room
imports it, but for the frame of the API in `rest`.
"""

import sys

# Parts of tools that only developers have. Where they are installed, structlog and Django's test
# client load them for what nobody uses here: megabytes in each process.
for _name in ("rich", "jinja2"):
    sys.modules.setdefault(_name, None)  # type: ignore[arg-type]  # how one says: there is none
