#!/bin/sh
# As the real image begins: the server runs as nobody special, what else is asked for as who asks.
set -eu
if [ "$1" = valkey-server ] && [ "$(id -u)" = 0 ]; then
    chown -R valkey:valkey .
    exec setpriv --reuid=valkey --regid=valkey --init-groups "$0" "$@"
fi
exec "$@"
