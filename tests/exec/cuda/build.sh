#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes the fat binary here with nvcc 11.8 (Debian's non-free nvidia-cuda-toolkit).
#
#     NVCC=nvcc tests/exec/cuda/build.sh
set -euo pipefail
cd "$(dirname "$0")"
"$NVCC" -arch=sm_61 -fatbin -Xfatbin -compress-all -rdc=false kernels.cu -o kernels-11.8.fatbin
