#!/usr/bin/env bash
# Waymark at work: each `show` is one command, printed, run, and held to the exit code it promises.
# To extend the demo, add a line: show EXIT_CODE "what to look at" ARGUMENTS OF waymark…
set -euo pipefail
cd "$(dirname "$0")/.."
models=tests/promela/corpus

show() {
  local wanted=$1 title=$2 code=0
  shift 2
  printf '\n== %s\n$ waymark %s\n' "$title" "$*"
  build/release/waymark "$@" || code=$?
  [ "$code" -eq "$wanted" ] || { echo "demo: exit code $code, but $wanted was promised" >&2; exit 1; }
}

show 0 "Peterson's mutual exclusion holds" check $models/peterson.pml
show 1 "with its two announcements exchanged it does not" check $models/peterson_wrong.pml
show 1 "four philosophers, each with one fork" check $models/philosophers.pml
show 0 "as many, but forks are taken in order" check $models/philosophers_ordered.pml
script=$(mktemp) classes=$(mktemp -d)
trap 'rm -rf "$script" "$classes"' EXIT
show 0 "a search that leaves a certificate" check --script "$script" $models/peterson.pml
show 0 "and the certificate checked by somebody else" certify --script "$script" $models/peterson.pml
javac -d "$classes" examples/java/RemoteAgent.java
show 1 "Java, as javac made it: a notification that comes too early" check --classpath "$classes" RemoteAgent
show 0 "and with one lock around test and wait" check --classpath "$classes" RemoteAgent locked
printf '\nThe program is %s. For this shell: export PATH="%s:$PATH"; for all users: make install\n' "$PWD/build/release/waymark" "$PWD/build/release"
