# The commands of the workshop; `make help` lists them. CMake does the building: this file names the usual ways to call it.
JOBS ?= $(shell nproc)
needs_old = @test -x "$(OLD)" || { echo "name the build to compare with: OLD=/path/to/waymark"; exit 2; }
BUILD = cmake --build build/release -j $(JOBS) --target

.PHONY: waymark release demo test test-all share quick coverage kernel packages install uninstall deb try-deb dist campaign bench \
  programs forge fuzz same instructions times house trusted format tidy clean help
.DEFAULT_GOAL = waymark

waymark: ## the program, optimized, in build/release
	cmake --preset release -DWAYMARK_UNITS=OFF
	$(BUILD) waymark

release: ## all that can be built, optimized: the program, unit tests and benchmarks
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

demo: ## builds the program and shows it at work
	tools/packages.sh building
	$(MAKE) --no-print-directory waymark
	tools/demo.sh

test: ## what has to pass each time, a quarter of an hour on two cores; SHARE=NAME adds a share
	tools/packages.sh building testing
	JOBS=$(JOBS) tools/test.sh standard units $(SHARE)

test-all: ## all tests: what `make test` runs, and every share; the units with sanitizers alone
	tools/packages.sh building testing
	JOBS=$(JOBS) tools/test.sh standard $(shell tools/landing.py all)

share: ## one share of what `make test` leaves out: NAME=…; without a name, their list
	$(if $(NAME),tools/packages.sh building testing && JOBS=$(JOBS) tools/test.sh $(NAME),@grep '^[a-z]' tests/shares.txt)

quick: ## after a change, where `make test` has run: units of the rooms it reaches, some golden files; two minutes
	JOBS=$(JOBS) tools/quick.sh

kernel: ## the verified kernel: checks the proofs, and makes build/kernel/waymark-kernel of them
	tools/packages.sh kernel
	kernel/build.sh build/kernel

packages: ## installs the Debian packages of packages.txt that are missing
	tools/packages.sh

PREFIX ?= /usr/local
install: waymark ## installs the program under PREFIX (/usr/local), below DESTDIR
	DESTDIR=$(DESTDIR) cmake --install build/release --prefix $(PREFIX)

uninstall: ## removes what install has put below PREFIX
	packaging/uninstall.sh $(DESTDIR)$(PREFIX)

deb: waymark ## makes a Debian package in build/
	packaging/make_deb.sh build/release build

try-deb: deb ## installs the Debian package into a fresh root and uses it there; needs root and debootstrap
	packaging/try_package.sh build/waymark_*.deb

dist: waymark ## makes build/dist: Debian package, relocatable archive, sources, editor extension, checksums
	packaging/make_dist.sh build/release build/dist

campaign: $(if $(NAME),programs) ## a long test: NAME=… [SEED=1 MODELS=20000]; without a name, their list
	tests/campaign.sh $(NAME)

bench: $(if $(NAME),release) ## a measurement: NAME=…; without a name, their list
	bench/bench.sh $(NAME)

programs: ## the program and those that tests run beside it
	cmake --preset release
	$(BUILD) waymark test_programs

FORGERIES ?= 900000
STRANGE ?= 200000
forge: programs ## forges scripts, and none may be accepted: FORGERIES=900000 STRANGE=200000
	build/release/tests/forge --count $(FORGERIES) $(addprefix tests/promela/corpus/, $(addsuffix .pml, peterson \
	  leader_election snoopy_cache alternating_bit bounded_buffer dekker token_ring readers_writers elevator))
	/usr/bin/python3 -B tests/stranger/forge.py --batch build/release/tests/batch --count $(STRANGE) --seed $(or $(SEED),1) --jobs $(JOBS)

fuzz: ## runs each fuzz target for FUZZ_SECONDS=3600
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS) --target fuzz_targets
	JOBS=$(JOBS) tools/fuzz.sh build/fuzz $(or $(FUZZ_SECONDS),3600)

same: waymark ## whether another build says the same in all languages, to the byte: OLD=/path/to/waymark
	$(needs_old)
	tools/compare_builds.py --old $(OLD)

instructions: waymark ## instructions per transition beside another build's, language by language: OLD=/path/to/waymark
	$(needs_old)
	tools/count_instructions.py --old $(OLD)

times: waymark ## processor time in turns with another build, of searches and certification: OLD=/path/to/waymark
	$(needs_old)
	tools/compare_times.py --old $(OLD)
	tools/compare_times.py --certify --old $(OLD)

coverage: ## lines of src/ that run in `make test` and in all tests, room by room; beside an older report with AGAINST=FILE
	tools/packages.sh building testing
	tools/coverage.py --jobs $(JOBS) --into build/coverage.txt $(if $(AGAINST),--against $(AGAINST))

house: ## lines, classes with their bases, copies, comments: beside an older commit with AGAINST=REVISION
	tools/house.py $(if $(AGAINST),--against $(AGAINST))

trusted: ## what one must trust when a script is certified, file by file
	tools/trusted.py

format: ## formats the sources
	tools/check_format.sh --fix

tidy: ## clang-tidy
	cmake --preset release
	tools/check_tidy.py build/release

clean: ## removes build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 14
