#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh - compiles OpenCL C for Vortex: the kernel suite, or any file.
#
#     kernels/build.sh WARPCLOCK [NAME...]      kernels/NAME/NAME.cl -> kernels/NAME/vortex.elf; all
#                                               kernels of the suite when no NAME is given
#     kernels/build.sh WARPCLOCK FILE.cl [-o OUT.elf] [--isa-a] [-D NAME[=VALUE]] [-I FOLDER]
#                                               -> OUT.elf, or FILE.elf in the working folder
#     kernels/build.sh --runtime-digest         print the digest of a binary's `runtime` line
#
# WARPCLOCK is the program whose `diverge` inserts SPLIT, JOIN and PRED. With --isa-a the binary may
# hold atomic instructions; it then needs a machine with isa.a=true. Installed, warpclock-cl calls
# this script and gives it WARPCLOCK and its own name (CALLED_AS). docs/your-own-kernel.md shows how
# to use it.
#
# The result depends on nothing but the sources and the tools: it holds no path and no date.
# KERNELS_OUT=DIR puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the
# intermediate files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/compile/driver.sh"
. "$here/compile/steps.sh"
. "$here/compile/riscv.sh"
called_as=${CALLED_AS:-build.sh}
[ "$called_as" = build.sh ] && first_word=WARPCLOCK || only_files=true
machine_name=Vortex
binary=vortex.elf
own_options='[--isa-a]'
tools='clang-16 opt-16 llc-16 llvm-link-16 ld.lld-16 python3'
packages='clang-16, llvm-16, lld-16 and python3'
decisive=(build.sh compile/{steps.sh,riscv.sh,prepare-ir.py,by_value.py,ir_types.py,loop-bounds.py}
          runtime/launch.h)
for source in "$here"/runtime/{vortex,builtins,library}/*; do
    decisive+=("${source#"$here"/}")
done

case ${1:-} in
'') usage >&2; exit 2 ;;
--runtime-digest | -h | --help) ;;
*) warpclock=$1; shift ;;
esac

isa_a=false
own_option() {
    [ "$1" = --isa-a ] && isa_a=true
}

check_tools() {
    command -v "$warpclock" > /dev/null || stop 2 "'$warpclock' not found; it is the program warpclock"
    warpclock=$(realpath "$(command -v "$warpclock")")
}

# ---- flags ----

# diverge owns t6 and s11, and takes what else is left of s2..s10 for lane masks: the library keeps
# all ten free, a kernel as many as it needs (generate_with_masks). Contraction is off: a*b+c has to
# round as the host reference rounds. So are tail calls: to make room for one, even of an inline asm,
# a return would be copied.
mask_registers=(27 26 25 24 23 22 21 20 19 18)
choose_flags() {
    local x source isa=rv32imf attributes=+m,+f reserved=(-ffixed-x31)
    for x in "${mask_registers[@]}"; do
        reserved+=("-ffixed-x$x")
    done
    if $isa_a; then
        isa=rv32imaf
        attributes=+m,+a,+f
        language+=("${atomics[@]}")
        opencl+=("${atomics[@]}")
    fi
    machine=(--target=riscv32-unknown-elf "-march=$isa" -mabi=ilp32f -mno-relax
             -fdebug-compilation-dir=.)
    target=("${machine[@]}" -mcmodel=medany -ffreestanding -fno-builtin -ffp-contract=off
            -fno-math-errno -fno-optimize-sibling-calls -O2 "${reserved[@]}"
            -gline-tables-only)
    # Keep the structure that the structurizer made: no pass behind it may merge or copy blocks, nor
    # turn one branch on (a && b) into two. Blocks may change places: that changes no edge, saves
    # jumps. A frame begins where its function begins: a function that is called keeps lane masks in
    # it.
    codegen=(-O2 "-mattr=$attributes" -target-abi=ilp32f -code-model=medium
             -relocation-model=static -enable-tail-merge=false -disable-early-taildup
             -disable-tail-duplicate -tail-dup-placement=0 -disable-branch-fold
             -branch-fold-placement=false -jump-is-expensive -enable-shrink-wrap=false)
    builtins=()
    for source in "$here"/runtime/builtins/*.cl; do
        case "$isa_a ${source##*/}" in
        'false atom.cl' | 'false atomic.cl') ;;
        *) builtins+=("${source#"$here"/}") ;;
        esac
    done
    builtins+=(runtime/builtins/work_item.c)
}
structure='lowerswitch,mergereturn,fix-irreducible,unify-loop-exits,structurizecfg'

# ---- what kernels share ----

build_runtime() { # build_runtime FOLDER
    build_builtins "$1"
    (cd "$here/runtime/vortex" && clang-16 "${machine[@]}" -c start.S -o "$1/start.o")
}

compile_library() { # compile_library SOURCE BASE: BASE.s
    clang-16 "${target[@]}" "${strict[@]}" "-ffile-prefix-map=$(dirname "$1")/=" -emit-llvm \
        -S "$1" -o "$2.1.ll"
    opt-16 -passes="$structure" -S "$2.1.ll" -o "$2.3.ll"
    llc-16 "${codegen[@]}" "$2.3.ll" -o "$2.s"
}

finish_assembly() { # finish_assembly IN.s OUT.s
    "$warpclock" diverge "$1" -o "$2"
}

# ---- a kernel ----

# IR to assembly with SPLIT, JOIN and PRED, once.
generate_once() { # generate_once BASE KEPT FLAG...: BASE.3.ll -> BASE.6.s, KEPT mask registers free
    local base=$1 given kernels
    given=$(IFS='|' && printf '%s' "${mask_registers[*]:$2}")
    shift 2
    mapfile -t kernels < <(entries "$base.note.s" "$base.3.ll")
    sed -E "s/\+reserve-x($given)\b,?//g" "$base.3.ll" > "$base.4.ll"
    generate "$base" "$base.4.ll" "$@"
    # Kernels start with equal arguments in all lanes: diverge has to know which functions they are.
    { printf '# warpclock-kernel %s\n' "${kernels[@]}"; cat "$base.4.s"; } > "$base.5.s"
    finish_assembly "$base.5.s" "$base.6.s"
}

# A value on the stack costs each lane a cache line. So a kernel leaves only as many registers free
# as its lane masks need, one more as long as a mask has none; and where hoisting constants out of
# loops takes more registers than there are, it stays away.
generate_with_masks() { # generate_with_masks BASE: BASE.3.ll -> BASE.6.s
    local base=$1 hoisting kept
    for hoisting in '' -disable-machine-licm; do
        for kept in 1 2 3 4 5 6 7 8 9 10; do
            generate_once "$base" "$kept" $hoisting
            grep -q '# for lane masks$' "$base.6.s" || break
        done
        grep 'Folded Spill' "$base.4.s" | grep -qv $'\tra,' || break # ra: it calls the library
    done
}

compile() { # compile FILE.cl OUT.elf FLAG...
    local path=$1 elf=$2 base
    shift 2
    base=$work/$(basename "$path" .cl)
    front_end "$path" "$base" "$@"
    opt-16 -passes="$structure" -S "$base.2.ll" -o "$base.3.ll"
    generate_with_masks "$base"
    link "$path" "$base" "$elf" -T "$here/runtime/vortex/link.ld" "$runtime_at/start.o"
}

drive "$@"
