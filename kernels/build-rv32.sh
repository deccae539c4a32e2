#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build-rv32.sh - compiles OpenCL C to plain RV32IMAF: the kernel suite, or any file.
#
#     kernels/build-rv32.sh [NAME...]           kernels/NAME/NAME.cl -> kernels/NAME/rv32.elf; all
#                                               kernels of the suite when no NAME is given
#     kernels/build-rv32.sh FILE.cl [-o OUT.elf] [-D NAME[=VALUE]] [-I FOLDER]
#                                               -> OUT.elf, or FILE.elf in the working folder
#     kernels/build-rv32.sh --runtime-digest    print the digest in a binary's `runtime` line
#     kernels/build-rv32.sh --ready             status 0 if compiling has all it needs
#
# Stock clang 16, without structurizer and divergence pass: for machines whose threads have program
# counters of their own and that dispatch the grid themselves (fermi). The binary has no start-up
# code.
#
# The result depends only on the sources and the tools: it has no path and no date. KERNELS_OUT=DIR
# puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the intermediate files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/compile/driver.sh"
. "$here/compile/steps.sh"
. "$here/compile/riscv.sh"
called_as=build-rv32.sh
machine_name='plain RV32'
binary=rv32.elf
tools='clang-16 opt-16 llc-16 llvm-link-16 ld.lld-16 python3'
packages='clang-16, llvm-16, lld-16 and python3'

# Of the built-ins for Vortex, the barrier and the work-item functions are replaced.
builtins=()
for source in "$here"/runtime/builtins/*.cl; do
    [ "${source##*/}" = barrier.cl ] || builtins+=("${source#"$here"/}")
done
builtins+=(runtime/rv32/barrier.cl runtime/rv32/work_item.c)
decisive=(build-rv32.sh
          compile/{steps.sh,riscv.sh,prepare-ir.py,by_value.py,ir_types.py,loop-bounds.py}
          "${builtins[@]}" runtime/rv32/link.ld runtime/library/{convert,divide,memory}.c)

# As for Vortex: a*b+c has to round as the host reference rounds, so it is not contracted.
machine=(--target=riscv32-unknown-elf -march=rv32imaf -mabi=ilp32f -mno-relax
         -fdebug-compilation-dir=.)
target=("${machine[@]}" -mcmodel=medany -ffreestanding -fno-builtin -ffp-contract=off
        -fno-math-errno -O2 -gline-tables-only)
language+=("${atomics[@]}")
opencl+=("${atomics[@]}")
codegen=(-O2 -mattr=+m,+a,+f -target-abi=ilp32f -code-model=medium -relocation-model=static)

compile_library() { # compile_library SOURCE BASE: BASE.s
    clang-16 "${target[@]}" "${strict[@]}" "-ffile-prefix-map=$(dirname "$1")/=" -S "$1" -o "$2.s"
}

finish_assembly() { # finish_assembly IN.s OUT.s
    cp "$1" "$2"
}

compile() { # compile FILE.cl OUT.elf FLAG...
    local path=$1 elf=$2 base
    shift 2
    base=$work/$(basename "$path" .cl)
    front_end "$path" "$base" "$@"
    generate "$base" "$base.2.ll"
    finish_assembly "$base.4.s" "$base.6.s"
    link "$path" "$base" "$elf" --entry=0 -T "$here/runtime/rv32/link.ld"
}

drive "$@"
