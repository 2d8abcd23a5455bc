#!/usr/bin/env bash
# Uses what 'make dist' has made: try_dist.sh DIST_FOLDER. The archive is unpacked to a folder of its own and run from
# there; the sources are complete; the checksums fit.
set -euo pipefail
dist=$(realpath "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
fail() { echo "try_dist: $*" >&2; exit 1; }

(cd "$dist" && sha256sum --check --quiet SHA256SUMS) || fail "the checksums do not fit"
[ "$(find "$dist" -type f ! -name SHA256SUMS | wc -l)" -eq "$(wc -l < "$dist/SHA256SUMS")" ] || fail "a file has no checksum"

mkdir "$root/any where"
tar -C "$root/any where" -xzf "$dist"/waymark-*-linux-*.tar.gz
place=$(echo "$root/any where"/waymark-*) waymark=$place/bin/waymark
"$waymark" check "$place/share/doc/waymark/examples/promela/peterson.pml" --quiet
ldd "$waymark" | grep 'libfmt' | grep -qF "$place/bin/../lib/waymark/" || fail "the archive's own libraries are not used"
"$waymark" doctor | grep -qF "$place/lib/waymark/llvm-library" || fail "the archive's own parts are not used"
printf 'int main(void) { return 0; }\n' > "$root/a.c"
"$waymark" check "$root/a.c" --quiet

mkdir "$root/source"
tar -C "$root/source" -xzf "$dist"/waymark-*-source.tar.gz
[ -f "$root/source"/waymark-*/CMakeLists.txt ] && [ -f "$root/source"/waymark-*/src/cli/commands/main.cpp ] || fail "the sources are not complete"
echo "try_dist: all of it works"
