#!/usr/bin/env bash
# The page of --html in Debian's chromium: page_test.sh WAYMARK FOLDER [NAME…]. Types are checked, the committed bundle is
# made again and compared, functions are tested (page/test/units_test.mjs), pages of every kind of result are made and
# used (page/test/page_test.mjs), screenshots are left in FOLDER. Ends with 77, and says why, where chromium, node or the
# packages of page/package-lock.json cannot be had.
set -euo pipefail
waymark=$(realpath "$1") folder=$2
shift 2
skip() {
  echo "page: skipped: $1"
  exit 77
}
command -v chromium >/dev/null || skip "chromium is missing; 'apt-get install chromium' brings it"
command -v node >/dev/null && command -v npm >/dev/null || skip "node or npm is missing"

mkdir -p "$folder"
stage=$(realpath "$folder")/stage
mkdir -p "$stage"
page=$(realpath "$(dirname "$0")/..")
lock=$(sha256sum "$page/package-lock.json" | cut -c 1-16)
cp "$page"/{package.json,package-lock.json,.npmrc,tsconfig.json,build.mjs} "$stage"
if [ ! -e "$stage/installed-$lock" ]; then
  (cd "$stage" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null 2>&1) ||
    skip "'npm ci' could not install what page/package-lock.json names"
  touch "$stage/installed-$lock"
fi
rm -rf "$stage"/{src,test}
cp -r "$page"/{src,test} "$stage"
(cd "$stage" && node node_modules/typescript/bin/tsc --noEmit)
node "$stage/build.mjs" "$stage/page.html"
cmp "$stage/page.html" "$page/page.html" || { echo "page: page/page.html is not what page/src makes; run 'node page/build.mjs'"; exit 1; }
node "$stage/test/units_test.mjs" >"$stage/units.log" || { cat "$stage/units.log"; exit 1; }
exec node "$stage/test/page_test.mjs" --waymark "$waymark" --out "$folder/results" --examples "$page/../examples" \
  --chromium "$(command -v chromium)" "$@"
