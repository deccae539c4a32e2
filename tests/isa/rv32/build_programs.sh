#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# build_programs.sh - assembles tests/isa/rv32/programs/*.s into ELF files.
#
#     build_programs.sh [FOLDER]      default: tests/isa/rv32/elf, where the committed ones are
#
# Needs clang 16 and lld 16. The same sources give the same bytes: no build id, no paths.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/elf}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
mkdir -p "$out"
cd "$here/programs"
for source in *.s; do
    name=${source%.s}
    clang-16 --target=riscv32-unknown-elf -march=rv32imaf -mabi=ilp32f -mno-relax -I . \
        -c "$source" -o "$work/$name.o"
    ld.lld-16 --no-relax -z max-page-size=64 --build-id=none --strip-debug -T link.ld \
        "$work/$name.o" -o "$out/$name.elf"
    chmod 644 "$out/$name.elf"
done
