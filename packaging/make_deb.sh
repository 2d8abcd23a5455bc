#!/usr/bin/env bash
# A Debian package of the release build: make_deb.sh BUILD_FOLDER OUTPUT_FOLDER. It depends on what the program needs,
# and recommends what its modules load: Clang's libraries, MPI, a JDK. Prints the name of the package.
set -euo pipefail
build=$(realpath "$1") out=$(realpath "$2")
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(waymark VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

DESTDIR=$root cmake --install "$build" --prefix /usr --strip > /dev/null
rm "$root/usr/lib/waymark/installed-files"  # dpkg has its own
gzip -9n "$root"/usr/share/man/man1/*.1
mv "$root/usr/share/doc/waymark/LICENSE" "$root/usr/share/doc/waymark/copyright"
printf 'waymark (%s) unstable; urgency=low\n\n  * See /usr/share/doc/waymark.\n\n -- Waymark <waymark@localhost>  %s\n' \
  "$version" "$(date -R -u -d @"${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}")" | gzip -9n > "$root/usr/share/doc/waymark/changelog.gz"

# dpkg-shlibdeps wants a source package around it.
mkdir -p "$work/debian" "$root/DEBIAN"
printf 'Source: waymark\n\nPackage: waymark\nArchitecture: any\n' > "$work/debian/control"
modules=("$root"/usr/lib/waymark/*.so)
(cd "$work" && dpkg-shlibdeps -O -dDepends "$root/usr/bin/waymark" -dRecommends "${modules[@]}") > "$work/substvars" 2> "$work/said" ||
  { cat "$work/said" >&2; exit 1; }
needed() { sed -n "s/^shlibs:$1=//p" "$work/substvars"; }
cat > "$root/DEBIAN/control" <<END
Package: waymark
Version: $version
Architecture: $architecture
Maintainer: Waymark <waymark@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $(needed Depends), cpp
Recommends: $(needed Recommends), openjdk-17-jdk-headless | java-sdk-headless, clang
Suggests: openmpi-bin, graphviz
Description: certifying model checker for Promela, Java and C
 Waymark explores every reachable state of a concurrent program, shows a
 shortest way to where a property fails, and when all holds writes a search
 script with which anyone can confirm that against the program.
END
package=$out/waymark_${version}_$architecture.deb
chmod -R u=rwX,go=rX "$root"
dpkg-deb --root-owner-group --build "$root" "$package" > /dev/null
echo "$package"
