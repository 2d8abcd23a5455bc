# The commands of the workshop. CMake does the building; this file only names the usual ways to call it.
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 25
SEED ?= 1
MODELS ?= 20000

# Every target is a command, none a file.
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

release:
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

packages:
	tools/packages.sh

test: packages
	JOBS=$(JOBS) FUZZ_SECONDS=$(FUZZ_SECONDS) tools/test.sh

# Under PREFIX, or, for those who make packages, below DESTDIR: make install PREFIX=/usr DESTDIR=/tmp/root
PREFIX ?= /usr/local
install:
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target waymark
	DESTDIR=$(DESTDIR) cmake --install build/release --prefix $(PREFIX)

# A Debian package; and the same tried in a fresh root, which needs root, debootstrap and a mirror.
deb:
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target waymark
	packaging/make_deb.sh build/release build
try-deb: deb
	packaging/try_package.sh build/waymark_*.deb

# Whether intervals of searches that may miss states hold the truth.
omission-intervals: release
	tests/search/omission_intervals.py

demo: packages release
	tools/demo.sh

# Whether another build says the same, script bytes and trails included: make same OLD=/path/to/waymark
same: other-build release
	tools/compare_builds.py --old $(OLD)

# Instructions per transition, beside another build's: make instructions OLD=/path/to/waymark
instructions: other-build release
	tools/count_instructions.py --old $(OLD)

# Processor time, in turns with another build: make times OLD=/path/to/waymark
times: other-build release
	tools/compare_times.py --old $(OLD)

other-build:
	@test -x "$(OLD)" || { echo "name the build to compare with: OLD=/path/to/waymark"; exit 2; }

# Lines, long functions, copies and their like: make house, or beside an older commit: make house AGAINST=REVISION
house:
	tools/house.py $(if $(AGAINST),--against $(AGAINST))

bench: release
	bench/spin_bench.py
	bench/spin_bench.py --search bfs

bench-steps: release
	build/release/bench/steps_bench

# As many as you like, by our own forger and by the stranger's: make forge FORGERIES=10000000 STRANGE=1000000
FORGERIES ?= 900000
STRANGE ?= 200000
forge: packages release
	build/release/tests/forge --count $(FORGERIES) $(addprefix tests/promela/corpus/, $(addsuffix .pml, peterson \
	  leader_election snoopy_cache alternating_bit bounded_buffer dekker token_ring readers_writers elevator))
	/usr/bin/python3 -B tests/stranger/forge.py --batch build/release/tests/batch --count $(STRANGE) --seed $(SEED) --jobs $(JOBS)

# The page of --html in chromium: every kind of result, every control. Screenshots are left below build/page-test.
page-test: release
	page/test/page_test.sh build/release/waymark build/page-test

# Every command on all that is made to hold it up, under limits and signals; make test runs a part of it.
limits: release
	tests/cli/limits.py --waymark build/release/waymark --bombs build/release/tests/bombs --build build/limits

# The corpus and the Java examples by 2, 3 and 5 ranks, beside one process; make test runs a share of it.
cluster: release
	tests/cluster/runs.py --waymark build/release/waymark --build build/cluster-runs

# Ranks that are killed by signals at random moments, and gone on with: make cluster-resume KILLS=100 SEED=7
KILLS ?= 100
cluster-resume: release
	tests/cluster/resume.py --waymark build/release/waymark --build build/cluster-resume --kills $(KILLS) --seed $(SEED)

# Searches that are stopped by limits and killed at random moments, and gone on with: make resume ROUNDS=100 SEED=7
ROUNDS ?= 10
resume: release
	tests/cli/resume.py --waymark build/release/waymark --build build/resume --rounds $(ROUNDS) --seed $(SEED)

# States of Java programs that travel between processes, in every way of keeping them; make test takes each ninth.
java-travel: release
	tests/java/travel.py --runner build/release/tests/travel_runner --build build/java-travel \
	  --library build/release/waymark-library.jar

# Random programs of threads against an independent enumeration of their outcomes: make random-java SEED=100001
random-java: release
	tests/java/litmus.py --runner build/release/tests/litmus_runner --build build/release/java-random-many \
	  --random $(SEED) --count $(MODELS)

# Everyday Java programs with their verdicts; make test runs a share of them.
java-everyday: release
	tests/java/everyday.py
	tests/java/junit.py

# The same programs in every way to take calls and time-outs: contract 1, states that travel, certificates.
java-promises: release
	tests/java/promises.sh build/release build/release/java-promises 0/1

