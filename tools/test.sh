#!/usr/bin/env bash
# Everything `make test` promises, in four rounds:
#   1. the release build and what runs its commands: command line, comparisons, examples, layers, format, clang-tidy;
#   2. units, and the command line once more, built by clang with AddressSanitizer and UndefinedBehaviorSanitizer;
#   3. the fuzz targets, from the same build as round 2: the parser for FUZZ_SECONDS, beside the others, which
#      share as much;
#   4. beside them, since they end by the clock: what has threads, with ThreadSanitizer.
# Shares of campaigns are small and fixed; tests/campaign.sh has the whole. The end tells the time of each step and room.
# A build that fails ends it; a test that fails does not, so that one run shows all there is to mend. The last line says
# how many passed, failed and were skipped; those that were not passed are named before it.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2} seconds=${FUZZ_SECONDS:-20} steps=build/steps

# step NAME COMMAND…: writes down how long it took, by the clock and by the processors
step() {
  local name=$1 taken code=0 TIMEFORMAT='%R %U %S'
  shift
  echo "== $name (at $SECONDS s)"
  exec 3>&1 4>&2
  taken=$({ time "$@" 1>&3 2>&4; } 2>&1) || code=$?
  exec 3>&- 4>&-
  awk -v name="$name" '{ print $1, $2 + $3, name }' <<<"$taken" >>$steps
  return $code
}

# build PRESET [cmake options]
build() {
  local preset=$1
  shift
  cmake --preset "$preset" "$@" >/dev/null &&
    cmake --build --preset "$preset" -j "$jobs"
}

# run_ctest PRESET [ctest options]: leaves build/PRESET/junit.xml
run_ctest() {
  local preset=$1
  shift
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error --output-junit junit.xml "$@" || true
}

run_fuzz() {
  local others
  others=$(find tests/fuzz -name '*_fuzz.cpp' ! -name promela_parser_fuzz.cpp | wc -l)
  JOBS=$jobs tools/fuzz.sh build/fuzz "$seconds" $((seconds / others + 1)) | tee build/fuzz/fuzz.report ||
    grep -q '^fuzz: .* FAILED' build/fuzz/fuzz.report || echo "fuzz: fuzz.sh FAILED" | tee -a build/fuzz/fuzz.report
}

mkdir -p build/tsan
rm -f build/{release,fuzz,tsan}/junit.xml build/fuzz/fuzz.report $steps
step "build release" build release -DWAYMARK_UNITS=OFF # units are built once, below: twice takes minutes
step "test release" run_ctest release
step "build fuzz" build fuzz
step "test fuzz" run_ctest fuzz -L 'unit|sanitized'
(step "build tsan" build tsan && step "test tsan" run_ctest tsan -L threads) >build/tsan/test.log 2>&1 &
threads=$!
step fuzz run_fuzz
wait "$threads" || { cat build/tsan/test.log; exit 1; }
cat build/tsan/test.log

echo "== done in $SECONDS s"
exec tools/count_tests.py build/{release,fuzz,tsan}/junit.xml --fuzz build/fuzz/fuzz.report --steps $steps
