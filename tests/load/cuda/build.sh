#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes the cubins here.
#
#     PTXAS_OLD=ptxas-11.8 NVCC=nvcc-11.8 tests/load/cuda/build.sh
#
# ptxas up to 12.3 writes addresses into the code, later ones into bank 4: one cubin of each kind. A
# wheel of PyPI has ptxas 11.8 (nvidia-cuda-nvcc-cu11), Debian's non-free nvidia-cuda-toolkit has
# nvcc 11.8. kernels/fetch-ptxas.sh fetches the newer ptxas.
set -euo pipefail
cd "$(dirname "$0")"
new=$(../../../kernels/fetch-ptxas.sh --find)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang-16 -x cuda --cuda-device-only --cuda-gpu-arch=sm_61 -nocudainc -nocudalib -std=c++17 -O1 \
    -S shapes.cu -o "$work/shapes.ptx"
"$PTXAS_OLD" -arch=sm_61 "$work/shapes.ptx" -o shapes-11.8.cubin
"$new" -arch=sm_61 "$work/shapes.ptx" -o shapes-12.6.cubin
"$NVCC" -arch=sm_61 -dc linked.cu -o "$work/linked.o"
"$NVCC" -arch=sm_61 -dc linked_helper.cu -o "$work/helper.o"
"$NVCC" -arch=sm_61 -dlink -cubin "$work/linked.o" "$work/helper.o" -o linked-11.8.cubin
# The same as nvcc -fatbin compresses it.
"$NVCC" -arch=sm_61 -fatbin -Xfatbin -compress-all -rdc=false vote.cu -o vote-11.8.fatbin
# ... and as later ones compress it.
"$NVCC" -arch=sm_61 -fatbin -Xfatbin -compress=false -rdc=false vote.cu -o "$work/vote.fatbin"
./zstd-fatbin.py "$work/vote.fatbin" vote-zstd.fatbin
clang-16 -x cuda --cuda-device-only --cuda-gpu-arch=sm_61 -nocudainc -nocudalib -std=c++17 -O2 \
    -S launches.cu -o "$work/launches.ptx"
"$new" -arch=sm_61 "$work/launches.ptx" -o launches-12.6.cubin