# The C programs of the tests, each that holds run natively a thousand times.
RUNS ?= 1000
c-programs: release
	tests/c/programs.py --spin --runs $(RUNS)

# How long extraction takes.
bench-c: release
	bench/c_bench.py

# Random C programs against gcc: make random-c SEED=100001
random-c: release
	tests/c/random_programs.py --random $(SEED) --count $(MODELS)

# Random programs on java.util.concurrent, calls being one step and in steps: make compare-library SEED=7 MODELS=2000
compare-library: release
	tests/java/library.py --runner build/release/tests/library_runner --build build/release/java-library-many \
	  --random $(SEED) --count $(MODELS)

bench-java: release
	bench/java_bench.py

bench-certify: release
	bench/certify_bench.py

# Several workers beside one.
bench-jobs: release
	bench/jobs_bench.py

# Whether several workers say what one says, script by script.
compare-jobs: release
	tests/compare/compare_jobs.py

# The same of models in small sizes under ThreadSanitizer, whose findings end a run with another exit code.
compare-jobs-tsan:
	cmake --preset tsan
	cmake --build build/tsan --target waymark
	tests/compare/compare_jobs.py --waymark build/tsan/waymark --language promela --jobs 3 --filter =

# Several ranks beside one process, and what they send.
bench-cluster: release
	bench/seeds/cluster_bench.py
	bench/seeds/cluster_scaling.py

# A hundred million states and more, certified: takes half an hour, 8 GiB of memory and 4 of disk.
bench-large: release
	bench/large_bench.py

# What partial order reduction leaves, beside what Spin's leaves.
bench-reduction: release
	bench/reduction_bench.py --csv build/reduction.csv

# What slicing leaves of programs of which only a part bears on what is asked.
bench-slice: release
	bench/slice_bench.py

# What slices and abstractions leave of programs in C and Promela.
bench-abstract: release
	bench/abstract_bench.py

# Tables 4.1 and 4.2 of the thesis.
bench-cache: release
	bench/seeds/cache_bench.py --csv build/cache.csv

# Table 5.1 of the thesis, its variants, and what estimating costs.
bench-coverage: release
	bench/seeds/coverage_bench.py --csv build/coverage.csv
	bench/seeds/coverage_bench.py --held-out --seeds 2 --csv build/coverage-held-out.csv
	bench/seeds/coverage_bench.py --variants --seeds 2 --csv build/coverage-variants.csv
	bench/seeds/coverage_bench.py --overhead --seeds 3 --csv build/coverage-overhead.csv

# Figures 5.2 to 5.4 of the thesis.
bench-figures: release
	bench/seeds/coverage_figures.py

# Figure 15 of the notes: coverage against memory.
bench-approximation: release
	bench/seeds/approximation_bench.py --csv build/approximation.csv --svg build/approximation.svg

# Nested search against plain search, and against Spin's.
bench-liveness: release
	bench/liveness_bench.py --csv build/liveness.csv
	bench/liveness_bench.py --fair --csv build/fair.csv

# Another stretch of random models: make compare SEED=100001
compare: release
	tests/compare/compare_spin.py --compiler tcc --random $(SEED) $(MODELS)

# Verdicts about cycles: the recorded models against a live Spin, then random models and formulas.
compare-liveness: release
	tests/compare/compare_liveness.py --live --por off,on
	tests/compare/compare_liveness.py --live --por off,on --random $(SEED) $(MODELS)

# With reduction and without, on random models.
compare-reduction: release
	tests/compare/compare_reduction.py --random $(SEED) $(MODELS)

# Sliced and whole, on the corpora of Promela and C and on random models.
compare-slice: release
	tests/compare/compare_slice.py --corpus tests/promela/corpus
	tests/compare/compare_slice.py --corpus tests/c/corpus --most 2000000 --seconds 60
	tests/compare/compare_slice.py --corpus tests/c/conformance --most 2000000 --seconds 60
	tests/compare/compare_slice.py --random $(SEED) $(MODELS)

# Abstractions and whole programs, on random models.
compare-abstract: release
	tests/compare/compare_abstract.py --random $(SEED) $(MODELS)

# As long as you like: make fuzz FUZZ_SECONDS=36000
fuzz: FUZZ_SECONDS = 3600
fuzz:
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS) --target fuzz_targets
	JOBS=$(JOBS) tools/fuzz.sh build/fuzz $(FUZZ_SECONDS)

format:
	tools/check_format.sh --fix

tidy:
	cmake --preset release
	tools/check_tidy.py build/release

# What one must trust when 'waymark certify' says certified, file by file.
trusted:
	tools/trusted.py

clean:
	rm -rf build
