#!/bin/sh
# Renew the web containers without a failed request, then everything else, after `docker compose
# build`: new ones beside the old, and the old away one after the other.
set -eu
cd "$(dirname "$0")/.."

old=$(docker compose ps -q web)
count=$(echo "$old" | wc -l)
docker compose run --rm migrate
docker compose up -d --no-deps --no-recreate --scale "web=$((2 * count))" web
new=
for one in $(docker compose ps -q web); do
    case "$old" in *"$one"*) continue ;; esac
    new="$new $one"
done
for one in $new; do
    tries=0
    until [ "$(docker inspect -f '{{.State.Health.Status}}' "$one")" = healthy ]; do
        tries=$((tries + 1))
        if [ "$tries" -ge 300 ]; then
            # So that it can be begun again.
            docker rm --force $new >/dev/null
            echo "$one does not become healthy: the new ones are away again, the old ones go on" >&2
            exit 1
        fi
        sleep 1
    done
done
for one in $old; do
    docker exec "$one" touch /tmp/leaving
    # The door looks each second, and what has begun ends meanwhile.
    sleep 5
    docker stop "$one"
    docker rm "$one"
done
docker compose up -d --scale "web=$count"
