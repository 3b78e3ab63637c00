#!/usr/bin/env bash
# A bot for taku that moves at random. It needs jq.
#
#     taku match grimoire "exec:bash random_bot.sh" random
#
# Every line on stdin is a JSON message; an ask wants a move on stdout. jq makes words of each
# message, with tabs between them: its type, its id, and the moves of an ask.

# Sets move to one of moves. Your ideas go here.
choose() {
  move=${moves[RANDOM % ${#moves[@]}]}
}

jq --unbuffered -r '[.type, .id // 0, .moves[]?, .message // empty] | @tsv' |
  while IFS=$'\t' read -ra words; do
    moves=("${words[@]:2}")
    case ${words[0]} in
      hello) echo '{"type":"hello","protocol":1,"name":"random-bot","wants":[]}' ;;
      ask) choose; echo "{\"type\":\"move\",\"id\":${words[1]},\"move\":\"$move\"}" ;;
      error) echo "${words[@]}" >&2 ;;
      bye) exit ;;
    esac
  done
