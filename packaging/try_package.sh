#!/usr/bin/env bash
# Installs the Debian package into a fresh root and uses it there: try_package.sh PACKAGE.deb. Needs root, debootstrap and a
# Debian mirror (MIRROR). Nothing of this machine is seen inside but the package.
set -euo pipefail
package=$(realpath "$1")
mirror=${MIRROR:-http://deb.debian.org/debian}
command -v debootstrap > /dev/null || { echo "try_package: debootstrap is missing: apt install debootstrap" >&2; exit 2; }
root=$(mktemp -d)
trap 'umount "$root/dev/pts" "$root/proc" 2> /dev/null || true; rm -rf --one-file-system "$root"' EXIT

echo "== a fresh root"
debootstrap --variant=minbase bookworm "$root" "$mirror" > "$root.log" 2>&1 || { tail -5 "$root.log" >&2; exit 1; }
rm -f "$root.log"
# As on any machine where manual pages are wanted.
rm -f "$root/etc/dpkg/dpkg.cfg.d/docker" "$root/etc/dpkg/dpkg.cfg.d/excludes"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"
cp "$package" "$root/tmp/waymark.deb"
within() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$1"; }

echo "== installed with what it depends on and recommends"
within 'apt-get update -q > /dev/null; apt-get install -y -q /tmp/waymark.deb man-db bash-completion zsh fish > /tmp/log 2>&1 || { tail /tmp/log; exit 1; }'
within 'waymark --version; waymark doctor | tee /tmp/doctor; ! grep -q "missing.*\(cpp\|JDK\|javac\|jar\|clang\|MPI\)" /tmp/doctor'

echo "== the demo"
within 'cd /tmp; examples=/usr/share/doc/waymark/examples
waymark check $examples/promela/peterson.pml --script peterson.way --quiet
waymark certify $examples/promela/peterson.pml --script peterson.way --quiet
javac -d classes $examples/java/RemoteAgent.java
waymark check --classpath classes RemoteAgent --quiet && exit 1 || [ $? -eq 1 ]
printf "#include <pthread.h>\n#include <assert.h>\nint x; void *f(void *p) { x++; return 0; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); assert(x == 2); }\n" > race.c
waymark check race.c --quiet && exit 1 || [ $? -eq 1 ]'

echo "== manual pages"
within 'for page in $(cd /usr/share/man/man1; ls waymark*.1.gz); do warnings=$(man --warnings -l /usr/share/man/man1/$page 2>&1 > /dev/null); [ -z "$warnings" ] || { echo "$page: $warnings"; exit 1; }; done
man waymark-check | grep -q -- --store'

echo "== completion"
within 'source /usr/share/bash-completion/bash_completion; _completion_loader waymark || true; COMP_WORDS=(waymark check --sto) COMP_CWORD=2; _waymark; [ "${COMPREPLY[*]}" = --store ]'
within 'fish -c "complete -C \"waymark check --sto\"" | grep -q "^--store"'
within 'cat > /tmp/complete.zsh <<"END"
zmodload zsh/zpty
zpty shell zsh -f -i || exit 1
expect() { local seen= piece; repeat 100 { zpty -r -t shell piece && seen+=$piece; [[ $seen == *$1* ]] && return 0; sleep 0.1 }; print -r -- "no $1 in: $seen"; exit 1 }
zpty -w shell "PS1=ready; autoload -U compinit; compinit -u; print done-\$((1 + 1))"
expect done-2
zpty -n -w shell $'"'"'waymark check --sto\t'"'"'
expect --store
END
zsh -f /tmp/complete.zsh'

echo "== removed"
within 'apt-get remove -y -q waymark > /dev/null 2>&1; ! command -v waymark; [ ! -e /usr/lib/waymark ]'
echo "try_package: all of it works"
