#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-maths.sh - measures the kernels' maths functions on this host; fails when a stated ulp is
# exceeded. Exit status 77 (skipped) where clang-16 is missing.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
builtins=$here/../../kernels/runtime/builtins
command -v clang-16 > /dev/null || { echo "clang-16 is not there"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# x86-64-v3 where the host has it: the fused multiply-add as an instruction, not as a call.
host=()
if grep -qw fma /proc/cpuinfo 2> /dev/null && grep -qw avx2 /proc/cpuinfo; then
    host=(-mfma -msse4.1)
fi
objects=()
for name in common rounding exponential trigonometric inverse hyperbolic roots; do
    clang-16 "${host[@]}" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -O2 \
        -ffp-contract=off -fno-math-errno -fno-builtin -c "$builtins/$name.cl" -o "$work/$name.o"
    objects+=("$work/$name.o")
done
clang-16 -std=gnu11 -O2 -fno-builtin -Wall -Wextra -Werror "$here/check-maths.c" "${objects[@]}" \
    -lm -o "$work/check-maths"
"$work/check-maths"
