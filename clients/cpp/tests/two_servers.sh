#!/bin/sh
# A bot that is online at one server plays its tournament at another one: two_servers.sh PROGRAM BOT
# Ends with 77, which skips the test, if PostgreSQL is not installed.
set -eu
program=$1 bot=$2
postgres=$(find /usr/lib/postgresql/*/bin -name initdb 2>/dev/null | sort -V | tail -n 1)
postgres=${BOTWERK_POSTGRES_BIN:-${postgres%/initdb}}
if [ ! -x "$postgres/initdb" ]; then
  echo "PostgreSQL is not installed; install the package postgresql" >&2
  if [ -n "${BOTWERK_REQUIRE_POSTGRES:-}" ]; then exit 1; fi
  exit 77
fi
folder=$(mktemp -d)
processes=""
finish() {
  # shellcheck disable=SC2086
  kill $processes 2>/dev/null || true
  wait
  rm -r "$folder"
}
trap finish EXIT
# PostgreSQL refuses to run as root.
as_owner=""
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as_owner="setpriv --reuid postgres --regid postgres --clear-groups"
fi
cd /
$as_owner "$postgres/initdb" --pgdata "$folder/data" --username botwerk --auth trust --encoding UTF8 --locale C.UTF-8 \
  --no-sync >/dev/null
$as_owner "$postgres/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off 2>"$folder/log" &
processes=$!
until "$postgres/pg_isready" --quiet --host "$folder"; do sleep 0.1; done

# Starts a server of the database, and sets `address` to its address.
start_server() {
  "$program" serve --json --log-level error --listen 127.0.0.1:0 --lease-secs 1 \
    --db "postgres:///postgres?user=botwerk&host=$folder" >"$folder/$1" &
  processes="$! $processes"
  until grep -q listening "$folder/$1"; do sleep 0.1; done
  address=$(sed 's/.*"listening":"\([^"]*\)".*/\1/' "$folder/$1")
}
start_server director
director=$address
start_server other

token=$("$program" bot register --server "$director" follower)
cat >"$folder/duel.toml" <<TOURNAMENT
name = "duel"
game = "netzwerk"

[options]
turn_cap = "8"

[format]
kind = "round-robin"

[[entrant]]
player = "bot:follower"

[[entrant]]
player = "random"
TOURNAMENT
"$program" tournament run --server "$director" "$folder/duel.toml" >"$folder/standings" &
tournament=$!
# The other server redirects the bot as soon as the tournament exists, also if it is online before.
BOTWERK_SERVER=$address BOTWERK_BOT_TOKEN=$token timeout 120 "$bot" 2>"$folder/bot" || { cat "$folder/bot" >&2; exit 1; }
wait "$tournament"
cat "$folder/bot" "$folder/standings"
grep -q "$director" "$folder/bot"
