#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# assemble.sh - assembles tests/FOLDER/programs/*.S into tests/FOLDER/elf/, and compiles *.cl there.
#
#     tests/assemble.sh [WARPCLOCK]
#
# A program may have a linker script of its own, NAME.ld. The results are committed, so that the
# tests need no compiler for RISC-V. They hold no path.
set -euo pipefail
warpclock=$(realpath "${1:-$(dirname "$0")/../build/warpclock}")
cd "$(dirname "$0")"
shared=$PWD/machine/vortex/programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for folder in machine/vortex bound; do
    mkdir -p "$folder/elf"
    for source in "$folder"/programs/*.S; do
        name=$(basename "$source" .S)
        (cd "$folder/programs" &&
            clang-16 --target=riscv32-unknown-elf -march=rv32imaf -mabi=ilp32f -mno-relax \
                -I "$shared" -c "$name.S" -o "$work/$name.o")
        script=$folder/programs/$name.ld
        [ -e "$script" ] || script=$shared/link.ld
        ld.lld-16 --no-relax --discard-locals -z max-page-size=256 -T "$script" \
            "$work/$name.o" -o "$folder/elf/$name.elf"
        llvm-objcopy-16 --strip-debug "$folder/elf/$name.elf"
        chmod 644 "$folder/elf/$name.elf"
    done
    for source in "$folder"/programs/*.cl; do
        [ -e "$source" ] || continue
        ../kernels/build.sh "$warpclock" "$source" -o "$folder/elf/$(basename "$source" .cl).elf"
    done
done
