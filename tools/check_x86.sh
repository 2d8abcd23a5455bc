#!/usr/bin/env bash
# Compiles src/ for x86-64 without making code: finds what only works on the machine at hand.
# On another processor this needs the Debian package g++-x86-64-linux-gnu; the libraries' headers are the same for both.
set -euo pipefail
cd "$(dirname "$0")/.."

compiler=(x86_64-linux-gnu-g++)
if ! command -v "${compiler[0]}" >/dev/null; then
  echo "check-x86: please install g++-x86-64-linux-gnu" >&2
  exit 1
fi
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-unused-parameter -Werror"
# shellcheck disable=SC2086  # the warnings are words
find src -name '*.cpp' -print0 |
  xargs -0 -n 1 -P "${JOBS:-2}" "${compiler[@]}" -std=c++20 -O1 -fsyntax-only $warnings -Isrc -DWAYMARK_VERSION='""' -idirafter /usr/include
echo "check-x86: passed"
