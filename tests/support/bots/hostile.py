"""Bots that break the protocol, each in one way: ``hostile.py WAY``. Standard library only."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

WAY = sys.argv[1]
out = sys.stdout.buffer


def raw(data: bytes) -> None:
    out.write(data)
    out.flush()


def say(**message: Any) -> None:
    raw(json.dumps(message).encode() + b"\n")


def answer(ask: dict[str, Any], move: object = 0) -> None:
    say(type="move", id=ask["id"], move=move)


def hang() -> None:
    while True:
        time.sleep(60)


def flood(line: bytes) -> None:
    while True:
        raw(line * 1000)


# -- at the start ---------------------------------------------------------------------------------

if WAY == "exit-at-start":
    print("a last word", file=sys.stderr)
    sys.exit(3)
if WAY == "paints":
    sys.exit("\x1b[31ma last word")
if WAY == "talks-at-start":
    print("here I am", file=sys.stderr, flush=True)
if WAY == "no-hello":
    hang()
if WAY == "answer-before-hello":
    say(type="move", id=1, move=0)
    hang()
if WAY == "blank-flood-at-start":
    flood(b"\n")
if WAY == "ignore-sigterm":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

hello: dict[str, Any] = {"type": "hello", "protocol": 1, "name": WAY, "wants": []}
if WAY == "version-2":
    hello["protocol"] = 2
if WAY == "bad-wants":
    hello["wants"] = ["everything"]
if WAY == "wants-view":
    hello["wants"] = ["view"]
if WAY in ("never-reads", "wants-all"):
    hello["wants"] = ["view", "events", "labels"]


# -- at the ask -----------------------------------------------------------------------------------


def at_ask(ask: dict[str, Any], number: int) -> None:
    match WAY:
        case "crash":
            raise RuntimeError("I did not expect this")
        case "exit":
            sys.exit(0)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hang" | "ignore-sigterm":
            hang()
        case "flood":
            flood(b'{"type":"move","id":1000000,"move":0}\n')
        case "blank-flood":
            flood(b"\n")
        case "endless-line":
            while True:
                raw(b"x" * 65536)
        case "half-line":
            raw(b'{"type":"move","id":')
            hang()
        case "no-newline":
            raw(json.dumps({"type": "move", "id": ask["id"], "move": 0}).encode())
            hang()
        case "long-line":
            raw(b" " * (2 << 20) + b"\n")
            hang()
        case "not-utf-8":
            raw(b'{"type":"move","id":1,"move":"\xff"}\n')
        case "deep":
            raw(b"[" * 100_000 + b"]" * 100_000 + b"\n")
        case "not-json":
            raw(b"my move is 0\n")
        case "not-an-object":
            raw(b"[1]\n")
        case "unknown-type":
            say(type="quit")
        case "hello-again":
            say(**hello)
        case "illegal" | "stubborn":
            answer(ask, "resign")
        case "bad-index":
            answer(ask, len(ask["moves"]))
        case "wrong-id":
            say(type="move", id=ask["id"] + 1, move=0)
        case "in-pieces":
            if ask["seat"] == 0 and ask["match"] == number == 1:
                for piece in (
                    b'{"type":"mo',
                    b've","id":%d,' % ask["id"],
                    b'"move":"\x1b[31mred"}\n',
                ):
                    raw(piece)
                    time.sleep(0.05)
            else:
                answer(ask)
        case "other-seat":
            say(type="move", id=ask["id"] + 1, seat=1 - ask["seat"], move=0)
        case "illegal-at-2":
            answer(ask, "resign" if ask["seat"] == 2 else 0)
        case "early":
            answer(ask)
            say(type="move", id=ask["id"] + 1, move=0)
        case "hundred":
            for _ in range(100):
                answer(ask)
        case "close-stdout":
            os.close(1)
            hang()
        case "close-stderr":
            if number == 0:
                os.close(2)
            answer(ask)
        case "orphan":  # a child keeps the pipe open
            subprocess.Popen(["sleep", "30"], start_new_session=True)
            os._exit(5)
        case "fork":
            for _ in range(20):
                subprocess.Popen(["sleep", "30"])
            hang()
        case "memory":
            hoard = [bytearray(1 << 24) for _ in range(0 if number else 20)]
            answer(ask, min(len(hoard), 0))
        case "stderr-flood":
            for _ in range(100):
                sys.stderr.write("x" * 9999 + "\n")
            sys.stderr.write("the end\n")
            sys.stderr.flush()
            answer(ask)
        case "once-illegal":
            if number == 0:
                answer(ask, "resign")
            answer(ask)
        case "once-late":
            if number == 0:
                time.sleep(0.8)
            answer(ask)
        case "dies-at-third":
            if number == 2:
                sys.exit(7)
            answer(ask)
        case "tells-its-number":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            with open("pid", "w") as note:
                note.write(str(os.getpid()))
            hang()
        case "wants-all":
            answer(ask, ask["moves"][-1])
        case _:
            answer(ask)


def main() -> None:
    number = 0
    for line in sys.stdin:
        message = json.loads(line)
        if WAY == "strict-fields" and "an-unknown-field" in message:
            raise KeyError("an-unknown-field")
        if message["type"] == "hello":
            say(**hello)
            if WAY == "never-reads":
                hang()
        elif message["type"] == "ask":
            at_ask(message, number)
            number += 1
        elif message["type"] == "start" and WAY == "talks":
            print("match", message["match"], file=sys.stderr, flush=True)
        elif message["type"] == "over" and WAY == "talks-after-over":
            raw(b"good game\n")
        elif message["type"] == "bye":
            if WAY == "stays-at-bye":
                hang()
            return
        elif message["type"] == "error":
            print(f"refused: {message['code']}", file=sys.stderr, flush=True)
            if WAY == "dies-at-error":
                sys.exit(1)
            if WAY == "stubborn":
                say(type="move", id=message["id"], move="resign")


main()
