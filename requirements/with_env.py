"""Run a command with the variables of an .env file: with_env.py FILE COMMAND ..."""

import os
import sys

file, *command = sys.argv[1:]
with open(file) as lines:
    for line in lines:
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            os.environ[name] = value
os.execvp(command[0], command)  # noqa: S606  the Makefile says what
