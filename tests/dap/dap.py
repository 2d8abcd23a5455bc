#!/usr/bin/env python3
"""Sessions of the Debug Adapter Protocol: dap.py sessions|broken [--waymark BINARY] [--rebase] [FILE…].

sessions    each FILE, or each NAME.dap beside this program, is one session with `waymark debug --dap`:

    # Lines with a hash are comments.
    file: turns.pml                 a file to write into an empty folder; its lines follow
    | byte x;
    $ javac -g Main.java            one line for bash, before the session; `waymark` is the binary under test
    > launch {"program": ["a.pml"]}     a request with its arguments
    < response launch ok            what comes back until the request is answered and, if it moves the program, until
    < event stopped {...}           the program has halted again

            The folder's name is written as $DIR. --rebase rewrites what comes back: read the diff.

broken      a few hundred messages that are none. The server answers with an error, or ends with exit code 2."""
import argparse
import difflib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS  # noqa: E402

MOVES = {"configurationDone", "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue"}
HERE = pathlib.Path(__file__).resolve().parent
MODEL = "byte x;\nactive [2] proctype P() { do :: x < 3 -> x++ :: else -> break od; assert(x == 3) }\n"


class Client:
    """One process `waymark debug --dap`, and what is sent to it."""

    def __init__(self, waymark, folder):
        self.process = subprocess.Popen([waymark, "debug", "--dap"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.sequence = 0

    def send_bytes(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:  # it has ended already; its exit code tells
            pass

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def request(self, command, arguments):
        self.sequence += 1
        self.send({"seq": self.sequence, "type": "request", "command": command, "arguments": arguments})
        return self.sequence

    def receive(self):
        """The next message; None at the end."""
        length = None
        while True:
            line = self.process.stdout.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            name, value = line.decode().split(":", 1)
            if name == "Content-Length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def answers(self, command, arguments):
        """All that comes back for a request."""
        sequence = self.request(command, arguments)
        waits_for, seen = {"response"}, []
        while waits_for:
            message = self.receive()
            if message is None:
                raise AssertionError(f"the server has ended before it answered {command}: {self.process.stderr.read().decode()}")
            seen.append(message)
            if message["type"] == "response":
                if message["request_seq"] != sequence:
                    raise AssertionError(f"the response to another request: {message}")
                waits_for.discard("response")
                if message["success"] and command in MOVES:
                    waits_for.add("stopped")
                if message["success"] and command == "launch":
                    waits_for.add("initialized")
            else:
                waits_for.discard(message["event"])
        return seen

    def finish(self):
        self.process.stdin.close()
        self.process.stdout.read()
        said = self.process.stderr.read().decode(errors="replace")
        return self.process.wait(HANGS), said


def shown(message, folder):
    """A message as the files have it, on one line."""
    if message["type"] == "response":
        head = f"response {message['command']} {'ok' if message['success'] else 'failed: ' + message['message']}"
        body = message.get("body") if message["success"] else None
    else:
        head, body = f"event {message['event']}", message.get("body")
    text = f"< {head}" + ("" if body is None else " " + json.dumps(body, ensure_ascii=False, sort_keys=True))
    return text.replace(str(folder), "$DIR").replace("\n", "\\n")


def environment(waymark):
    return os.environ | {"PATH": f"{waymark.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


def play(path, waymark):
    """The session as it went."""
    lines = path.read_text().splitlines()
    out = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        client, writing = None, None
        for line in lines:
            if line.startswith("<"):
                continue
            out.append(line)
            if line.startswith("file: "):
                writing = folder / line[6:]
                writing.write_text("")
            elif line.startswith("|"):
                with writing.open("a") as file:
                    file.write(line[2:] + "\n")
            elif line.startswith("$ "):
                subprocess.run(["bash", "-c", line[2:]], cwd=folder, env=environment(waymark), capture_output=True, check=True)
            elif line.startswith("> "):
                client = client or Client(waymark, folder)
                command, _, arguments = line[2:].partition(" ")
                given = json.loads(arguments.replace("$DIR", str(folder)) or "{}")
                out += [shown(message, folder) for message in client.answers(command, given)]
            elif line and not line.startswith("#"):
                raise AssertionError(f"{path}: what is '{line}'?")
        code, said = client.finish()
        if code != 0:
            raise AssertionError(f"{path}: ends with {code}: {said}")
    return "\n".join(out) + "\n"


def sessions(options):
    wrong = 0
    for path in options.files or sorted(HERE.glob("*.dap")):
        expected, got = path.read_text(), play(path, options.waymark)
        if expected == got:
            continue
        if options.rebase:
            path.write_text(got)
            continue
        wrong += 1
        sys.stdout.writelines(line + "\n" for line in difflib.unified_diff(expected.splitlines(), got.splitlines(), str(path), "got", lineterm=""))
    return wrong


REQUESTS = ["initialize", "launch", "setBreakpoints", "configurationDone", "threads", "stackTrace", "scopes", "variables", "evaluate",
            "exceptionInfo", "stepInTargets", "continue", "reverseContinue", "next", "stepIn", "stepOut", "stepBack", "pause",
            "setExceptionBreakpoints", "restartFrame", "setExpression", "nonsense", "", "\0"]
MEMBERS = ["threadId", "frameId", "variablesReference", "expression", "targetId", "source", "breakpoints", "program", "args", "trail",
           "startFrame", "levels", "stopOnEntry", "linesStartAt1"]
VALUES = [None, True, -1, 0, 1, 2, 7, 2**31, 2**32, 2**53, 2**63, 2**64 - 1, 1e300, "", "x", "\0", "x" * 5000, "((((", "1/0", "x[", "../..", [], [1],
          ["--help"], ["-h"], ["turns.pml", "--dap"], ["no.pml"], {}, {"path": "turns.pml"}, {"path": 3}, [{"line": -1}], [{"line": 2**40}],
          [{"line": 2, "condition": "x >"}], [{"line": 2, "hitCondition": "3"}], [None], [[]]]


def broken_bodies(chance, count):
    """Well-framed messages that mean nothing, or nothing good."""
    bodies = [b"", b"{", b"[]", b"null", b"3", b'"x"', b"\xff\xfe", b"[" * 100000, b'{"a":' * 50000, b'{"seq": 1}', b'{"type": "request"}',
              b'{"seq": "1", "type": "request", "command": "threads"}', b'{"seq": 1, "type": "event", "command": "threads"}',
              b'{"seq": 1, "type": "request", "command": 5}', b'{"seq": -1, "type": "request", "command": "threads"}',
              b'{"seq": 1, "type": "request", "command": "threads", "arguments": []}']
    while len(bodies) < count:
        arguments = {chance.choice(MEMBERS): chance.choice(VALUES) for _ in range(chance.randrange(4))}
        message = {"seq": chance.randrange(1, 1000), "type": "request", "command": chance.choice(REQUESTS), "arguments": arguments}
        body = json.dumps(message).encode()
        if chance.random() < 0.3:
            at = chance.randrange(len(body))
            body = body[:at] + bytes([chance.randrange(256)]) + body[at + 1:]
        if b"disconnect" not in body and b"terminate" not in body:
            bodies.append(body)
    return bodies


def broken_frames(chance, count):
    """What is no message at all."""
    frames = [b"\r\n\r\n", b"Content-Length: x\r\n\r\n{}", b"Content-Length: -1\r\n\r\n{}", b"Content-Length:\r\n\r\n", b"x" * 100000,
              b"Content-Length: 99999999999999999999999\r\n\r\n", b"Content-Length: 18446744073709551615\r\n\r\n", b"Content-Length: 5\r\n\r\n{}",
              b"Content-Length: 4194305\r\n\r\n", b"Content-Type: 1\r\n\r\n{}", b"\0" * 5000, b"Content-Length: 2", b"Content-Length: 2 2\r\n\r\n{}"]
    while len(frames) < count:
        frames.append(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200))))
    return frames


def broken(options):
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "turns.pml").write_text(MODEL)
        for launched in (False, True):
            client = Client(options.waymark, folder)
            if launched:
                client.answers("launch", {"program": ["turns.pml"], "stopOnEntry": True})
                client.answers("configurationDone", {})
            bodies = broken_bodies(chance, 300)
            for body in bodies:
                client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            client.sequence = 10**6
            last = client.request("evaluate", {"expression": "x < 9"})
            answers = 0
            while True:
                message = client.receive()
                if message is None:
                    raise AssertionError(f"the server has ended: {client.finish()}")
                answers += message["type"] == "response"
                if message.get("request_seq") == last:
                    break
            if answers != len(bodies) + 1:
                raise AssertionError(f"{answers} answers to {len(bodies) + 1} messages")
            if launched and not message["success"]:
                raise AssertionError(f"the session is gone: {message}")
            client.answers("disconnect", {})
            code, said = client.finish()
            if code != 0:
                raise AssertionError(f"ends with {code}: {said}")
        for frame in broken_frames(chance, 60):
            client = Client(options.waymark, folder)
            client.send_bytes(frame)
            code, said = client.finish()
            if code != 2 or "--dap" not in said:
                raise AssertionError(f"{frame[:80]} ends with {code}: {said}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sessions", "broken"])
    parser.add_argument("--waymark", type=lambda text: pathlib.Path(text).resolve(), default=HERE.parents[1] / "build/release/waymark")
    parser.add_argument("--rebase", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    return 1 if {"sessions": sessions, "broken": broken}[options.what](options) else 0


if __name__ == "__main__":
    sys.exit(main())
