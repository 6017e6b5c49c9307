"""The faces of a table: the same view as a picture, as text, and step by step.

Letters, pages and the admin call it. Everything here is made from a view – the engine's, or the one
that games.selectors puts a table around – and from nothing else, so a face shows what its viewer
may know.
"""

from games.faces.painting import NARROW, WIDE, picture, pictures, prepare, size
from games.faces.text import Line, holdings, lines, moment, nothing, rows, short, standing
