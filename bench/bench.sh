#!/usr/bin/env bash
# Measurements by name: bench/bench.sh NAME…; without a name, the list. `make bench NAME=…` builds what they need first.
# Those that repeat tables and figures of the papers are in bench/seeds.
set -euo pipefail
cd "$(dirname "$0")/.."

spin() { # speed beside Spin's depth-first search, depth-first and breadth-first
  bench/spin_bench.py
}
steps() { # single steps of models
  build/release/bench/steps_bench
}
certify() { # what certificates cost and save
  bench/certify_bench.py
}
java() { # Java programs; the JPF paper's tables 1 and 2
  bench/java_bench.py
}
jobs() { # several workers beside one
  bench/jobs_bench.py
}
large() { # a hundred million states, certified: half an hour, 8 GiB of memory, 4 of disk
  bench/large_bench.py
}
checkpoint() { # what checkpoints cost
  bench/checkpoint_bench.py
}
c() { # extraction of models from C
  bench/c_bench.py
}
native() { # C programs as compiled: states, speed, memory, beside models that are extracted
  bench/native_bench.py
}
primitives() { # states of each primitive of C++'s library, with two and three threads
  bench/primitives_bench.py
}
stress() { # known bugs of C++ programs beside runs under ThreadSanitizer that have the same time
  bench/stress_bench.py
}
reduction() { # what partial order reduction leaves, beside Spin
  bench/reduction_bench.py --csv build/reduction.csv
}
symmetry() { # what symmetry leaves of models with alike processes, and what it costs without
  bench/symmetry_bench.py
}
liveness() { # nested search against plain search and against Spin
  bench/liveness_bench.py --csv build/liveness.csv
  bench/liveness_bench.py --fair --csv build/fair.csv
}
kernel() { # what the verified kernel certifies of the thesis' programs, and how fast
  kernel/build.sh build/kernel
  bench/kernel_bench.py
}
slice() { # what slices leave
  bench/slice_bench.py
}
abstract() { # what slices and abstractions leave
  bench/abstract_bench.py
}
cache() { # thesis, tables 4.1 and 4.2: state-space caching
  bench/seeds/cache_bench.py --csv build/cache.csv
  bench/seeds/cache_bench.py --found
}
coverage() { # estimates of coverage beside the truth, on all models that are found here
  bench/estimates_bench.py --csv build/coverage.csv
}
coverage-thesis() { # thesis, table 5.1, and what estimating costs
  bench/seeds/coverage_bench.py --csv build/coverage-thesis.csv
  bench/seeds/coverage_bench.py --overhead --seeds 3 --csv build/coverage-overhead.csv
}
figures() { # thesis, figures 5.2 to 5.4
  bench/seeds/coverage_figures.py
}
approximation() { # notes, figure 15: coverage against memory
  bench/seeds/approximation_bench.py --csv build/approximation.csv --svg build/approximation.svg
}
cluster() { # JPF paper, tables 3 to 7, and where scaling ends
  bench/seeds/cluster_bench.py
  bench/seeds/cluster_scaling.py
}

known=$(sed -n 's/^\([a-z-]*\)() { # \(.*\)/\1\t\2/p' "$0")
if [ $# -eq 0 ]; then
  echo "measurements, for 'make bench NAME=…':"
  expand -t 18 <<<"$known"
fi
for name in "$@"; do
  cut -f 1 <<<"$known" | grep -qx -- "$name" || { echo "bench: no measurement $name; 'make bench' lists them" >&2; exit 2; }
  "$name"
done
