#!/usr/bin/env bash
# All that a release consists of: make_dist.sh BUILD_FOLDER OUTPUT_FOLDER. A Debian package; an archive that runs from
# any folder; the sources of the last commit; the extension for VS Code, where node and npm are; checksums.
set -euo pipefail
build=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(waymark VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$out"/{waymark[_-]*,SHA256SUMS}

packaging/make_deb.sh "$build" "$out"

# The program finds its parts by its own place. The libraries that it is linked with come along, but for the C library;
# those of its modules (Clang, Z3, MPI) are too large, and 'waymark doctor' says which are missing.
name=waymark-$version-linux-$(uname -m)
DESTDIR=$work cmake --install "$build" --prefix "/$name" --strip > /dev/null
rm "$work/$name/lib/waymark/installed-files"
ldd "$work/$name/bin/waymark" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
  grep -vE '/(libc|libm|libdl|librt|libpthread|ld-linux[^/]*)\.so' | xargs -I {} cp -L {} "$work/$name/lib/waymark/"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -c "$name" | gzip -9n > "$out/$name.tar.gz"
echo "$out/$name.tar.gz"

git archive --format=tar --prefix="waymark-$version/" HEAD | gzip -9n > "$out/waymark-$version-source.tar.gz"
echo "$out/waymark-$version-source.tar.gz"

if command -v node > /dev/null && command -v npm > /dev/null; then
  editors/vscode/build.sh build/vscode "$out/waymark-$version.vsix"
else
  echo "make_dist: no extension for VS Code: node or npm is missing" >&2
fi

(cd "$out" && sha256sum waymark* > SHA256SUMS)
echo "$out/SHA256SUMS"
