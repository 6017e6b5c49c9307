"""One command that runs everything on this machine, from the wheels in .venv."""
