"""The faces of a table: the same view as a picture and as text.

Everything here is made from a view and from nothing else, so a face shows what its viewer may
know. A view is the engine's, or the one that games.selectors puts a table around.
"""

from games.faces.painting import NARROW, WIDE, picture
from games.faces.text import Line, holdings, lines, moment, nothing, rows, short, standing
