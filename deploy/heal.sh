#!/bin/sh
# Begin anew each part of the site that its check has found unwell three times: an engine by itself
# begins again only what ends. For as long as it runs; a service of the host (docs/operations.md).
# PostgreSQL and Redis are left alone: they may have reason to take long.
set -eu
project=${COMPOSE_PROJECT_NAME:-oriflamme}
while :; do
    one=$(docker ps --quiet --filter health=unhealthy --filter label=oriflamme.heal \
        --filter "label=com.docker.compose.project=$project" | shuf -n 1)
    if [ -n "$one" ]; then
        echo "begun anew: $(docker inspect -f '{{.Name}}' "$one")"
        docker restart --time 10 "$one" >/dev/null || true
        # The others wait until it is well, for five minutes at most: a host that is too busy for
        # its checks is not helped by beginning everything anew. Chance chooses, so that one which
        # never becomes well keeps nobody waiting for ever.
        tries=0
        until [ "$(docker inspect -f '{{.State.Health.Status}}' "$one")" = healthy ] ||
            [ "$tries" -ge 30 ]; do
            tries=$((tries + 1))
            sleep 10
        done
    fi
    sleep 10
done
