#!/usr/bin/env bash
# The picture of the page in README.md and docs/use/page.md, taken by chromium: picture.sh [PNG], with the program of build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
picture=$(realpath "${1:-docs/use/page.png}")
command -v chromium > /dev/null || { echo "picture: chromium is missing; 'apt-get install chromium' brings it" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/release/waymark check examples/promela/philosophers.pml --html "$work/page.html" --quiet > /dev/null || [ $? -eq 1 ]
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" --window-size=1280,940 \
  --virtual-time-budget=3000 --screenshot="$picture" "file://$work/page.html" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
size=$(stat -c %s "$picture")
[ "$size" -lt 200000 ] || { echo "picture: $picture has $size bytes, which is too much" >&2; exit 1; }
echo "$picture: $size bytes"
