#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Speed and memory on this host: whole kernels, then the floating-point lanes alone.
set -eu
build=$1
python3 bench/bench.py "$build/warpclock" kernels
echo
"$build/bench/bench_ieee"
