#!/usr/bin/python3 -SEB
"""Runs one entry of the tests and writes down what it cost: entry.py FOLDER NAME COMMAND…

FOLDER/costs.tsv gets a line with the name, the seconds by the clock and those of the processors, children included.
FOLDER/passed/NAME is made anew when the command succeeds. The exit code is the command's.
"""
import os
import signal
import sys
import time


def main():
    folder, name, *command = sys.argv[1:]
    began = time.monotonic()
    child = os.posix_spawnp(command[0], command, os.environ)
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    _, status, used = os.wait4(child, 0)
    os.makedirs(f"{folder}/passed", exist_ok=True)
    with open(f"{folder}/costs.tsv", "a") as costs:  # one short write: entries that end together do not mix
        costs.write(f"{name}\t{time.monotonic() - began:.2f}\t{used.ru_utime + used.ru_stime:.2f}\n")
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        with open(f"{folder}/passed/{name}", "w"):
            pass
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


main()
