#!/bin/sh
# Backups by PostgreSQL's own tools: a base backup a day, and every change as it is made.
#
#   backup.sh run                 all of it, for as long as it runs (the service `backup`)
#   backup.sh base                one base backup now; the oldest goes when there are enough
#   backup.sh restore DIR [TIME]  a directory that PostgreSQL can start on: everything, or what
#                                 was there at a moment such as 2026-03-01T18:00:00Z
#   backup.sh trial               restore everything beside, and start it on port 5433
#
# Where PostgreSQL is say libpq's variables (PGHOST, PGUSER, PGPASSWORD …).
set -eu
place=${BACKUP_PLACE:-/backup}      # where all of it lies: not on the disk that it is a backup of
keep=${BACKUP_KEEP:-7}              # base backups; changes are kept since the oldest of them
every=${BACKUP_EVERY:-86400}        # seconds between two
port=${BACKUP_TRIAL_PORT:-5433}
slot=oriflamme_backup               # by it PostgreSQL keeps what we have not fetched yet
# A primary that has gone without a word is left after seconds, not after a quarter of an hour.
link="keepalives_idle=3 keepalives_interval=1 keepalives_count=3 tcp_user_timeout=3000"

# Fetches WAL as it is written, and says so after each write: that is what could be lost.
follow() {
    mkdir -p "$place/wal"
    while :; do
        pg_receivewal -d "$link" --slot "$slot" --create-slot --if-not-exists || true
        pg_receivewal -d "$link" -D "$place/wal" --slot "$slot" --synchronous --no-loop || true
        sleep 1
    done
}

base() {
    mkdir -p "$place/base" "$place/wal"
    # What comes after it has to be whole.
    until [ -n "$(ls "$place/wal")" ]; do sleep 1; done
    rm -rf "$place/base/half"
    pg_basebackup -D "$place/base/half" --wal-method stream --checkpoint fast
    pg_verifybackup --quiet "$place/base/half"
    # Named after the moment from which on it can be restored.
    mv "$place/base/half" "$place/base/$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    ls "$place/base" | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
        rm -rf "${place:?}/base/$old"
    done
    first=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$(oldest)/backup_label")
    pg_archivecleanup "$place/wal" "$first"
}

oldest() { echo "$place/base/$(ls "$place/base" | grep -v '^half$' | sort | head -n 1)"; }

restore() {
    to=$1 until=${2:-}
    from=$(ls "$place/base" | grep -v '^half$' | sort |
        awk -v until="$until" 'until == "" || $0 <= until' | tail -n 1)
    [ -n "$from" ] || { echo "No base backup was made before $until." >&2; exit 1; }
    [ ! -e "$to" ] || { echo "$to is there already." >&2; exit 1; }
    cp -R "$place/base/$from" "$to"
    chmod 700 "$to"
    {
        # The file that is still being written is called .partial.
        echo "restore_command = 'cp \"$place/wal/%f\" \"%p\" || cp \"$place/wal/%f.partial\" \"%p\"'"
        echo "recovery_target_action = promote"
        [ -z "$until" ] || echo "recovery_target_time = '${until%Z}+00'"
        # Whoever followed the old one does not follow this one.
        echo "primary_conninfo = ''"
        echo "synchronous_standby_names = ''"
        echo "archive_mode = off"
    } >> "$to/postgresql.auto.conf"
    touch "$to/recovery.signal"
    echo "$to holds $from and what came after it${until:+, until $until}."
}

trial() {
    copy=$place/trial
    if [ -e "$copy/postmaster.pid" ]; then
        pg_ctl -D "$copy" -m immediate stop || rm -f "$copy/postmaster.pid"
    fi
    rm -rf "$copy"
    restore "$copy"
    pg_ctl -D "$copy" -w -t 86400 -l "$place/trial.log" start -o "-p $port \
        -c listen_addresses=* -c unix_socket_directories= -c shared_buffers=64MB \
        -c default_transaction_read_only=on -c autovacuum=off -c fsync=off"
}

run() {
    follow &
    trap 'trap "" TERM; pg_ctl -D "$place/trial" -m fast stop; kill 0; exit 0' TERM INT
    while :; do
        newest=$(ls "$place/base" 2>/dev/null | grep -v '^half$' | sort | tail -n 1)
        age=$every
        [ -z "$newest" ] || age=$(($(date +%s) - $(date -d "$newest" +%s)))
        if [ "$age" -ge "$every" ]; then
            # `set -e` does not hold where somebody asks how it went: a process of its own does.
            "$0" base && "$0" trial || echo "No backup was made; tried again in five minutes." >&2
        fi
        sleep 300 & wait $!
    done
}

"$@"
