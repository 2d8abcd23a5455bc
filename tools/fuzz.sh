#!/usr/bin/env bash
# Runs the libFuzzer targets of a build tree, JOBS of them at a time: tools/fuzz.sh BUILD_DIR SECONDS [REST]. With REST
# only the parser of Promela, which everything else stands behind, gets all SECONDS; the others get REST.
# A target's findings grow in BUILD_DIR/corpus/NAME and start from the seeds in tests/fuzz/corpus/NAME;
# an input that crashes, hangs or eats memory is kept as BUILD_DIR/found/NAME-*.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 seconds=$2 rest=${3:-$2}

run_one() {
  local build=$1 seconds=$2 target=$3
  local name dictionary=() seeds=()
  name=$(basename "$target")
  [ "$name" = promela_parser_fuzz ] || seconds=$4
  mkdir -p "$build/corpus/$name" "$build/found"
  [ ! -d "tests/fuzz/corpus/$name" ] || seeds=("tests/fuzz/corpus/$name")
  [ ! -f "tests/fuzz/$name.dict" ] || dictionary=("-dict=tests/fuzz/$name.dict")
  local log=$build/found/$name.log
  if "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 "${dictionary[@]}" \
    -artifact_prefix="$build/found/$name-" "$build/corpus/$name" "${seeds[@]}" >"$log" 2>&1 </dev/null; then
    echo "fuzz: $name passed, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
  else
    echo "fuzz: $name FAILED"
    tail -n 60 "$log"
    return 1
  fi
}
export -f run_one

targets=$(find "$build/tests/fuzz" -maxdepth 1 -type f -name '*_fuzz' -perm -u+x | sort -r) # the longest early
[ -n "$targets" ] || { echo "fuzz: no target in $build/tests/fuzz" >&2; exit 1; }
# xargs goes on after a failure and then ends with 123.
xargs -P "${JOBS:-2}" -I{} bash -c 'run_one "$@"' run_one "$build" "$seconds" {} "$rest" <<<"$targets"
