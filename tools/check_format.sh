#!/usr/bin/env bash
# Fails where clang-format would change a source file; with --fix it makes the change.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(--dry-run -Werror)
[ "${1:-}" = --fix ] && mode=(-i)
find src tests bench -name '*.cpp' -print0 -o -name '*.hpp' -print0 | xargs -0 -r -n 16 -P 2 clang-format "${mode[@]}"
