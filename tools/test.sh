#!/usr/bin/env bash
# Everything `make test` promises, in three rounds:
#   1. the release build and all tests: units, command line, examples, layers, format, clang-tidy;
#   2. units and command line once more, built by clang with AddressSanitizer and UndefinedBehaviorSanitizer;
#   3. the fuzz targets, from the same build as round 2: the parser for FUZZ_SECONDS, the others for a third of that.
# A build that fails ends it; a test that fails does not, so that one run shows all there is to mend.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2} seconds=${FUZZ_SECONDS:-60}
passed=0 failed=0

build() {
  echo "== build $1 (at $SECONDS s)"
  cmake --preset "$1" >/dev/null
  cmake --build --preset "$1" -j "$jobs"
}

# Reads ctest's own JUnit file: "PASSED FAILED". A test that could not be started has failed; one that skipped itself is neither.
count() {
  python3 - "$1" <<'PY'
import sys, xml.etree.ElementTree as xml
cases = xml.parse(sys.argv[1]).getroot().findall("testcase")
def skipped(case):
    note = case.find("skipped")
    return case.get("status") == "disabled" or (note is not None and note.get("message", "").startswith("SKIP_"))
passed = sum(case.get("status") == "run" for case in cases)
print(passed, len(cases) - passed - sum(map(skipped, cases)))
PY
}

# run_ctest PRESET [ctest options]
run_ctest() {
  local preset=$1 junit=build/$1/junit.xml good bad ended=0
  shift
  echo "== test $preset (at $SECONDS s)"
  rm -f "$junit"
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error --output-junit junit.xml "$@" || ended=1
  read -r good bad < <(count "$junit") || { echo "test.sh: ctest left no result for $preset" >&2; exit 1; }
  [ "$bad" -gt 0 ] || bad=$ended # it also fails when it finds no test at all
  passed=$((passed + good)) failed=$((failed + bad))
}

run_fuzz() {
  echo "== fuzz (at $SECONDS s)"
  local report=build/fuzz/fuzz.report good bad ended=0
  JOBS=$jobs tools/fuzz.sh build/fuzz "$seconds" $((seconds / 3)) | tee "$report" || ended=1
  good=$(grep -c '^fuzz: .* passed' "$report" || true)
  bad=$(grep -c '^fuzz: .* FAILED' "$report" || true)
  [ "$bad" -gt 0 ] || bad=$ended
  passed=$((passed + good)) failed=$((failed + bad))
}

build release
run_ctest release
build fuzz
run_ctest fuzz -L 'unit|cli'
run_fuzz

echo "== done in $SECONDS s"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
