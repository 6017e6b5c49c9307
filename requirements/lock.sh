#!/bin/sh
# Make the pinned, hashed lists from pyproject.toml. Universal: one list serves Linux
# and macOS on every Python we support. No address of any index is recorded.
set -eu
cd "$(dirname "$0")/.."
lock() {
    out=requirements/$1.txt
    shift
    uv pip compile pyproject.toml "$@" --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
        --custom-compile-command "make lock" --quiet --output-file "$out"
}
# dev first: it holds everything, and the others are the same versions with less in them.
lock dev --extra local --extra dev
lock play --extra local --constraints requirements/dev.txt
lock run --constraints requirements/dev.txt
lock bench --extra local --extra bench --constraints requirements/dev.txt
