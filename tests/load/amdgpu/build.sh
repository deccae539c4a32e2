#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes sample-v2.hsaco to sample-v5.hsaco, and seeds for the fuzz target. Needs
# clang-16, lld-16 and rocm-device-libs.
set -euo pipefail
cd "$(dirname "$0")"
seeds=../../../fuzz/corpus/amdgpu
mkdir -p "$seeds"
for version in 2 3 4 5; do
    clang-16 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -O2 -gline-tables-only \
        -fdebug-compilation-dir=. -cl-kernel-arg-info --target=amdgcn-amd-amdhsa -mcpu=gfx803 \
        "-mcode-object-version=$version" \
        "--rocm-device-lib-path=${ROCM_BITCODE:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}" \
        sample.cl -o "sample-v$version.hsaco"
    chmod 644 "sample-v$version.hsaco"
    cp "sample-v$version.hsaco" "$seeds/sample-v$version.hsaco"
done
cp ../../../kernels/reduction/gcn3.hsaco "$seeds/reduction.hsaco"
