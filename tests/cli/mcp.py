#!/usr/bin/env python3
"""What a session of 'waymark mcp' survives: mcp.py [--waymark BINARY] [--count N]. N broken messages, of which none ends the
session or is left unanswered in a wrong way; lines that are too long; calls that are cancelled, running and waiting; more
calls than may wait; an input that ends, and a signal, while a call runs."""
import argparse
import json
import os
import pathlib
import random
import select
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from lib import HANGS, ROOT  # noqa: E402

ENDLESS = "int a, b, c;\nactive proctype P() { do :: a++ :: b++ :: c++ od }\n"
HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}


def call(number, program="endless.pml", **more):
    arguments = {"program": program, "time": "10m", "memory": "256M"} | more
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "check", "arguments": arguments}}


class Session:
    def __init__(self, waymark, folder):
        self.process = subprocess.Popen([waymark, "mcp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.pending = b""
        self.send(HELLO)
        assert self.answer()["result"]["protocolVersion"] == "2025-06-18"

    def write(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def answer(self):
        while b"\n" not in self.pending:
            ready, _, _ = select.select([self.process.stdout], [], [], HANGS)
            assert ready, "no answer"
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            assert more, f"the session has ended: {self.process.wait()} {self.process.stderr.read()}"
            self.pending += more
        line, self.pending = self.pending.split(b"\n", 1)
        return json.loads(line)

    def ping(self, number):
        """All that is answered before a ping is."""
        self.send({"jsonrpc": "2.0", "id": number, "method": "ping"})
        seen = []
        while (one := self.answer()) != {"jsonrpc": "2.0", "id": number, "result": {}}:
            seen.append(one)
        return seen

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(HANGS)
        rest = self.pending + self.process.stdout.read()
        return code, [json.loads(line) for line in rest.splitlines()]

    def children(self):
        path = pathlib.Path(f"/proc/{self.process.pid}/task")
        return [int(pid) for task in path.iterdir() for pid in (task / "children").read_text().split()]

    def wait_for_child(self):
        end = time.monotonic() + HANGS
        while not self.children():
            assert time.monotonic() < end, "no command was started"
            time.sleep(0.01)
        return self.children()


def broken(chance):
    """A line that is no good message, or that may be one by accident."""
    good = json.dumps(chance.choice([HELLO, call(1, "x.pml"), {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
                                     {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}]))
    kind = chance.randrange(6)
    if kind == 0:
        return good[:chance.randrange(1, len(good))].encode()
    if kind == 1:
        line = bytearray(good.encode())
        for _ in range(chance.randrange(1, 6)):
            line[chance.randrange(len(line))] = chance.choice([b for b in range(256) if b != 10])
        return bytes(line)
    if kind == 2:
        return bytes(b for b in chance.randbytes(chance.randrange(1, 200)) if b != 10) or b"x"
    if kind == 3:
        return chance.choice([b"[", b'{"a":', b"[[],"]) * chance.randrange(1, 5000)
    values = [None, True, -1, 2**70, 1.5e300, "", "x" * 1000, [], [[1]], {}, {"name": {}}, "\u0000", "\ud800"]
    message = json.loads(good)
    where = message
    while isinstance(inner := where.get(key := chance.choice(list(where))), dict) and inner and chance.random() < 0.7:
        where = inner
    where[key] = chance.choice(values)
    return json.dumps([message] * chance.choice([1, 2, 70]) if kind == 4 else message).encode()


def survives_broken_messages(waymark, folder, count, seed):
    chance = random.Random(seed)
    session = Session(waymark, folder)
    answered = 0
    for number in range(count):
        session.write(broken(chance) + b"\n")
        for answer in session.ping(f"ping {number}"):
            for one in answer if isinstance(answer, list) else [answer]:
                assert one["jsonrpc"] == "2.0" and ("result" in one) != ("error" in one), one
                answered += 1
    code, rest = session.close()
    assert code == 0, code
    assert answered + len(rest) > count / 2, answered
    return answered


def refuses_long_lines(waymark, folder):
    session = Session(waymark, folder)
    for size in ((1 << 20) + 1, 5 << 20):
        session.write(b"[" * size + b"\n")
        assert session.answer()["error"]["code"] == -32700
    session.write(b'"' + b"x" * ((1 << 20) - 2) + b'"\n')  # as long as a line may be
    assert session.answer()["error"]["code"] == -32600
    session.write(b"y" * (3 << 20))  # and none of which the end comes
    code, rest = session.close()
    assert code == 0 and [one["error"]["code"] for one in rest] == [-32700], (code, rest)


def cancels(waymark, folder):
    session = Session(waymark, folder)
    for number in (1, 2, 3):
        session.send(call(number))
    first, = session.wait_for_child()
    assert session.ping("while it runs") == []
    for number in (2, 1):  # one that waits, and the one that runs
        session.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
    end = time.monotonic() + HANGS
    while session.children() in ([], [first]):
        assert time.monotonic() < end, "the cancelled call runs on"
        time.sleep(0.01)
    session.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}})
    session.send(call(4, "none.pml"))
    answer = session.answer()
    assert answer["id"] == 4 and answer["result"]["isError"], answer
    assert session.close() == (0, [])


def bounds_what_waits(waymark, folder):
    session = Session(waymark, folder)
    session.send(call("same"))
    session.send(call("same"))
    assert session.answer()["error"]["code"] == -32000
    for number in range(65):
        session.send(call(number))
    refused = [session.answer()["id"] for _ in range(2)]
    assert refused == [63, 64], refused
    child, = session.wait_for_child()
    session.process.send_signal(signal.SIGTERM)
    assert session.process.wait(HANGS) == 3
    assert not pathlib.Path(f"/proc/{child}").exists(), "a command outlives its server"


def keeps_its_limits(waymark, folder):
    session = Session(waymark, folder)
    session.send(call(1, time="1s"))
    session.send([call(2, time="1s"), call(3, "none.pml")])
    first, both = session.answer(), session.answer()
    assert first["result"]["structuredContent"]["reason"] in ("time", "memory"), first
    assert [one["id"] for one in both] == [2, 3], both
    session.send(call(4, time="2s"))
    code, rest = session.close()  # what was asked before the input ended is answered
    assert code == 0 and [one["id"] for one in rest] == [4], (code, rest)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waymark", default=ROOT / "build/release/waymark", type=pathlib.Path)
    parser.add_argument("--count", default=400, type=int)
    parser.add_argument("--seed", default=1, type=int)
    given = parser.parse_args()
    waymark = given.waymark.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "endless.pml").write_text(ENDLESS)
        answered = survives_broken_messages(waymark, folder, given.count, given.seed)
        for test in (refuses_long_lines, cancels, bounds_what_waits, keeps_its_limits):
            test(waymark, folder)
    print(f"mcp: {given.count} broken messages, {answered} answers, and 4 sessions")


if __name__ == "__main__":
    main()
