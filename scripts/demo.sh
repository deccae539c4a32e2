#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What warpclock does, on a kernel of the suite: what is in it, where its lanes part, what it computes.
set -eu
warpclock=$1

show() {
    printf '\n$ %s\n' "warpclock $*"
    "$warpclock" "$@"
}

show info kernels/mandelbrot/vortex.elf
show cfg kernels/mandelbrot/vortex.elf --kernel mandelbrot
show run kernels/mandelbrot/vortex-small.yaml --functional
show run kernels/sgemm/vortex-small.yaml --functional
show compare kernels/sgemm/vortex-tiny.yaml kernels/sgemm-tiled/vortex-tiny.yaml \
    kernels/divergence/vortex-tiny.yaml --machine vortex,vortex-3.0
