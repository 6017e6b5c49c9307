"""What wires the rooms together: settings, addresses, background work, the local launcher.

Servers, workers and management commands begin here. It knows all rooms and no rule of any; no room
imports it, but for the frame of the API in `rest`.
"""

import atexit
import gc
import sys

# Python looks through all that is loaded for garbage again and again while it loads, and once more
# when it ends: half of what it takes to load it, for nothing but memory that the system takes back.
gc.set_threshold(50_000)
atexit.register(gc.freeze)
# Parts of tools that only developers have. Where they are installed, structlog and Django's test
# client load them for what nobody uses here: megabytes in each process.
for _name in ("rich", "jinja2"):
    sys.modules.setdefault(_name, None)  # type: ignore[arg-type]  # how one says: there is none
