#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes abi-v2.hsaco to abi-v5.hsaco. Needs clang-16, lld-16 and rocm-device-libs.
set -eu
cd "$(dirname "$0")"
for version in 2 3 4 5; do
    clang-16 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -O2 \
        --target=amdgcn-amd-amdhsa -mcpu=gfx803 "-mcode-object-version=$version" \
        "--rocm-device-lib-path=${ROCM_BITCODE:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}" \
        abi.cl -o "abi-v$version.hsaco"
    chmod 644 "abi-v$version.hsaco"
done
