#!/usr/bin/env bash
# Installs the packages of packages.txt that are missing, of the groups that are named or of all: packages.sh [GROUP…].
# The group `kernel` is in packages-kernel.txt, and is installed only if it is named.
# Calls apt-get only if some are missing.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v dpkg-query >/dev/null; then
  echo "packages: not a Debian system; packages.txt lists what is needed" >&2
  exit 0
fi

missing=()
groups=" ${*:-building testing measuring} "
for package in $(awk -v groups="$groups" '/^# \[/ { wanted = index(groups, " " substr($2, 2, length($2) - 2) " ") }
                                           wanted { sub(/#.*/, ""); print }' packages.txt packages-kernel.txt); do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=(env)
elif command -v sudo >/dev/null; then
  as_root=(sudo env)
else
  echo "packages: neither root nor sudo; please install: ${missing[*]}" >&2
  exit 1
fi
echo "packages: installing ${missing[*]}"
"${as_root[@]}" apt-get update -q </dev/null
"${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" </dev/null
