#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - compiles the kernel suite for Vortex: kernels/NAME/NAME.cl -> kernels/NAME/vortex.elf
#
#     kernels/build.sh WARPCLOCK [NAME...]      all kernels when no NAME is given
#     kernels/build.sh --runtime-digest         print what stands in a binary's `runtime` line
#
# WARPCLOCK is the program whose `diverge` inserts SPLIT, JOIN and PRED. The result depends on
# nothing but the sources and the tools: it holds no path and no date. KERNELS_OUT=DIR puts the
# binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the intermediate files.
set -euo pipefail
export LC_ALL=C # the order of * must not depend on the user

here=$(cd "$(dirname "$0")" && pwd)

# The compiler's flags decide as much as the run time, so this file and its helper belong to it.
runtime_digest() {
    (cd "$here" &&
        cat build.sh prepare-ir.py runtime/launch.h runtime/vortex/* runtime/builtins/*) |
        sha256sum | cut -d ' ' -f 1
}

if [ $# -lt 1 ]; then
    echo "usage: kernels/build.sh WARPCLOCK [NAME...]" >&2
    exit 2
fi
if [ "$1" = --runtime-digest ]; then
    runtime_digest
    exit 0
fi
warpclock=$(realpath "$1")
shift
out=${KERNELS_OUT:-$here}
mkdir -p "$out"
out=$(cd "$out" && pwd)

work=${KERNELS_WORK:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)

# diverge owns s2..s11 and t6. Contraction is off: a*b+c has to round as the host reference rounds.
reserved=()
for x in 18 19 20 21 22 23 24 25 26 27 31; do
    reserved+=("-ffixed-x$x")
done
machine=(--target=riscv32-unknown-elf -march=rv32imf -mabi=ilp32f -mno-relax)
target=("${machine[@]}" -mcmodel=medany -ffreestanding -fno-builtin -ffp-contract=off
        -fno-math-errno -O2 -Wall -Wextra -Werror "${reserved[@]}")
opencl=(-x cl -cl-std=CL1.2 -Xclang -finclude-default-header)

# Keep the structure that the structurizer made: no pass behind it may merge or copy blocks, nor turn
# one branch on (a && b) into two. Blocks may change places, which changes no edge and saves jumps.
codegen=(-O2 -mattr=+m,+f -target-abi=ilp32f -code-model=medium -relocation-model=static
         -enable-tail-merge=false -disable-early-taildup -disable-tail-duplicate
         -tail-dup-placement=0 -disable-branch-fold -branch-fold-placement=false -jump-is-expensive)
structure='lowerswitch,mergereturn,fix-irreducible,unify-loop-exits,structurizecfg'

build_runtime() {
    local source objects=()
    for source in "$here"/runtime/builtins/*.cl; do
        local object=$work/$(basename "$source" .cl).bc
        clang-16 "${target[@]}" "${opencl[@]}" -emit-llvm -c "$source" -o "$object"
        objects+=("$object")
    done
    clang-16 "${target[@]}" -emit-llvm -c "$here/runtime/builtins/work_item.c" \
        -o "$work/work_item.bc"
    llvm-link-16 "${objects[@]}" "$work/work_item.bc" -o "$work/builtins.bc"
    (cd "$here/runtime/vortex" && clang-16 "${machine[@]}" -c start.S -o "$work/start.o")
}

build_kernel() {
    local name=$1 base=$work/$1
    local source=$name.cl hash
    hash=$(sha256sum "$here/$name/$source" | cut -d ' ' -f 1)

    (cd "$here/$name" && clang-16 "${target[@]}" "${opencl[@]}" -Xclang -mlink-builtin-bitcode \
        -Xclang "$work/builtins.bc" -mllvm -inline-threshold=1000000 -cl-kernel-arg-info \
        -gline-tables-only -fdebug-compilation-dir=. -emit-llvm -S "$source" -o "$base.1.ll")
    python3 "$here/prepare-ir.py" "$base.1.ll" "$base.2.ll" "$base.note.s" \
        "source $source sha256=$hash" "runtime sha256=$runtime" "toolchain clang $version"
    opt-16 -passes="$structure" -S "$base.2.ll" -o "$base.3.ll"
    llc-16 "${codegen[@]}" "$base.3.ll" -o "$base.4.s"
    if grep -nE '^\s+(call|tail)\s' "$base.4.s" >&2; then
        echo "build.sh: $name: a call is left; kernels have to be inlined whole" >&2
        exit 1
    fi
    # Kernels start with equal arguments in all lanes: diverge has to know which functions they are.
    { sed -n 's/.*"kernel \([^ ]*\) .*/# warpclock-kernel \1/p' "$base.note.s"; cat "$base.4.s"; } \
        > "$base.5.s"
    "$warpclock" diverge "$base.5.s" -o "$base.6.s"
    clang-16 "${machine[@]}" -x assembler -c "$base.6.s" -o "$base.o"
    clang-16 "${machine[@]}" -x assembler -c "$base.note.s" -o "$base.note.o"
    mkdir -p "$out/$name"
    ld.lld-16 --no-relax --discard-locals -T "$here/runtime/vortex/link.ld" "$work/start.o" \
        "$base.o" "$base.note.o" -o "$out/$name/vortex.elf.part"
    chmod 644 "$out/$name/vortex.elf.part"
    mv "$out/$name/vortex.elf.part" "$out/$name/vortex.elf"
}

version=$(clang-16 --version | sed -n 's/.*clang version \([0-9.]*\).*/\1/p')
runtime=$(runtime_digest)
build_runtime
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for source in "$here"/*/*.cl; do
        names+=("$(basename "$source" .cl)")
    done
fi
for name in "${names[@]}"; do
    [ -f "$here/$name/$name.cl" ] || { echo "build.sh: no kernel '$name'" >&2; exit 2; }
    build_kernel "$name"
done
