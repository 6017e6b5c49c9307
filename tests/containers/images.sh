#!/bin/sh
# Stand-ins for the images that the compose files name, for an engine that reaches no registry: one
# root of Debian's packages, and our own wheels in it.
#
#   tests/containers/images.sh          (root, debootstrap, a running engine; some minutes, 2 GB)
set -eu
cd "$(dirname "$0")"
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
packages=ca-certificates,python3.13,python3.13-venv,postgresql-18,valkey-server,valkey-sentinel,haproxy
packages=$packages,patroni,python3-etcd,python3-kazoo,pgbouncer,etcd-server,procps
# From where this machine has its own packages.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)
debootstrap --variant=minbase --include="$packages" forky "$room/debian" \
    "$mirror" /usr/share/debootstrap/scripts/sid
platforms=$(printf -- '--platform %s ' manylinux_2_34_x86_64 manylinux_2_28_x86_64 \
    manylinux_2_17_x86_64 manylinux2014_x86_64 any)
# shellcheck disable=SC2086
../../.venv/bin/pip download --quiet --require-hashes --only-binary :all: --no-deps \
    --python-version 3.13 --implementation cp $platforms \
    --requirement ../../requirements/run.txt --dest "$room/debian/wheels"
tar -C "$room/debian" --one-file-system --exclude ./var/cache/apt --exclude ./var/lib/apt/lists -c . |
    docker import - oriflamme-root >/dev/null
for image in python:3.13-slim postgres:18 valkey/valkey:9 haproxy:3.2 axllent/mailpit:v1.29; do
    target=${image%%:*}
    DOCKER_BUILDKIT=0 docker build --quiet --target "${target##*/}" --tag "$image" . >/dev/null
    echo "$image stands"
done
