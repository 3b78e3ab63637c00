"""Play against bots through taku headless: a match that is answered, taken back, saved and loaded.

    python3 headless.py grimoire greedy random

Lines of JSON go to its standard input, and come back from its standard output; nothing else of
taku is needed, so that any language can do the same.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]


class Taku:
    """The other end of the pipe."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["taku", "headless"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def say(self, **message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def hear(self) -> Iterator[Message]:
        """Every message as it comes, until taku has said bye."""
        assert self._process.stdout is not None
        return map(json.loads, self._process.stdout)


def choose(ask: Message) -> str:
    """The last of the legal moves: in most games that is not the worst."""
    move: str = ask["moves"][-1]
    return move


def main(game: str = "grimoire", *bots: str) -> None:
    taku = Taku()
    regretted = False
    taku.say(type="hello", protocol=1, name="headless.py", wants=[])
    taku.say(type="new", game=game, seed=1, seats=["stdio", *(bots or ["random"])])
    for message in taku.hear():
        match message["type"]:
            case "ask" if message["id"] == 5 and not regretted:
                regretted = True
                taku.say(type="undo", moves=2)  # what is open again is asked again
            case "ask" if message["id"] == 10:
                taku.say(type="save")
            case "saved":
                taku.say(type="load", record=message["record"])  # goes on where it stood
            case "ask":
                taku.say(type="move", id=message["id"], move=choose(message))
            case "over" if message["result"]["reason"] != "abandoned":
                result = message["result"]
                print(f"{game}: ranks {result['ranks']}, {result['reason']}")
                taku.say(type="quit")
            case "error":
                sys.exit(f"refused: {message['code']}: {message['message']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
