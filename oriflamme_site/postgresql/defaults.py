"""How long a statement, a wait for a lock and an idle transaction may last; what an index costs.

They are defaults of the site's own role in its own database: a connection gets them from the
server. As options of a connection a pooler in transaction mode would refuse them, and set by a
statement they would stay with whatever connection the pooler had at hand.
"""

from django.conf import settings
from django.db import connections


def set_for_role(using: str, **_: object) -> None:
    """After each migration, so that what settings say is what holds."""
    connection = connections[using]
    database = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        for name, value in settings.DATABASE_DEFAULTS.items():
            cursor.execute(f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} = '{value}'")
