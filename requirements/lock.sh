#!/bin/sh
# Make the pinned, hashed lists from pyproject.toml. Universal: one list serves Linux
# and macOS on every Python we support. No address of any index is recorded.
set -eu
cd "$(dirname "$0")/.."
lock() {
    out=requirements/$1.txt
    shift
    uv pip compile "$@" --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
        --custom-compile-command "make lock" --quiet --output-file "$out"
}
# dev first: it holds everything, and the others are the same versions with less in them.
lock dev pyproject.toml --extra local --extra dev
lock play pyproject.toml --extra local --constraints requirements/dev.txt
lock run pyproject.toml --constraints requirements/dev.txt
lock tracing pyproject.toml --extra tracing --constraints requirements/dev.txt
lock bench pyproject.toml --extra local --extra bench --constraints requirements/dev.txt
# What `make cluster` runs beside Debian's packages, in an environment of its own.
lock rig requirements/rig.in
