#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes tests/load/elf/sample.elf and the seeds of the ELF fuzzer from the sources
# beside it.
#
#     tests/load/elf/build.sh
#
# The results are committed, so that the tests need no compiler for RISC-V. They hold no path.
set -euo pipefail
cd "$(dirname "$0")"
seeds=../../../fuzz/corpus/elf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags=(--target=riscv32-unknown-elf -march=rv32imf -mabi=ilp32f -mno-relax)
compile() { # DWARF version, output
    clang-16 "${flags[@]}" -mcmodel=medany -ffreestanding -O1 -ffunction-sections \
        -gdwarf-"$1" -fdebug-compilation-dir=. -c sample.c -o "$work/sample.o"
    clang-16 "${flags[@]}" -c sample_start.S -o "$work/start.o"
    ld.lld-16 --no-relax --gc-sections --discard-locals -z max-page-size=256 -T sample.ld \
        "$work/start.o" "$work/sample.o" -o "$2"
    chmod 644 "$2"
}

mkdir -p "$seeds"
compile 5 sample.elf
cp sample.elf "$seeds/dwarf5.elf"
compile 4 "$seeds/dwarf4.elf"
llvm-objcopy-16 --strip-debug sample.elf "$seeds/no-debug.elf"
llvm-strip-16 --strip-all sample.elf -o "$seeds/stripped.elf"
cp "$work/sample.o" "$seeds/object.o"
clang-16 --target=riscv64-unknown-elf -march=rv64imf -mabi=lp64f -ffreestanding -O1 -c sample.c \
    -o "$seeds/rv64.o"
chmod 644 "$seeds"/*
