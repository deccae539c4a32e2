#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - makes stock.elf, dispatch.elf, and a seed for the fuzz target.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang-16 --target=riscv32-unknown-elf -march=rv32imf -mabi=ilp32f -c stock.S -o "$work/stock.o"
ld.lld-16 -z max-page-size=4 -T stock.ld "$work/stock.o" -o stock.elf
cp stock.elf ../../../fuzz/corpus/elf/stock.elf
clang-16 --target=riscv32-unknown-elf -march=rv32imf -mabi=ilp32f -c dispatch.S -o "$work/dispatch.o"
ld.lld-16 -z max-page-size=4 -T stock.ld "$work/dispatch.o" -o dispatch.elf
