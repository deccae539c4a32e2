#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - assembles tests/clock/programs/*.S into tests/clock/elf/.
#
#     tests/clock/build.sh
#
# The results are committed, so that the tests need no compiler for RISC-V. They hold no path.
set -euo pipefail
cd "$(dirname "$0")/programs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p ../elf
for source in *.S; do
    name=${source%.S}
    clang-16 --target=riscv32-unknown-elf -march=rv32imaf -mabi=ilp32f -mno-relax \
        -I ../../machine/programs -c "$source" \
        -o "$work/$name.o"
    ld.lld-16 --no-relax --discard-locals -z max-page-size=256 \
        -T ../../machine/programs/link.ld "$work/$name.o" \
        -o "../elf/$name.elf"
    llvm-objcopy-16 --strip-debug "../elf/$name.elf"
    chmod 644 "../elf/$name.elf"
done
