#!/usr/bin/env bash
# Checks the proofs, extracts the checker and compiles waymark-kernel: kernel/build.sh DIRECTORY. What is there and newer
# than the sources stays.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
parts="Systems Products Machine Facts Checker Explorer Assumptions Extract"
stale=
for part in $parts; do
  if [ -n "$stale" ] || [ ! -f "$part.vo" ] || [ "$here/$part.v" -nt "$part.vo" ]; then
    stale=yes
    cp "$here/$part.v" .
    coqc -q -Q . Kernel "$part.v" >"$part.log" 2>&1 || { cat "$part.log" >&2; exit 1; }
  fi
done
if [ -n "$stale" ] || [ ! -x waymark-kernel ] || [ "$here/waymark_kernel.ml" -nt waymark-kernel ]; then
  cp "$here/waymark_kernel.ml" .
  ocamlfind ocamlopt -w -a -inline 100 extracted.mli extracted.ml waymark_kernel.ml -o waymark-kernel.new
  mv waymark-kernel.new waymark-kernel
fi
