"""One command that runs everything on this machine, from the wheels in .venv.

`make play` runs it. It starts, watches and stops the parts, and
is nothing that a part knows of: what it sets, an operator sets by the environment.
"""
