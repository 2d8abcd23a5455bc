#!/usr/bin/env bash
# What can be said of a change in two minutes, on trees that `make test` has built before: builds the program and the units again,
# runs the units whose binary is newer than their last success, those of the changed room and of rooms above it, and a handful
# of golden files in each language.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2}
golden=(cli.certify cli.check cli.json cli.replay cli.usage cli.verdicts cli.java-anew llvm.questions llvm.races c.preemptions promela.bad)

for tree in release fuzz; do
  [ -e build/$tree/build.ninja ] || { echo "quick: no build/$tree; 'make test' makes it" >&2; exit 2; }
done
cmake --build build/fuzz -j "$jobs" --target units
cmake --build build/release -j "$jobs" --target waymark

due=()
for binary in build/fuzz/tests/*_test; do
  name=$(basename "$binary")
  [ build/fuzz/passed/"$name" -nt "$binary" ] || due+=("$name")
done
code=0
if [ ${#due[@]} -gt 0 ]; then
  ctest --test-dir build/fuzz -j "$jobs" --output-on-failure -R "^($(IFS='|'; echo "${due[*]}"))$" || code=1
else
  echo "quick: no unit has changed"
fi
ctest --test-dir build/release -j "$jobs" --output-on-failure --no-tests=error -R "^golden\.($(IFS='|'; echo "${golden[*]}"))$" || code=1
echo "quick: done in $SECONDS s"
exit $code
