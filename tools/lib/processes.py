"""One child process: what it printed, how it ended, what it cost. The cost is the child's own, with its children's, however
many others run at the same time."""
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass


class TookTooLong(Exception):
    """Says as much about the machine's load as about the question."""


@dataclass
class Done:
    code: int  # negative: the signal that killed it
    out: str
    err: str
    cpu: float  # seconds, user and system
    user: float
    wall: float

    def last_words(self):
        """The end of what it had to say, to be shown when it failed."""
        return (self.err or self.out).strip()[-800:]


def run(command, where=None, limit=None, watch=None, text=None, merge=False):
    """Runs a command to its end. After `limit` seconds it is killed and TookTooLong raised. `watch` is called with the
    process id every few hundredths of a second. `merge` puts what goes to standard error into the output, in its order."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.monotonic()
        child = subprocess.Popen([str(word) for word in command], cwd=where, stdout=out,
                                 stderr=subprocess.STDOUT if merge else err,
                                 stdin=subprocess.DEVNULL if text is None else subprocess.PIPE)
        ended, too_long = threading.Event(), threading.Event()
        guards = []
        if limit is not None:
            guards.append(threading.Thread(target=_kill_after, args=(child.pid, limit, ended, too_long)))
        if watch is not None:
            guards.append(threading.Thread(target=_look, args=(child.pid, watch, ended)))
        for guard in guards:
            guard.start()
        try:
            if text is not None:
                _feed(child, text)
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # ended, but its id is not free yet
        except BaseException:
            os.kill(child.pid, signal.SIGKILL)
            raise
        finally:
            ended.set()
            for guard in guards:
                guard.join()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        if too_long.is_set():
            raise TookTooLong(f"{command[0]} took more than {limit:g} s")
        for file in (out, err):
            file.seek(0)
        return Done(child.returncode, out.read().decode(errors="replace"), err.read().decode(errors="replace"),
                    usage.ru_utime + usage.ru_stime, usage.ru_utime, time.monotonic() - began)


class HighWater:
    """A `watch`: the most memory a process had resident. The kernel's own maximum also counts this Python, out of which the
    child was forked."""

    def __init__(self):
        self.bytes = 0

    def __call__(self, pid):
        with contextlib.suppress(OSError):
            found = re.search(r"VmHWM:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())
            self.bytes = max(self.bytes, int(found.group(1)) * 1024 if found else 0)


def _feed(child, text):
    for hand_over in (lambda: child.stdin.write(text.encode()), child.stdin.close):
        with contextlib.suppress(BrokenPipeError):  # it ended early; its exit code says why
            hand_over()


def _kill_after(pid, limit, ended, too_long):
    if not ended.wait(limit):
        too_long.set()
        os.kill(pid, signal.SIGKILL)


def _look(pid, watch, ended):
    pause = 0.002
    while not ended.wait(pause):
        watch(pid)
        pause = min(0.05, pause * 1.1)
