#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A faster build in build-pgo: a build that counts runs a few kernels, then the compiler uses what it
# counted, and the linker optimises the whole library.
#   scripts/pgo.sh
set -eu
cd "$(dirname "$0")/.."
build=build-pgo

scripts/configure.sh "$build" --buildtype=release
find "$build" -name '*.gcda' -delete
meson configure "$build" -Db_pgo=generate -Db_lto=false
ninja -C "$build" --quiet warpclock

# Every family of machines, with a clock and without, and an analysed bound. Expected outputs are
# not needed: only a run that cannot end is an error.
train() {
    status=0
    "$build/warpclock" "$@" --quiet 2> /dev/null || status=$?
    [ "$status" -le 2 ] || exit "$status"
}
for kernel in sgemm bfs mandelbrot hotspot; do
    for target in vortex pascal gcn3 rv32 sim-d; do
        train run "kernels/$kernel/$target-tiny.yaml"
        train run "kernels/$kernel/$target-tiny.yaml" --functional
    done
    train check "kernels/$kernel/vortex-tiny.yaml" --machine vortex-swas --method analysis
    train run "kernels/$kernel/vortex-tiny.yaml" --machine vortex-3.0
done

meson configure "$build" -Db_pgo=use -Db_lto=true
ninja -C "$build" --quiet warpclock bench/alone
echo "$build/warpclock"
