# Sourced by tests that need packages of npm: stage FROM TO copies the folder FROM to TO and installs there what its
# package-lock.json names, unless that was done before. Ends the test with 77, and says why, where that cannot be had.
stage() {
  local from=$1 to=$2 lock
  command -v node >/dev/null && command -v npm >/dev/null || { echo "skipped: node or npm is missing"; exit 77; }
  mkdir -p "$to"
  lock=$(sha256sum "$from/package-lock.json" | cut -c 1-16)
  find "$to" -mindepth 1 -maxdepth 1 ! -name node_modules ! -name 'installed-*' -exec rm -rf {} +
  tar -C "$from" --exclude=./node_modules -c . | tar -C "$to" -x
  [ ! -e "$to/installed-$lock" ] || return 0
  (cd "$to" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null 2>&1) ||
    { echo "skipped: 'npm ci' could not install what $from/package-lock.json names"; exit 77; }
  touch "$to/installed-$lock"
}
