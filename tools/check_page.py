#!/usr/bin/env python3
"""Sees to it that page/page.html, which is committed, was made from the sources beside it.

check_page.py [--root DIR]. The bundle has the digest of its sources; page/build.mjs writes it, and makes the bundle anew.
"""
import argparse
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def digest(page):
    sources = sorted(page.glob("src/*"), key=lambda file: file.name) + [page / "build.mjs", page / "package-lock.json"]
    whole = hashlib.sha256()
    for file in sources:
        whole.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    page = parser.parse_args().root / "page"
    found = re.search(r'<meta name="sources" content="(\w+)">', (page / "page.html").read_text())
    if found is None or found[1] != digest(page):
        sys.exit("page/page.html is not made from page/src: run 'npm ci' and 'node build.mjs' in page/")


if __name__ == "__main__":
    main()
