#!/usr/bin/env bash
# 'waymark mcp' with the official client: client_test.sh WAYMARK FOLDER. Ends with 77, and says why, where node or the
# packages of package-lock.json cannot be had.
set -euo pipefail
waymark=$(realpath "$1") folder=$2
mkdir -p "$folder"
folder=$(realpath "$folder")
. "$(dirname "$0")/../../tools/npm_stage.sh"
stage "$(dirname "$0")" "$folder/stage"
exec node "$folder/stage/client.mjs" "$waymark" "$folder/session"
