"""Who may do what by API: a row for each operation of the schema.

A new endpoint joins here with the scope that it needs, or the tests of rights fail.
"""

ANYBODY = "anybody"

# (method, path as the schema writes it): the scope, or ANYBODY.
ROWS: dict[tuple[str, str], str] = {}
