#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Random kernels on many machines until the time is over, each time from other seeds on.
#   scripts/random.sh SECONDS [FIRST_SEED]
# The files of a seed that fails stay in build/random-failed/seed-N, and the run fails.
set -u
cd "$(dirname "$0")/.."
seconds=$1
first=${2:-$(date +%s)}
scripts/configure.sh build --buildtype=release || exit 1
ninja -C build --quiet warpclock || exit 1
exec tests/random/run-tests.py build/warpclock . --seeds "$first:" --seconds "$seconds" \
    --kernels 24 --machines 14 --keep build/random-failed
