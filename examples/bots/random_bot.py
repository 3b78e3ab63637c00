"""A bot for taku that moves at random. It needs nothing but Python.

    taku match grimoire "exec:python3 random_bot.py" random

Every line on stdin is a JSON message; an ask wants a move on stdout. Flush after every line.
"""

import json
import random
import sys
from typing import Any


def choose(ask: dict[str, Any]) -> str:
    """The move to make, one of ask["moves"]. Your ideas go here."""
    move: str = random.choice(ask["moves"])
    return move


def say(**message: Any) -> None:
    """Send a message."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        # "wants" may name view (what you see), events (what happens), labels (moves for people).
        say(type="hello", protocol=1, name="random-bot", wants=[])
    elif message["type"] == "ask":
        say(type="move", id=message["id"], move=choose(message))
    elif message["type"] == "error":
        print(message["code"], message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
