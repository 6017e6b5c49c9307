#!/bin/sh
# As the real image begins: a cluster, its owner with a password, a database.
set -eu
if [ "$1" = postgres ]; then
    if [ "$(id -u)" = 0 ]; then
        mkdir -p "$PGDATA"
        chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
        exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
    fi
    if [ ! -s "$PGDATA/PG_VERSION" ]; then
        echo "$POSTGRES_PASSWORD" > /tmp/password
        initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
        rm /tmp/password
        echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
        pg_ctl -w start -o "-c listen_addresses=''"
        createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
        pg_ctl -w -m fast stop
    fi
fi
exec "$@"
