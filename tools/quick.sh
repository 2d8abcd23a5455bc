#!/usr/bin/env bash
# What can be said of a change in two minutes, where `make test` has run before: builds the program and the units again, runs the
# units whose binary is newer than their last success, those of the changed room and of rooms above it, and a handful of golden
# files in each language.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2} tree=build/release
golden=(cli.certify cli.check cli.json cli.replay cli.usage cli.verdicts cli.java-anew llvm.questions llvm.races c.preemptions promela.bad)

[ -d $tree/passed ] || { echo "quick: no tests have passed in $tree; 'make test' builds and runs them" >&2; exit 2; }
cmake --build $tree -j "$jobs" --target waymark part_units

due=()
for binary in $tree/tests/*_test; do
  name=$(basename "$binary")
  [ $tree/passed/"$name" -nt "$binary" ] || due+=("$name")
done
[ ${#due[@]} -gt 0 ] || echo "quick: no unit has changed"
chosen=("${due[@]}" "${golden[@]/#/golden.}")
code=0
ctest --test-dir $tree -j "$jobs" --output-on-failure --no-tests=error -R "^($(IFS='|'; echo "${chosen[*]}"))$" || code=1
echo "quick: done in $SECONDS s"
exit $code
