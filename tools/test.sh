#!/usr/bin/env bash
# Runs the tests: test.sh PART…. A part is `standard`, what `make test` promises, or a share of tests/shares.txt. Three builds:
#   1. release: commands, comparisons, suites of programs, the sources themselves;
#   2. clang with AddressSanitizer and UndefinedBehaviorSanitizer: units, and the fuzz targets, the parser of Promela for
#      FUZZ_SECONDS; the share `sanitized` adds commands;
#   3. ThreadSanitizer, for the share `threads`.
# A build that fails ends it; a test that fails does not, so that one run shows all there is to mend. build/costs.txt tells what
# each step and each entry cost. The last line says how many passed, failed and were skipped; those that were not passed are
# named before it.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-2} seconds=${FUZZ_SECONDS:-20} steps=build/steps
read -ra shares < <(tools/landing.py all)

has() { [[ " ${parts[*]} " == *" $1 "* ]]; }

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

# run_ctest PRESET: the entries of all parts that the build has; leaves build/PRESET/junit.xml and costs.tsv
run_ctest() {
  local preset=$1 chosen left=() share
  if has standard; then
    for share in "${shares[@]}"; do
      has "$share" || left+=("$share")
    done
    chosen=(-LE "^share\.($(IFS='|'; echo "${left[*]}"))$")
    [ ${#left[@]} -gt 0 ] || chosen=()
  else
    chosen=(-L "^share\.($(IFS='|'; echo "${parts[*]}"))$")
  fi
  ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-tests=error --output-junit junit.xml "${chosen[@]}" || true
}

# run PRESET [cmake options]
run() {
  rm -f "build/$1/costs.tsv"
  step "build $1" build "$@"
  step "test $1" run_ctest "$1"
  results+=("build/$1/junit.xml")
}

run_fuzz() {
  JOBS=$jobs tools/fuzz.sh build/fuzz "$seconds" $((seconds / 7 + 1)) | tee build/fuzz/fuzz.report ||
    grep -q '^fuzz: .* FAILED' build/fuzz/fuzz.report || echo "fuzz: fuzz.sh FAILED" | tee -a build/fuzz/fuzz.report
}

parts=("$@") results=() fuzzed=() commands=
for part in "${parts[@]}"; do
  [[ " standard ${shares[*]} " == *" $part "* ]] || { echo "test: no part $part; there are: standard ${shares[*]}" >&2; exit 2; }
  [[ $part = sanitized || $part = threads ]] || commands=1
done
[ ${#parts[@]} -gt 0 ] || { echo "test: name the parts to run: standard ${shares[*]}" >&2; exit 2; }
mkdir -p build
rm -f build/{release,fuzz,tsan}/junit.xml build/fuzz/fuzz.report $steps

echo "== ${parts[*]}"
[ -z "$commands" ] || run release -DWAYMARK_UNITS=OFF # units are built once, with sanitizers
if has standard || has sanitized; then
  run fuzz
fi
if has standard; then
  step fuzz run_fuzz
  fuzzed=(--fuzz build/fuzz/fuzz.report)
fi
if has threads; then
  run tsan
fi

echo "== done in $SECONDS s"
exec tools/count_tests.py "${results[@]}" "${fuzzed[@]}" --steps $steps --costs build/costs.txt
