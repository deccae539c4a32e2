#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - compiles the programs of this folder, NAME.cl -> NAME-MACHINE.SUFFIX.
#
#     tests/kernels/language/build.sh WARPCLOCK [FOLDER]    into FOLDER instead, to compare
#
# What cannot be compiled here is left out: cubins without ptxas, code objects without
# rocm-device-libs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../../kernels
warpclock=$(realpath "$1")
cd "${2:-$here}"

"$kernels/build.sh" "$warpclock" "$here/atomics.cl" --isa-a -o atomics-vortex.elf
"$kernels/build.sh" "$warpclock" "$here/by-value.cl" -o by-value-vortex.elf
for name in atomics by-value; do
    "$kernels/build-rv32.sh" "$here/$name.cl" -o "$name-rv32.elf"
done
if "$kernels/build-pascal.sh" --ready 2> /dev/null; then
    for name in atomics by-value; do
        "$kernels/build-pascal.sh" "$here/$name.cl" -o "$name-pascal.cubin"
    done
fi
if "$kernels/build-gcn3.sh" --ready 2> /dev/null; then
    for name in atomics by-value printf; do
        "$kernels/build-gcn3.sh" "$here/$name.cl" -o "$name-gcn3.hsaco"
        "$kernels/build-gcn3.sh" "$here/$name.cl" --chip gfx906 -o "$name-gcn5.hsaco"
    done
fi
