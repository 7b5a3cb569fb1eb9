#!/bin/sh
# A bot with a wrong token ends with the reason: wrong_token.sh PROGRAM BOT
set -eu
program=$1 bot=$2
output=$(mktemp)
"$program" serve --json --log-level error --listen 127.0.0.1:0 --db :memory: >"$output" &
server=$!
trap 'kill "$server"; rm "$output"' EXIT
until grep -q listening "$output"; do sleep 0.1; done
address=$(sed 's/.*"listening":"\([^"]*\)".*/\1/' "$output")
# Runs the bot with a token, and expects that it prints a text.
expect() {
  if message=$(BOTWERK_SERVER=$address BOTWERK_BOT_TOKEN=$1 "$bot" 2>&1); then
    echo "the bot has ended without an error" >&2
    exit 1
  fi
  echo "$message" | grep -F "$2"
}
expect 0 "(BAD_TOKEN)"
expect "no token" "use visible ASCII"
