#!/usr/bin/env bash
# A bot for taku that moves at random. It needs jq.
#
#     taku match grimoire "exec:bash random_bot.sh" random
#
# Every line on stdin is a JSON message; an ask wants a move on stdout: a text of its list of
# moves, or the index of one, as here.

while IFS= read -r line; do
  # The type, the id of an ask, and how many moves there are.
  read -r type id count < <(jq -r '"\(.type) \(.id) \(.moves // [] | length)"' <<<"$line")
  case $type in
    hello) echo '{"type":"hello","protocol":1,"name":"random-bot","wants":[]}' ;;
    ask) echo "{\"type\":\"move\",\"id\":$id,\"move\":$((RANDOM % count))}" ;;
    error) echo "$line" >&2 ;;
    bye) exit 0 ;;
  esac
done
