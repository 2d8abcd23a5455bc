#!/usr/bin/env python3
"""Which share of the tests a landing runs, beside `make test`: landing.py share | raise | all.

tests/landing holds the number of the landing, and tests/shares.txt the shares. Each landing raises the number by one, however
many commits it has, so that as many landings as there are shares run them all. `share` prints the name of this landing's
share, `raise` writes the next number, `all` prints the names of all shares. What did not land keeps its number: it is
raised once for each landing.
"""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OLD = 4 * 3600  # seconds between the commit that raised the number and the newest: then the number is the last landing's


def shares(root):
    names = [line.split()[0] for line in (root / "tests" / "shares.txt").read_text().splitlines() if line and line[0] != "#"]
    if not names or len(set(names)) != len(names):
        sys.exit("landing: tests/shares.txt names no share, or one twice")
    return names


def number(root):
    text = (root / "tests" / "landing").read_text().strip()
    if not text.isdecimal():
        sys.exit(f"landing: tests/landing holds no number, but: {text}")
    return int(text)


def raise_number(root):
    raised = number(root) + 1
    (root / "tests" / "landing").write_text(f"{raised}\n")
    return raised


def committed(root, *path):
    """When the newest commit was made, or the newest that changed the path; None outside of git."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct", "--", *path], cwd=root, capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else None


def share(root):
    names = shares(root)
    return names[number(root) % len(names)]


def is_old(root):
    """Whether the number seems to be that of the landing before."""
    newest, raised = committed(root), committed(root, "tests/landing")
    return newest is not None and (raised is None or newest - raised > OLD)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=["share", "raise", "all"])
    options.add_argument("--root", type=pathlib.Path, default=ROOT)
    given = options.parse_args()
    if given.what == "share":
        if is_old(given.root):
            print("landing: tests/landing was raised long before the newest commit; `tools/landing.py raise` belongs to each landing",
                  file=sys.stderr)
        print(share(given.root))
    elif given.what == "all":
        print(*shares(given.root))
    else:
        print(f"landing {raise_number(given.root)}: share {share(given.root)}")


if __name__ == "__main__":
    main()
