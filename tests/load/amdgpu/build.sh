#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes sample-v2.hsaco to sample-v5.hsaco, printf-*.hsaco, gcn5-*.hsaco, and seeds for
# the fuzz target. Needs clang-16, lld-16 and rocm-device-libs.
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

# printf: of HIP, and of OpenCL, whose calls must be lowered before AMD's library is linked.
bitcode=${ROCM_BITCODE:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
target=(--target=amdgcn-amd-amdhsa -mcpu=gfx803 -O2 -nogpulib)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for version in 4 5; do
    clang-16 -x hip --offload-arch=gfx803 --cuda-device-only --no-gpu-bundle-output -nogpuinc -O2 \
        "-mcode-object-version=$version" "--rocm-device-lib-path=$bitcode" printf.hip \
        -o "printf-v$version.hsaco"
    chmod 644 "printf-v$version.hsaco"
done
clang-16 "${target[@]}" -x cl -cl-std=CL2.0 -Xclang -finclude-default-header printf.cl -c -emit-llvm \
    -o "$work/printf.bc"
llvm-link-16 --only-needed "$work/printf.bc" \
    "$bitcode"/{opencl,ockl,oclc_isa_version_803,oclc_wavefrontsize64_on,oclc_abi_version_400}.bc \
    -o "$work/linked.bc"
clang-16 "${target[@]}" "$work/linked.bc" -o printf-cl.hsaco
chmod 644 printf-cl.hsaco

# GCN5, without any library.
for chip in gfx900 gfx906; do
    clang-16 --target=amdgcn-amd-amdhsa "-mcpu=$chip" -x cl -cl-std=CL2.0 -Xclang \
        -finclude-default-header -O2 -nogpulib gcn5.cl -o "gcn5-$chip.hsaco"
    chmod 644 "gcn5-$chip.hsaco"
    cp "gcn5-$chip.hsaco" "$seeds/gcn5-$chip.hsaco"
done
