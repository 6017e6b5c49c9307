"""Read by schemathesis: lets its cases reach real tables, and end its streams at once.

Ids are unguessable, so without help nearly every case would be a 404.
"""

import os
from typing import Any

import schemathesis

REAL: dict[str, str] = {
    "key": os.environ.get("FUZZ_KEY", ""),
    "token": os.environ.get("FUZZ_LINK", ""),
}


@schemathesis.hook
def map_path_parameters(_context: Any, path_parameters: dict[str, Any] | None) -> Any:
    for name, real in REAL.items():
        made = str((path_parameters or {}).get(name, ""))
        # About every second valid id becomes a real one.
        if path_parameters and real and len(made) == len(real) and sum(made.encode()) % 2:
            path_parameters[name] = real
    return path_parameters


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    if case.path.endswith("/events") and case.method == "GET":
        query = dict(case.query or {})
        if str(query.get("wait", "1")) in {str(seconds) for seconds in range(1, 26)}:
            query["wait"] = 0
        case.query = query
