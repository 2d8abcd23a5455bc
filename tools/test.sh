#!/usr/bin/env bash
# Runs the tests: test.sh PART…. A part is `standard`, what `make test` promises, `units`, which it runs beside, or a share of
# tests/shares.txt. Three builds, and each builds what its parts run:
#   1. release: commands, comparisons, suites of programs, the sources themselves; the units;
#   2. clang with AddressSanitizer and UndefinedBehaviorSanitizer, for the shares `readers` and `sanitized`: the units again, commands,
#      and the fuzz targets, the parser of Promela for FUZZ_SECONDS;
#   3. ThreadSanitizer, for the share `threads`.
# A build that fails ends it; a test that fails does not, so that one run shows all there is to mend. build/costs.txt tells what
# each step and each entry cost. The last line says how many passed, failed and were skipped; those that were not passed are
# named before it.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2} seconds=${FUZZ_SECONDS:-20} steps=build/steps
read -ra shares < <(tools/landing.py all)

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

# build PRESET PART…
build() {
  cmake --preset "$1" >/dev/null && cmake --build "build/$1" -j "$jobs" --target "${@:2}"
}

# run_ctest PRESET LABEL…: leaves build/PRESET/junit.xml and costs.tsv
run_ctest() {
  local labels=("${@:2}")
  ctest --test-dir "build/$1" -j "$jobs" --output-on-failure --no-tests=error --output-junit junit.xml \
    -L "^($(IFS='|'; echo "${labels[*]}"))$" || true
}

run_fuzz() {
  JOBS=$jobs tools/fuzz.sh build/fuzz "$seconds" $((seconds / 7 + 1)) | tee build/fuzz/fuzz.report ||
    grep -q '^fuzz: .* FAILED' build/fuzz/fuzz.report || echo "fuzz: fuzz.sh FAILED" | tee -a build/fuzz/fuzz.report
}

# run PRESET PART…: builds and runs these parts, if there are any
run() {
  [ $# -gt 1 ] || return 0
  rm -f "build/$1/costs.tsv"
  step "build $1" build "$1" "${@:2}"
  step "test $1" run_ctest "$1" "${@:2}"
  results+=("build/$1/junit.xml")
}

release=() sanitized=() threads=() results=() fuzzed=()
for part in "$@"; do
  case $part in
    readers | sanitized) sanitized+=("part_$part") ;;
    threads) threads+=("part_$part") ;;
    *) release+=("part_$part") ;;
  esac
  [[ " standard units ${shares[*]} " == *" $part "* ]] || { echo "test: no part $part; there are: standard units ${shares[*]}" >&2; exit 2; }
done
[ $# -gt 0 ] || { echo "test: name the parts to run: standard units ${shares[*]}" >&2; exit 2; }
mkdir -p build
rm -f build/{release,fuzz,tsan}/junit.xml build/fuzz/fuzz.report $steps

echo "== $*"
run release "${release[@]}"
run fuzz "${sanitized[@]}"
if [ ${#sanitized[@]} -gt 0 ]; then
  step fuzz run_fuzz
  fuzzed=(--fuzz build/fuzz/fuzz.report)
fi
run tsan "${threads[@]}"

echo "== done in $SECONDS s"
exec tools/count_tests.py "${results[@]}" "${fuzzed[@]}" --steps $steps --costs build/costs.txt
