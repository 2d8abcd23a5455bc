#!/usr/bin/env bash
# Tests that run for long, by name: tests/campaign.sh NAME…; without a name, the list. `make test` takes a share of most.
# `make campaign NAME=…` builds what they need first. SEED and MODELS choose random programs; other numbers stand beside
# the campaign that reads them.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/release waymark=build/release/waymark compare=tests/compare/compare.py
seed=${SEED:-1} models=${MODELS:-20000}

programs() { # the programs of tests/programs, of all levels, by all testers
  tests/programs/run.py --level 2 --all-testers
}
spin() { # random models against Spin: verdicts, states, transitions
  $compare spin --compiler tcc --random "$seed" "$models"
}
liveness() { # verdicts about cycles against a live Spin: the recorded models, then random ones
  $compare liveness --live --por off,on
  $compare liveness --live --por off,on --random "$seed" "$models"
}
reduction() { # random models with partial order reduction and without
  $compare reduction --random "$seed" "$models"
}
symmetry() { # random models with processes that are alike, or nearly so, up to symmetry and whole
  /usr/bin/python3 -B $compare symmetry --random "$seed" "${MODELS:-2000}"
}
kernel() { # random models against the verified kernel: verdicts, counts, scripts
  kernel/build.sh build/kernel
  $compare kernel --random "$seed" "$models"
}
kernel-forge() { # FORGERIES scripts forged for the kernel and for certify, which must agree
  kernel/build.sh build/kernel
  tests/kernel/forge.py --waymark $waymark --batch $build/tests/batch --kernel build/kernel/waymark-kernel \
    --count "${FORGERIES:-10000}" --seed "$seed"
}
hunting() { # published bugs within a minute each, with the preemptions that they need; then random models
  tests/check/hunting.py --waymark $waymark --build build/hunting --all --c --seed "$seed" --count "${MODELS:-2000}"
}
claims() { # models with xr and xs against a live Spin
  $compare claims --spin
}
slice() { # sliced and whole: the corpora of Promela and C, then random models
  $compare slice --corpus tests/promela/corpus
  $compare slice --corpus tests/c/corpus --most 2000000 --seconds 60
  $compare slice --corpus tests/c/conformance --most 2000000 --seconds 60
  $compare slice --random "$seed" "$models"
}
abstract() { # random models and their abstractions
  $compare abstract --random "$seed" "$models"
}
jobs() { # several workers beside one, scripts byte for byte
  $compare jobs
}
jobs-tsan() { # the same in small sizes under ThreadSanitizer
  cmake --preset tsan
  cmake --build build/tsan --target waymark
  $compare jobs --waymark build/tsan/waymark --language promela --jobs 3 --filter =
}
sanitized() { # all commands of the golden tests under AddressSanitizer and UndefinedBehaviorSanitizer
  cmake --preset fuzz
  cmake --build build/fuzz --target waymark
  ASAN_OPTIONS=detect_leaks=0 tests/golden.py --waymark build/fuzz/waymark tests/cli tests/promela/bad
  ASAN_OPTIONS=detect_leaks=0 tests/cli/terminal.py --waymark build/fuzz/waymark
}
limits() { # every command on inputs that take for ever, under limits and signals
  tests/cli/limits.py --waymark $waymark --bombs $build/tests/bombs --build build/limits
}
resume() { # searches that are stopped and killed ROUNDS times, and resumed
  tests/cli/resume.py --waymark $waymark --build build/resume --rounds "${ROUNDS:-10}" --seed "$seed"
}
cluster() { # the corpus and the Java examples by 2, 3 and 5 ranks beside one process
  tests/cluster/runs.py --waymark $waymark --build build/cluster-runs
}
cluster-resume() { # ranks that are killed KILLS times, and resumed
  tests/cluster/resume.py --waymark $waymark --build build/cluster-resume --kills "${KILLS:-100}" --seed "$seed"
}
omissions() { # intervals of approximate searches against the truth
  tests/search/omission_intervals.py
}
java-damage() { # Java programs with damaged class files: refused with one line, or as before
  tests/java/damage.py --waymark $waymark --library $build/waymark-library.jar --build build/java-damage --count "$models"
}
java-litmus() { # the litmus programs, each in every way to explore it
  tests/java/litmus.py --runner $build/tests/litmus_runner --build build/java-litmus --all
}
java-random() { # random programs of threads against an enumeration of their outcomes
  tests/java/litmus.py --runner $build/tests/litmus_runner --build build/java-random --all --random "$seed" --count "$models"
}
java-library() { # random programs on java.util.concurrent, calls as one step and in steps
  tests/java/library.py --runner $build/tests/library_runner --build build/java-library --random "$seed" --count "$models"
}
java-carriers() { # virtual threads with few carriers: random programs against an enumeration of schedules, questions on the JVM
  tests/java/carriers.py --waymark $waymark --build build/java-carriers --random "$seed" --count "$models" --jvm
}
java-weak() { # weak references that may be cleared, in random programs, against a collector that comes at any moment
  tests/java/weak.py --waymark $waymark --build build/java-weak --random "$seed" --count "$models"
}
java-formulas() { # formulas of random Java programs, with reduction and without
  tests/java/formulas.py --build build/java-formulas --random "$seed" --count "$models"
}
java-everyday() { # all everyday programs and JUnit tests with their verdicts
  tests/java/everyday.py
  tests/java/everyday.py --suite today
  tests/java/everyday.py --suite aside
  tests/java/junit.py
  tests/java/features.py --waymark $waymark --jvm
}
java-linear() { # scenarios of --linearizable, known ones and MODELS random ones, in every way to search them
  tests/java/linear.py --waymark $waymark --build build/java-linear --all --seed "$seed" --count "${MODELS:-500}"
}
java-jdks() { # the suites of tests/java on every newer JDK that is found: equal, refused, different
  tests/java/jdks.py --waymark $waymark --runners $build/tests --build build/java-jdks
}
java-jars() { # programs on Guava, commons, Netty, Disruptor, JCTools and others, from Debian
  tools/packages.sh jars
  tests/java/everyday.py --suite jars
}
java-maven() { # a step of Maven's build, with Debian's maven and libexec-maven-plugin-java
  tests/java/maven.py --waymark $waymark
}
java-promises() { # everyday programs in every way to take calls and time-outs: contract 1, states that travel, certificates
  tests/java/promises.sh $build build/java-promises 0/1
}
java-travel() { # states of Java programs that travel between processes
  tests/java/travel.py --runner $build/tests/travel_runner --build build/java-travel --library $build/waymark-library.jar
}
c-programs() { # models extracted from C programs against gcc, Spin and written verdicts; what holds runs natively RUNS times
  tests/c/programs.py --waymark $waymark --build build/c-programs --spin --runs "${RUNS:-1000}"
}
c-random() { # random C programs against gcc
  tests/c/random_programs.py --random "$seed" --count "$models"
}
llvm-programs() { # the programs for the machine of LLVM IR with their verdicts, by both compilers
  tests/llvm/programs.py --runner $build/tests/llvm_runner --compiler clang-14
  tests/llvm/programs.py --runner $build/tests/llvm_runner --compiler clang-19
}
llvm-random() { # random C programs as compiled: threads against an enumeration, sequential ones against gcc
  tests/llvm/random_programs.py --runner $build/tests/llvm_runner --build build/llvm-random --compiler clang-14 clang-19 \
    --seed "$seed" --programs "$models"
}
llvm-cpp() { # the C++ programs: confirmed by g++ with sanitizers; by both compilers checked, with every promise, and certified
  for half in programs aside; do
    tests/llvm/cpp/confirm.py tests/llvm/cpp/$half
  done
  for compiler in clang-14 clang-19; do
    for folder in own programs aside; do
      tests/llvm/programs.py --runner $build/tests/llvm_runner --compiler $compiler --folder tests/llvm/cpp/$folder
      tests/llvm/cpp_line.py --waymark $waymark --folder tests/llvm/cpp/$folder --compiler $compiler
    done
  done
}
page() { # the page of --html in chromium: every kind of result, every control
  page/test/page_test.sh $waymark build/page-test
}
mcp() { # 'waymark mcp' with the official client, from npm; then MODELS broken messages
  tests/mcp/client_test.sh $waymark build/mcp-test
  tests/cli/mcp.py --waymark $waymark --count "$models" --seed "$seed"
}
vscode() { # the extension for VS Code: types, grammar, problems, package; needs npm
  WAYMARK=$PWD/$waymark MODELS=$PWD/tests/promela/corpus editors/vscode/build.sh build/vscode build/vscode.vsix --test
}
oracles() { # whether 'make same' and 'make instructions' find small changes of behaviour, each built in a copy
  tools/try_oracles.py --old $waymark
}
dist() { # what 'make dist' makes, used from another folder
  packaging/make_dist.sh $build build/dist
  packaging/try_dist.sh build/dist
}
package() { # the Debian package in a fresh root, which needs root, debootstrap and a mirror
  packaging/make_deb.sh $build build
  packaging/try_package.sh build/waymark_*.deb
}

known=$(sed -n 's/^\([a-z-]*\)() { # \(.*\)/\1\t\2/p' "$0")
if [ $# -eq 0 ]; then
  echo "campaigns, for 'make campaign NAME=…':"
  expand -t 18 <<<"$known"
fi
for name in "$@"; do
  cut -f 1 <<<"$known" | grep -qx -- "$name" || { echo "campaign: no campaign $name; 'make campaign' lists them" >&2; exit 2; }
  "$name"
done
