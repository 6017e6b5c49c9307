"""Run a command with the variables of an .env file: with_env.py FILE COMMAND ...

What the example leaves to be changed becomes random, as the site starts with nothing else.
"""

import os
import re
import secrets
import sys

chosen = secrets.token_urlsafe(50)
file, *command = sys.argv[1:]
with open(file) as lines:
    for line in lines:
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            os.environ[name] = re.sub("change-me", chosen, value)
os.execvp(command[0], command)  # noqa: S606  the Makefile says what
