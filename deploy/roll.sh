#!/bin/sh
# Renew the web containers without a failed request, then everything else, after `docker compose
# build`: new ones beside the old, and the old away one after the other.
set -eu
cd "$(dirname "$0")/.."

old=$(docker compose ps -q web)
count=$(echo "$old" | wc -l)
docker compose run --rm migrate
docker compose up -d --no-deps --no-recreate --scale "web=$((2 * count))" web
for one in $(docker compose ps -q web); do
    tries=0
    until [ "$(docker inspect -f '{{.State.Health.Status}}' "$one")" = healthy ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { echo "$one does not become healthy; the old ones go on"; exit 1; }
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
