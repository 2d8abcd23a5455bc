#!/usr/bin/env bash
# The pre-commit hook: pre_commit.sh [OPTION…] MODEL…, with options as one word (--time=5m). Each model is checked within
# a minute and a gigabyte, unless they say otherwise; a model with a script beside it (model.way) is certified. Ends with
# the largest exit code.
set -euo pipefail
command -v waymark > /dev/null || { echo "pre-commit: waymark is not on the PATH" >&2; exit 2; }
options=()
while [ $# -gt 0 ] && [[ $1 == -* ]]; do
  options+=("$1")
  shift
done
[[ " ${options[*]}" == *" --time="* ]] || options+=(--time=60s)
[[ " ${options[*]}" == *" --memory="* ]] || options+=(--memory=1G)
worst=0
for model in "$@"; do
  script=${model%.*}.way code=0
  if [ -e "$script" ]; then
    waymark certify "$model" --script "$script" --quiet "${options[@]}" || code=$?
  else
    waymark check "$model" --quiet "${options[@]}" || code=$?
  fi
  [ "$code" -le "$worst" ] || worst=$code
done
exit "$worst"
