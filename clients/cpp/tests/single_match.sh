#!/bin/sh
# Runs a program against a server of its own: single_match.sh PROGRAM TEST
set -eu
program=$1 test=$2
output=$(mktemp)
"$program" serve --json --log-level error --listen 127.0.0.1:0 --db :memory: >"$output" &
server=$!
# It would wait for the match that the test leaves.
trap 'kill -KILL "$server"; rm "$output"' EXIT
until grep -q listening "$output"; do sleep 0.1; done
BOTWERK_SERVER=$(sed 's/.*"listening":"\([^"]*\)".*/\1/' "$output") timeout 120 "$test"
