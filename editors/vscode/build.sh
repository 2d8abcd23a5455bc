#!/usr/bin/env bash
# The extension for VS Code: build.sh STAGE VSIX [--test]. Packages of npm are installed in the folder STAGE. Ends with 77,
# and says why, where they cannot be had.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
stage=$(realpath -m "$1") vsix=$(realpath -m "$2")
. "$here/../../tools/npm_stage.sh"
stage "$here" "$stage"
cp "$here/../../LICENSE" "$stage"
version=$(sed -n 's/^project(waymark VERSION \([0-9.]*\).*/\1/p' "$here/../../CMakeLists.txt")
cd "$stage"
sed -i "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" package.json
node node_modules/typescript/bin/tsc
[ "${3:-}" != --test ] || node --test test/
node node_modules/@vscode/vsce/vsce package --no-dependencies --allow-missing-repository --out "$vsix" > vsce.log 2>&1 ||
  { cat vsce.log >&2; exit 1; }
echo "$vsix"
