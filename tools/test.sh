#!/usr/bin/env bash
# Everything `make test` promises, in four rounds:
#   1. the release build and what runs its commands: command line, comparisons, examples, layers, format, clang-tidy;
#   2. units, and the command line once more, built by clang with AddressSanitizer and UndefinedBehaviorSanitizer;
#   3. the fuzz targets, from the same build as round 2: the parser for FUZZ_SECONDS, beside the others, which
#      share as much;
#   4. beside them, since they end by the clock: what has threads, with ThreadSanitizer.
# A build that fails ends it; a test that fails does not, so that one run shows all there is to mend. The last line says
# how many passed, failed and were skipped; those that were not passed are named before it.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2} seconds=${FUZZ_SECONDS:-25}

# build PRESET [cmake options]
build() {
  local preset=$1
  shift
  echo "== build $preset (at $SECONDS s)"
  cmake --preset "$preset" "$@" >/dev/null &&
    cmake --build --preset "$preset" -j "$jobs"
}

# run_ctest PRESET [ctest options]: leaves build/PRESET/junit.xml
run_ctest() {
  local preset=$1
  shift
  echo "== test $preset (at $SECONDS s)"
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error --output-junit junit.xml "$@" || true
}

run_fuzz() {
  echo "== fuzz (at $SECONDS s)"
  local others
  others=$(find tests/fuzz -name '*_fuzz.cpp' ! -name promela_parser_fuzz.cpp | wc -l)
  JOBS=$jobs tools/fuzz.sh build/fuzz "$seconds" $((seconds / others + 1)) | tee build/fuzz/fuzz.report ||
    grep -q '^fuzz: .* FAILED' build/fuzz/fuzz.report || echo "fuzz: fuzz.sh FAILED" | tee -a build/fuzz/fuzz.report
}

rm -f build/{release,fuzz,tsan}/junit.xml build/fuzz/fuzz.report
build release -DWAYMARK_UNITS=OFF  # units are built once, below: twice takes minutes
run_ctest release
build fuzz
run_ctest fuzz -L 'unit|cli'
mkdir -p build/tsan
(build tsan && run_ctest tsan -L threads) >build/tsan/test.log 2>&1 &
threads=$!
run_fuzz
wait "$threads" || { cat build/tsan/test.log; exit 1; }
cat build/tsan/test.log

echo "== done in $SECONDS s"
exec tools/count_tests.py build/{release,fuzz,tsan}/junit.xml --fuzz build/fuzz/fuzz.report
