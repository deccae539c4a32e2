# SPDX-License-Identifier: Apache-2.0
# Thin front of the Meson build: each target brings everything it needs, packages included.
#   make          build/warpclock, and the expected outputs of the kernel suite
#   make demo     build the program, run kernels, show what comes out
#   make test     all tests, in a release build and under the sanitizers
#   make test-threads  unit tests under the thread sanitizer; test-memory: under the memory sanitizer
#   make test-pages  report pages in a browser alone
#   make test-slurm  a sweep on a Slurm cluster on this host, which it installs; needs root
#   make test-kills  the tests that kill processes, TIMES=100 times each: half an hour
#   make test-wheel  the Python package: built by pip, installed and used outside the tree
#   make bench    how fast, on this host; make performance writes all tables of docs/performance.md
#   make pgo      build-pgo/warpclock, compiled with counts of real runs: slower to build, faster
#   make fuzz     every fuzz target on random input, random kernels, programs and machines
#                 [SECONDS_EACH=60; 3600 for a night]
#   make kernels  compile the kernel suite again from its sources
#   make trace    requirements that no test names
#   make cycles   measure the pinned cycles of the suite again (tests/suite/cycles.tsv)
#   make install  [PREFIX=/usr/local] [DESTDIR=]

SECONDS_EACH ?= 60
TIMES ?= 100
PREFIX ?= /usr/local

.PHONY: all demo test test-threads test-memory test-pages test-slurm test-kills test-wheel bench performance pgo fuzz kernels trace cycles install clean packages

all: packages
	@scripts/configure.sh build --buildtype=release
	@ninja -C build --quiet

packages:
	@scripts/packages.sh build

# Without tests, fuzz targets and benchmarks: a minute on two cores.
demo: packages
	@scripts/configure.sh build --buildtype=release
	@[ -x build/warpclock ] || echo 'Building warpclock: about a minute on two cores.'
	@ninja -C build --quiet warpclock kernels/jobs.txt
	@scripts/demo.sh build/warpclock

# Without a browser its tests are skipped.
test:
	@scripts/packages.sh build test
	@timeout 300 scripts/packages.sh browser || echo 'No browser: the tests of pages in one are skipped.'
	@scripts/test.sh

test-threads:
	@scripts/packages.sh build test
	@scripts/sanitize.sh thread

test-memory:
	@scripts/packages.sh build test fuzz
	@scripts/sanitize.sh memory

test-pages: all
	@scripts/packages.sh browser
	@tests/report/page/in-browser.py build/warpclock kernels

test-slurm: all
	@scripts/packages.sh slurm
	@tests/sweep/slurm.py build/warpclock

test-kills: all
	@scripts/kills.sh build/warpclock $(TIMES)

# Debian's Python: another one in PATH does not have its packages.
test-wheel:
	@scripts/packages.sh build wheel
	@/usr/bin/python3 tests/python/wheel.py .

bench: all
	@scripts/bench.sh build

performance: all
	@scripts/packages.sh bench
	@bench/update-performance.py

pgo: packages
	@scripts/pgo.sh

fuzz:
	@scripts/packages.sh build fuzz
	@scripts/fuzz.sh $(SECONDS_EACH)
	@$(MAKE) --no-print-directory all
	@scripts/packages.sh kernels
	@scripts/random.sh $(SECONDS_EACH)

kernels: all
	@scripts/packages.sh kernels
	@kernels/build.sh build/warpclock
	@kernels/build-rv32.sh && papers/sbi-swi/build.sh
	@kernels/build-gcn3.sh && tests/load/amdgpu/build.sh && papers/pws/build.sh
	@if kernels/fetch-ptxas.sh --find > /dev/null; then \
	    kernels/build-pascal.sh && papers/pastis/build.sh && tests/load/cubin/build.sh; \
	else \
	    echo 'no ptxas: cubins stay as they are (kernels/fetch-ptxas.sh installs it)'; \
	fi
	@tests/kernels/language/build.sh build/warpclock

trace:
	@scripts/trace.sh

cycles: all
	@tests/suite/cycles.py build/warpclock kernels --write

install: packages
	@scripts/configure.sh build --buildtype=release --prefix=$(PREFIX)
	@ninja -C build --quiet
	@meson install -C build --no-rebuild

clean:
	@rm -rf build build-sanitize build-fuzz build-thread build-memory build-wheel build-pgo
