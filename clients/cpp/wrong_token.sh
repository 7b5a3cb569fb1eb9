#!/bin/sh
# A bot with a wrong token ends with the reason: wrong_token.sh PROGRAM BOT
set -eu
output=$(mktemp)
"$1" serve --json --log-level error --listen 127.0.0.1:0 --db :memory: >"$output" &
server=$!
trap 'kill "$server"; rm "$output"' EXIT
until grep -q listening "$output"; do sleep 0.1; done
address=$(sed 's/.*"listening":"\([^"]*\)".*/\1/' "$output")
if message=$(BOTWERK_SERVER=$address BOTWERK_BOT_TOKEN=0 "$2" 2>&1); then
  echo "the bot has ended without an error" >&2
  exit 1
fi
echo "$message" | grep "(BAD_TOKEN)"
