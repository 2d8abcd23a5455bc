#!/usr/bin/env bash
# Installs a build below a temporary folder and uses it from there: try_install.sh BUILD_FOLDER.
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/.."
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
DESTDIR=$root cmake --install "$build" --prefix /opt/way > /dev/null
waymark=$root/opt/way/bin/waymark share=$root/opt/way/share
fail() { echo "try_install: $*" >&2; exit 1; }

# What it loads is what was installed.
"$waymark" doctor > "$root/doctor"
for part in waymark-library.jar waymark-extract.so llvm-library waymark-mpi.so; do
  [ ! -e "$build/$part" ] || grep -q "$root/opt/way/lib/waymark/$part" "$root/doctor" || fail "$part is not used from where it is installed"
done
"$waymark" check --quiet "$share/doc/waymark/examples/promela/peterson.pml" > /dev/null
javac -cp "$root/opt/way/lib/waymark/waymark-library.jar" -d "$root/classes" examples/java/Choices.java
"$waymark" check --quiet --classpath "$root/classes" Choices > /dev/null || [ $? -eq 1 ] || fail "a program with choices is not checked"

printf '#include <string.h>\n#include <waymark.h>\nint main(void) { return strlen("") || waymark_choose(1); }\n' > "$root/a.c"
"$waymark" check --quiet "$root/a.c" > /dev/null || fail "a C program is not checked with the models that were installed"

# A project of others that finds the package: a target with a library of its own, and tests of GoogleTest.
mkdir "$root/project"
cat > "$root/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(counting CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(Waymark 0.2 REQUIRED)
enable_testing()
add_library(counter counter.cpp)
target_include_directories(counter PUBLIC include)
target_compile_definitions(counter PUBLIC FIRST=1)
add_executable(good good.cpp)
target_link_libraries(good PRIVATE counter)
waymark_add_check(good)
add_executable(counter_test EXCLUDE_FROM_ALL counter_test.cpp)
target_link_libraries(counter_test PRIVATE counter)
waymark_add_check(counter_test NAME bad TESTS "Counter.*" OPTIONS --quiet)
END
mkdir "$root/project/include"
echo 'int next();' > "$root/project/include/counter.hpp"
printf '#include "counter.hpp"\nstatic int now = FIRST;\nint next() { return now++; }\n' > "$root/project/counter.cpp"
printf '#include <cassert>\n#include "counter.hpp"\nint main() { assert(next() == FIRST); }\n' > "$root/project/good.cpp"
printf '#include <gtest/gtest.h>\n#include "counter.hpp"\nTEST(Counter, Starts) { EXPECT_EQ(next(), 1); }\nTEST(Counter, Stays) { EXPECT_EQ(next(), 1); EXPECT_EQ(next(), 1); }\n' > "$root/project/counter_test.cpp"
cmake -S "$root/project" -B "$root/project/build" -DCMAKE_PREFIX_PATH="$root/opt/way" > "$root/log" 2>&1 || { cat "$root/log" >&2; fail "find_package(Waymark) finds nothing"; }
ctest --test-dir "$root/project/build" --output-on-failure > "$root/log" 2>&1 && fail "waymark_add_check: a test that fails passes"
grep -q 'waymark.good .*Passed' "$root/log" || { cat "$root/log" >&2; fail "waymark_add_check: what holds fails"; }
grep -q '2 tests: 1 hold, 1 violated' "$root/log" || { cat "$root/log" >&2; fail "waymark_add_check: the tests have other verdicts"; }

# A page for each command, and none that says nothing.
for command in $("$waymark" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  [ "$command" = script ] || [ "$command" = help ] || [ -s "$share/man/man1/waymark-$command.1" ] || fail "no manual page of $command"
done
for page in "$share"/man/man1/*.1; do
  grep -q '^\.SH NAME' "$page" && grep -q '^\.SH SYNOPSIS' "$page" || fail "$page is no manual page"
done
grep -q -- '\\-\\-store' "$share/man/man1/waymark-check.1" || fail "the manual page of check has no --store"
bash -c "source '$share/bash-completion/completions/waymark'; COMP_WORDS=(waymark check --sto) COMP_CWORD=2; _waymark; [ \"\${COMPREPLY[*]}\" = --store ]" ||
  fail "bash completes nothing"
head -1 "$share/zsh/site-functions/_waymark" | grep -q '^#compdef waymark$' || fail "zsh would not find its completion"
grep -q '^complete -c waymark' "$share/fish/vendor_completions.d/waymark.fish" || fail "fish completes nothing"

# The hook for pre-commit: a model that holds, one that does not, and one with a script of another.
mkdir "$root/hook"
cp examples/promela/peterson.pml "$root/hook"
printf 'active proctype P() { assert(false) }\n' > "$root/hook/bad.pml"
hook() { (cd "$root/hook" && PATH=$root/opt/way/bin:$PATH "$hook" "$@" > /dev/null 2>&1); }
hook=$PWD/packaging/pre_commit.sh
hook --time=5m peterson.pml || fail "the hook refuses what holds"
hook peterson.pml bad.pml && fail "the hook accepts a violation"
"$waymark" check "$root/hook/peterson.pml" --script "$root/hook/peterson.way" --quiet > /dev/null
hook peterson.pml || fail "the hook refuses a certificate"
cp "$root/hook/peterson.way" "$root/hook/bad.way"
code=0; hook bad.pml || code=$?
[ "$code" -eq 4 ] || fail "the hook ends with $code for a script of another model"

# Nothing stays but what others have put there.
mkdir -p "$share/man/man1"
touch "$share/man/man1/other.1"
packaging/uninstall.sh "$root/opt/way" > /dev/null
[ "$(cd "$root/opt/way" && find . -type f)" = ./share/man/man1/other.1 ] || fail "files stay: $(cd "$root/opt/way" && find . -type f | head -3)"
[ ! -e "$root/opt/way/lib" ] || fail "empty folders stay"
packaging/uninstall.sh "$root/opt/way" > /dev/null 2>&1 && fail "what is not there is uninstalled"
echo "try_install: all of it works"
