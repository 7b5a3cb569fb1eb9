#!/usr/bin/env bash
while read -r line; do
  case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"legal_actions":true}' ;;
    *'"type":"decision"'*)
      [[ $line =~ \"turn\":([0-9]+),\"part\":([0-9]+) ]] && turn=${BASH_REMATCH[1]} part=${BASH_REMATCH[2]}
      [[ $line =~ \"legal_actions\":\[([^]]*)\] ]] && IFS=, read -ra legal <<<"${BASH_REMATCH[1]}"
      action=${legal[RANDOM % ${#legal[@]}]}
      echo "{\"type\":\"submission\",\"turn\":$turn,\"part\":$part,\"actions\":$action}" ;;
  esac
done
