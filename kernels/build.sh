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
export LC_ALL=C # the order of * must not depend on the user

here=$(cd "$(dirname "$0")" && pwd)
called_as=${CALLED_AS:-build.sh}
options='FILE.cl [-o OUT.elf] [--isa-a] [-D NAME[=VALUE]] [-I FOLDER]'
if [ "$called_as" = build.sh ]; then
    usage="usage: build.sh WARPCLOCK [NAME...]"$'\n'"       build.sh WARPCLOCK $options"
else
    usage="usage: $called_as $options"
fi

stop() { # stop STATUS MESSAGE
    printf '%s: error: %s\n' "$called_as" "$2" >&2
    exit "$1"
}

# The compiler's flags decide as much as the run time, so this file and its helpers belong to it.
runtime_digest() {
    (cd "$here" &&
        cat build.sh prepare-ir.py loop-bounds.py runtime/launch.h runtime/vortex/* \
            runtime/builtins/* runtime/library/*) |
        sha256sum | cut -d ' ' -f 1
}

# ---- the command line ----

if [ $# -lt 1 ]; then
    printf '%s\n' "$usage" >&2
    exit 2
fi
case $1 in
--runtime-digest) runtime_digest; exit 0 ;;
-h | --help) printf '%s\n' "$usage"; exit 0 ;;
esac
warpclock=$1
shift
names=()
files=()
output=
isa_a=false
user_flags=()
while [ $# -gt 0 ]; do
    case $1 in
    -o | -D | -I) [ $# -ge 2 ] || stop 2 "$1 needs a value" ;;&
    -o) output=$2; shift ;;
    -o?*) output=${1#-o} ;;
    --isa-a) isa_a=true ;;
    -D | -I) user_flags+=("$1$2"); shift ;;
    -D?* | -I?*) user_flags+=("$1") ;;
    -h | --help) printf '%s\n' "$usage"; exit 0 ;;
    -*) stop 2 "unknown option '$1'"$'\n'"$usage" ;;
    *.cl) files+=("$1") ;;
    *) names+=("$1") ;;
    esac
    shift
done
for file in "${files[@]}"; do
    [ -r "$file" ] || stop 2 "cannot read '$file'"
done
for name in "${names[@]}"; do
    [ -f "$here/$name/$name.cl" ] ||
        stop 2 "no kernel '$name' in the suite; expected one of its names or a FILE.cl"
done
if [ ${#files[@]} -gt 0 ]; then
    [ ${#names[@]} -eq 0 ] || stop 2 "expected kernels of the suite or FILE.cl, not both"
    [ -z "$output" ] || [ ${#files[@]} -eq 1 ] || stop 2 "-o needs exactly one FILE.cl"
elif [ "$called_as" != build.sh ]; then
    stop 2 "expected a FILE.cl"$'\n'"$usage"
elif [ -n "$output" ] || $isa_a || [ ${#user_flags[@]} -gt 0 ]; then
    stop 2 "options need a FILE.cl"
fi
for tool in clang-16 opt-16 llc-16 llvm-link-16 ld.lld-16 python3 "$warpclock"; do
    command -v "$tool" > /dev/null ||
        stop 2 "'$tool' not found; compiling needs clang-16, llvm-16, lld-16 and python3"
done
warpclock=$(realpath "$(command -v "$warpclock")")

work=${KERNELS_WORK:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)

# ---- flags ----

# diverge owns t6 and s11, and takes what else is left of s2..s10 for lane masks: the library keeps
# all ten free, a kernel as many as it needs (generate). Contraction is off: a*b+c has to round as
# the host reference rounds. So are tail calls: to make room for one, even of an inline asm, a
# return would be copied.
mask_registers=(27 26 25 24 23 22 21 20 19 18)
reserved=(-ffixed-x31)
for x in "${mask_registers[@]}"; do
    reserved+=("-ffixed-x$x")
done
isa=rv32imf
attributes=+m,+f
if $isa_a; then
    isa=rv32imaf
    attributes=+m,+a,+f
fi
machine=(--target=riscv32-unknown-elf "-march=$isa" -mabi=ilp32f -mno-relax
         -fdebug-compilation-dir=.)
target=("${machine[@]}" -mcmodel=medany -ffreestanding -fno-builtin -ffp-contract=off
        -fno-math-errno -fno-optimize-sibling-calls -O2 "${reserved[@]}"
        -gline-tables-only)
warnings=(-Wall -Wno-unknown-pragmas) # loop-bounds.py reads them
strict=("${warnings[@]}" -Wextra -Werror)
# Without the two extensions 2.0 is a float (with a warning), and double and half are refused.
language=(-x cl -cl-std=CL1.2 -Xclang "-cl-ext=-cl_khr_fp64,-cl_khr_fp16")
opencl=("${language[@]}" -Xclang -finclude-default-header)

# Keep the structure that the structurizer made: no pass behind it may merge or copy blocks, nor
# turn one branch on (a && b) into two. Blocks may change places: that changes no edge, saves jumps.
# A frame begins where its function begins: a function that is called keeps lane masks in it.
codegen=(-O2 "-mattr=$attributes" -target-abi=ilp32f -code-model=medium -relocation-model=static
         -enable-tail-merge=false -disable-early-taildup -disable-tail-duplicate
         -tail-dup-placement=0 -disable-branch-fold -branch-fold-placement=false -jump-is-expensive
         -enable-shrink-wrap=false)
structure='lowerswitch,mergereturn,fix-irreducible,unify-loop-exits,structurizecfg'

# The loops of a source and their bounds, as lines of the section .warpclock.kernels.
loop_bounds() { # loop_bounds SOURCE FLAG... > LINES
    local source=$1
    shift
    clang-16 "${target[@]}" "$@" -E -dD "$source" |
        python3 "$here/loop-bounds.py" "$(dirname "$source")"
}

as_text() { # lines become strings of the assembler
    sed 's/.*/    .asciz "&"/'
}

# ---- the run time ----

builtins=$here/runtime/builtins
build_runtime() {
    local source name lines objects=()
    : > "$work/builtins.loops"
    for source in "$builtins"/*.cl; do
        name=$(basename "$source" .cl)
        [ "$name" != atomic ] || $isa_a || continue
        # What is inlined from here has the line that calls it. Loops have lines of their own: it is
        # by them that bounds name loops.
        loop_bounds "$source" "${language[@]}" > "$work/$name.loops"
        lines=-g0
        if grep -q '^loop ' "$work/$name.loops"; then
            lines=-gline-tables-only
            cat "$work/$name.loops" >> "$work/builtins.loops"
        fi
        clang-16 "${target[@]}" "${strict[@]}" "${opencl[@]}" "-ffile-prefix-map=$builtins/=" \
            $lines -emit-llvm -c "$source" -o "$work/$name.bc"
        objects+=("$work/$name.bc")
    done
    clang-16 "${target[@]}" "${strict[@]}" -g0 -emit-llvm -c "$builtins/work_item.c" \
        -o "$work/work_item.bc"
    llvm-link-16 "${objects[@]}" "$work/work_item.bc" -o "$work/builtins.bc"
    (cd "$here/runtime/vortex" && clang-16 "${machine[@]}" -c start.S -o "$work/start.o")
}

# What is called, not inlined: the functions that code generation asks for by itself.
library=()
build_library() {
    [ ${#library[@]} -eq 0 ] || return 0
    local source base
    for source in "$here"/runtime/library/*.c; do
        base=$work/library-$(basename "$source" .c)
        clang-16 "${target[@]}" "${strict[@]}" "-ffile-prefix-map=$(dirname "$source")/=" \
            -emit-llvm -S "$source" -o "$base.1.ll"
        opt-16 -passes="$structure" -S "$base.1.ll" -o "$base.3.ll"
        llc-16 "${codegen[@]}" "$base.3.ll" -o "$base.4.s"
        "$warpclock" diverge "$base.4.s" -o "$base.6.s"
        printf '%s\n' '    .section .warpclock.kernels, "", @progbits' >> "$base.6.s"
        loop_bounds "$source" | as_text >> "$base.6.s"
        clang-16 "${machine[@]}" -x assembler -c "$base.6.s" -o "$base.o"
        library+=("$base.o")
    done
}

# ---- a kernel ----

# Kernels that no other function calls: the start-up code alone does, and expects no register back.
entries() { # entries NOTE.s IN.ll
    local name
    for name in $(sed -n 's/.*"kernel \([^ ]*\) .*/\1/p' "$1"); do
        grep -qE "\bcall [^@]*@$name\(" "$2" || printf '%s\n' "$name"
    done
}

# Without registers of a caller to keep, an entry saves none on the stack, where each lane has a
# cache line of its own. LLVM has no calling convention for that, but its machine IR tells the list.
# The return address stays in it.
forget_callers() { # forget_callers NAME... < IN.mir
    awk -v "names=$*" '
        BEGIN { count = split(names, list, " "); for (i = 1; i <= count; i++) entry[list[i]] = 1 }
        $1 == "name:" && /^name:/ { name = $2; gsub(/[\047"]/, "", name) }
        /^liveins:/ && (name in entry) { print "calleeSavedRegisters: [ \047$x1\047 ]" }
        { print }'
}

# IR to assembly with SPLIT, JOIN and PRED, once.
assemble() { # assemble BASE KEPT FLAG...: BASE.3.ll -> BASE.6.s, the first KEPT mask registers free
    local base=$1 given kernels
    given=$(IFS='|' && printf '%s' "${mask_registers[*]:$2}")
    shift 2
    mapfile -t kernels < <(entries "$base.note.s" "$base.3.ll")
    sed -E "s/\+reserve-x($given)\b,?//g" "$base.3.ll" > "$base.4.ll"
    llc-16 "${codegen[@]}" -stop-after=finalize-isel "$base.4.ll" -o - |
        forget_callers "${kernels[@]}" > "$base.4.mir"
    llc-16 "${codegen[@]}" "$@" -start-after=finalize-isel -x mir "$base.4.mir" -o "$base.4.s"
    # Kernels start with equal arguments in all lanes: diverge has to know which functions they are.
    { printf '# warpclock-kernel %s\n' "${kernels[@]}"; cat "$base.4.s"; } > "$base.5.s"
    "$warpclock" diverge "$base.5.s" -o "$base.6.s"
}

# A value on the stack costs each lane a cache line. So a kernel leaves only as many registers free
# as its lane masks need, one more as long as a mask has none; and where hoisting constants out of
# loops takes more registers than there are, it stays away.
generate() { # generate BASE: BASE.3.ll -> BASE.6.s
    local base=$1 hoisting kept
    for hoisting in '' -disable-machine-licm; do
        for kept in 1 2 3 4 5 6 7 8 9 10; do
            assemble "$base" "$kept" $hoisting
            grep -q '# for lane masks$' "$base.6.s" || break
        done
        grep 'Folded Spill' "$base.4.s" | grep -qv $'\tra,' || break # ra: it calls the library
    done
}

compile() { # compile FILE.cl OUT.elf FLAG...
    local path=$1 elf=$2 source base hash loops
    shift 2
    source=$(basename "$path")
    base=$work/$(basename "$path" .cl)
    hash=$(sha256sum "$path" | cut -d ' ' -f 1)

    clang-16 "${target[@]}" "${opencl[@]}" -Xclang -mlink-builtin-bitcode \
        -Xclang "$work/builtins.bc" -mllvm -inline-threshold=1000000 -cl-kernel-arg-info \
        "-ffile-prefix-map=$(dirname "$path")/=" "$@" -emit-llvm -S "$path" -o "$base.1.ll"
    loop_bounds "$path" "${language[@]}" "$@" > "$base.loops"
    mapfile -t loops < "$base.loops"
    python3 "$here/prepare-ir.py" "$path" "$base.1.ll" "$base.2.ll" "$base.note.s" \
        "source $source sha256=$hash" "runtime sha256=$runtime" "toolchain clang $version" \
        "${loops[@]}"
    opt-16 -passes="$structure" -S "$base.2.ll" -o "$base.3.ll"
    generate "$base"
    # The built-ins' loops that have become part of it.
    sed -n 's/^\t\.file\t[0-9].*"\([^"]*\)"[^"]*$/ \1:/p' "$base.4.s" |
        { grep -F -f - "$work/builtins.loops" || true; } | as_text >> "$base.note.s"
    clang-16 "${machine[@]}" -x assembler -c "$base.6.s" -o "$base.o"
    clang-16 "${machine[@]}" -x assembler -c "$base.note.s" -o "$base.note.o"
    if grep -qE '^\s+(call|tail)\s' "$base.4.s"; then
        build_library
    fi
    ld.lld-16 --no-relax --discard-locals -T "$here/runtime/vortex/link.ld" "$work/start.o" \
        "$base.o" "$base.note.o" --start-lib "${library[@]}" --end-lib -o "$elf.part" ||
        stop 1 "$path: cannot be linked; $here/runtime/README.md lists what kernels may use"
    chmod 644 "$elf.part"
    mv "$elf.part" "$elf"
}

version=$(clang-16 --version | sed -n 's/.*clang version \([0-9.]*\).*/\1/p')
runtime=$(runtime_digest)
build_runtime
if [ ${#files[@]} -gt 0 ]; then
    for file in "${files[@]}"; do
        compile "$file" "${output:-$(basename "$file" .cl).elf}" "${warnings[@]}" "${user_flags[@]}"
    done
    exit 0
fi
if [ ${#names[@]} -eq 0 ]; then
    for source in "$here"/*/*.cl; do
        names+=("$(basename "$source" .cl)")
    done
fi
out=${KERNELS_OUT:-$here}
for name in "${names[@]}"; do
    mkdir -p "$out/$name"
    compile "$here/$name/$name.cl" "$out/$name/vortex.elf" "${strict[@]}"
done
printf 'compiled for Vortex, in %s: %s\n' "$out" "${names[*]}"
