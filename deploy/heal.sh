#!/bin/sh
# Begin anew each part of the site that its check has found unwell three times: an engine by itself
# begins again only what ends. For as long as it runs; a service of the host (docs/operations.md).
# PostgreSQL and Redis are left alone: they may have reason to take long.
set -eu
project=${COMPOSE_PROJECT_NAME:-oriflamme}
while :; do
    docker ps --quiet --filter health=unhealthy --filter label=oriflamme.heal \
        --filter "label=com.docker.compose.project=$project" |
        while read -r one; do
            echo "begun anew: $(docker inspect -f '{{.Name}}' "$one")"
            docker restart --time 10 "$one" >/dev/null || true
        done
    sleep 10
done
