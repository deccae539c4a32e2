#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes the fat binaries and the programs here with nvcc 11.8 (Debian's non-free
# nvidia-cuda-toolkit) and g++ 12.
#
#     NVCC=nvcc tests/exec/cuda/build.sh
set -euo pipefail
cd "$(dirname "$0")"
make_fatbin() { "$NVCC" -arch=sm_61 -fatbin -Xfatbin -compress-all -rdc=false "$@"; }
make_fatbin kernels.cu -o kernels-11.8.fatbin
make_fatbin textures.cu -o textures-11.8.fatbin
# Later C++ makes the header of cooperative groups include libcu++, which is not in the package.
make_fatbin -std=c++03 cooperative.cu -o cooperative-11.8.fatbin

# Whole programs, linked with the shared runtime. The library of dynamic parallelism is not needed.
make_program() {
    local out=$1
    shift
    "$NVCC" -arch=sm_61 -allow-unsupported-compiler -cudart shared -cudadevrt none -O2 "$@" -o "$out"
    strip "$out"
}
make_program host-11.8 host.cu
make_program separate-11.8 -rdc=true --default-stream per-thread separate.cu separate_device.cu
