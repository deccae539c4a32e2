#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Ten thousand random programs, each run many ways that must agree; kernels on three thousand random
# machines within their bounds; exact launches of the suite with other contents on more machines;
# then random kernels on many machines until the time is over, and as long for GCN3. Each time from
# other seeds on.
#   scripts/random.sh SECONDS [FIRST_SEED]
# What fails stays in build/random-failed, and the run fails. One program again, as its message told
# it:  build/tests/random/programs --seed N --count 1 [--size Z]
set -u
cd "$(dirname "$0")/.."
seconds=$1
first=${2:-$(date +%s)}
status=0
scripts/configure.sh build --buildtype=release || exit 1
ninja -C build --quiet warpclock tests/random/programs || exit 1
build/tests/random/programs --seed "${first}00000" --count 10000 --keep build/random-failed ||
    status=1
tests/bound/random-machines.py build/warpclock kernels --seed "$first" --count 3000 > build/random-machines.tap ||
    { grep -A2 "^not ok" build/random-machines.tap; status=1; }
tests/bound/exactness.py build/warpclock kernels --long --keep build/exactness > build/exactness.tap ||
    { grep -A2 "^not ok" build/exactness.tap; status=1; }
tests/random/run-tests.py build/warpclock . --seeds "$first:" --seconds "$seconds" \
    --kernels 24 --machines 14 --keep build/random-failed || status=1
tests/random/run-tests.py build/warpclock . --target gcn3 --seeds "$first:" --seconds "$seconds" \
    --machines 5 --keep build/random-failed || status=1
exit $status
