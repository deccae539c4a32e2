#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - assembles loops.S, with its lines, into loops.elf. Needs clang-16 and lld-16.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clang-16 --target=riscv32-unknown-elf -march=rv32imf -mabi=ilp32f -mno-relax \
    -fdebug-compilation-dir=. -c loops.S -o "$work/loops.o"
ld.lld-16 --no-relax --discard-locals -z max-page-size=256 -T ../../load/elf/sample.ld \
    "$work/loops.o" -o loops.elf
chmod 644 loops.elf
