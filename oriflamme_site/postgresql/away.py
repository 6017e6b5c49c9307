"""Which errors are no fault of a request: the database is not there, or not ready yet."""

from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError

# read_only_sql_transaction: after a failover we still talk to the one that was primary.
_ONLY_READS = "25006"


# undefined_table, undefined_column: this code is newer than the database, whose migrations are on
# their way at a first start and in an upgrade.
_NOT_YET = {"42P01", "42703"}


def is_away(error: BaseException | None) -> bool:
    """Whether the database cannot be reached, or not by this connection, or is not ready yet."""
    state = getattr(getattr(error, "__cause__", None), "sqlstate", None)
    return (
        isinstance(error, OperationalError | InterfaceError)
        or (isinstance(error, InternalError) and state == _ONLY_READS)
        or (isinstance(error, ProgrammingError) and state in _NOT_YET)
    )
