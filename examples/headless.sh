#!/bin/sh
# Who wins more often? Bots meet many times, through one pipe into taku headless.
#
#     sh headless.sh grimoire greedy random 20
#
# Every line that goes in is a message to taku: hello (this script wants no views and no events),
# then a new match per seed. Of what comes out, the lines of type "over" tell the winners.

game=${1:-grimoire} first=${2:-greedy} second=${3:-random} matches=${4:-10}

{
  echo '{"type":"hello","protocol":1,"name":"headless.sh","wants":[]}'
  for seed in $(seq "$matches"); do
    echo "{\"type\":\"new\",\"game\":\"$game\",\"seed\":$seed,\"seats\":[\"$first\",\"$second\"]}"
  done
} | taku headless | sed -n 's/.*"type":"over".*"winners":\[\([^]]*\)\].*/seat \1/p' | sort | uniq -c
