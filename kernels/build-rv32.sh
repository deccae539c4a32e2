#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build-rv32.sh - compiles OpenCL C to plain RV32IMAF: the kernel suite, or any file.
#
#     kernels/build-rv32.sh [NAME...]           kernels/NAME/NAME.cl -> kernels/NAME/rv32.elf; all
#                                               kernels of the suite when no NAME is given
#     kernels/build-rv32.sh FILE.cl [-o OUT.elf] [-D NAME[=VALUE]] [-I FOLDER]
#                                               -> OUT.elf, or FILE.elf in the working folder
#     kernels/build-rv32.sh --runtime-digest    print the digest in a binary's `runtime` line
#
# Stock clang 16, without structurizer and divergence pass: for machines whose threads have program
# counters of their own and that dispatch the grid themselves (fermi). The binary has no start-up
# code.
#
# The result depends only on the sources and the tools: it has no path and no date. KERNELS_OUT=DIR
# puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the intermediate files.
set -euo pipefail
export LC_ALL=C # the order of * must not depend on the user

here=$(cd "$(dirname "$0")" && pwd)
usage="usage: build-rv32.sh [NAME...]
       build-rv32.sh FILE.cl [-o OUT.elf] [-D NAME[=VALUE]] [-I FOLDER]"

stop() { # stop STATUS MESSAGE
    echo "build-rv32.sh: error: $2" >&2
    exit "$1"
}

# Of the built-ins for Vortex, the barrier and the work-item functions are replaced.
shared_builtins() {
    local source
    for source in "$here"/runtime/builtins/*.cl; do
        [ "$(basename "$source")" = barrier.cl ] || echo "$source"
    done
}

runtime_digest() {
    { cd "$here" && cat build-rv32.sh prepare-ir.py loop-bounds.py runtime/rv32/* \
        runtime/library/* $(shared_builtins); } | sha256sum | cut -d ' ' -f 1
}

# ---- the command line ----

names=()
files=()
output=
user_flags=()
while [ $# -gt 0 ]; do
    case $1 in
    -o | -D | -I) [ $# -ge 2 ] || stop 2 "$1 needs a value" ;;&
    -o) output=$2; shift ;;
    -D | -I) user_flags+=("$1$2"); shift ;;
    -D?* | -I?*) user_flags+=("$1") ;;
    --runtime-digest) runtime_digest; exit 0 ;;
    -h | --help) echo "$usage"; exit 0 ;;
    -*) stop 2 "there is no option '$1'"$'\n'"$usage" ;;
    *.cl) [ -r "$1" ] || stop 2 "cannot read '$1'"; files+=("$1") ;;
    *) [ -f "$here/$1/$1.cl" ] ||
        stop 2 "no kernel '$1' in the suite; a file of your own ends in .cl"
       names+=("$1") ;;
    esac
    shift
done
if [ ${#files[@]} -gt 0 ]; then
    [ ${#names[@]} -eq 0 ] || stop 2 "kernels of the suite and files cannot be mixed"
    [ -z "$output" ] || [ ${#files[@]} -eq 1 ] || stop 2 "-o goes with one file"
elif [ -n "$output" ] || [ ${#user_flags[@]} -gt 0 ]; then
    stop 2 "the options are for a file of your own (FILE.cl)"
fi
for tool in clang-16 llc-16 llvm-link-16 ld.lld-16 python3; do
    command -v "$tool" > /dev/null ||
        stop 2 "'$tool' is not there; compiling needs clang-16, llvm-16, lld-16 and python3"
done

work=${KERNELS_WORK:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)

# ---- flags ----

# As for Vortex: a*b+c has to round as the host reference rounds, so it is not contracted.
machine=(--target=riscv32-unknown-elf -march=rv32imaf -mabi=ilp32f -mno-relax
         -fdebug-compilation-dir=.)
target=("${machine[@]}" -mcmodel=medany -ffreestanding -fno-builtin -ffp-contract=off
        -fno-math-errno -O2 -gline-tables-only)
warnings=(-Wall -Wno-unknown-pragmas) # loop-bounds.py reads them
strict=("${warnings[@]}" -Wextra -Werror)
language=(-x cl -cl-std=CL1.2 -Xclang "-cl-ext=-cl_khr_fp64,-cl_khr_fp16")
opencl=("${language[@]}" -Xclang -finclude-default-header)
codegen=(-O2 -mattr=+m,+a,+f -target-abi=ilp32f -code-model=medium -relocation-model=static)

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

build_builtins() {
    local source name lines objects=()
    : > "$work/builtins.loops"
    for source in $(shared_builtins) "$here/runtime/rv32/barrier.cl"; do
        name=$(basename "$source" .cl)
        # Bounds name loops by their lines; inlined code without a loop has the line that calls it.
        loop_bounds "$source" "${language[@]}" > "$work/$name.loops"
        lines=-g0
        if [ -s "$work/$name.loops" ]; then
            lines=-gline-tables-only
            cat "$work/$name.loops" >> "$work/builtins.loops"
        fi
        clang-16 "${target[@]}" "${strict[@]}" "${opencl[@]}" \
            "-ffile-prefix-map=$(dirname "$source")/=" $lines -emit-llvm -c "$source" \
            -o "$work/$name.bc"
        objects+=("$work/$name.bc")
    done
    clang-16 "${target[@]}" "${strict[@]}" -g0 -emit-llvm -c "$here/runtime/rv32/work_item.c" \
        -o "$work/work_item.bc"
    llvm-link-16 "${objects[@]}" "$work/work_item.bc" -o "$work/builtins.bc"
}

# Functions that code generation calls by itself: 64-bit division, memcpy and the like.
library=()
build_library() {
    [ ${#library[@]} -eq 0 ] || return 0
    local source base
    for source in "$here"/runtime/library/*.c; do
        base=$work/library-$(basename "$source" .c)
        clang-16 "${target[@]}" "${strict[@]}" "-ffile-prefix-map=$(dirname "$source")/=" \
            -S "$source" -o "$base.s"
        echo '    .section .warpclock.kernels, "", @progbits' >> "$base.s"
        loop_bounds "$source" | as_text >> "$base.s"
        clang-16 "${machine[@]}" -x assembler -c "$base.s" -o "$base.o"
        library+=("$base.o")
    done
}

# ---- a kernel ----

# Kernels that no other function calls. Their return ends the thread: no caller expects registers.
entries() { # entries NOTE.s IN.ll
    local name
    for name in $(sed -n 's/.*"kernel \([^ ]*\) .*/\1/p' "$1"); do
        grep -qE "\bcall [^@]*@$name\(" "$2" || echo "$name"
    done
}

# An entry saves no registers on the stack, where each lane has a cache line of its own. The return
# address is still saved.
forget_callers() { # forget_callers NAME... < IN.mir
    awk -v "names=$*" '
        BEGIN { count = split(names, list, " "); for (i = 1; i <= count; i++) entry[list[i]] = 1 }
        $1 == "name:" && /^name:/ { name = $2; gsub(/[\047"]/, "", name) }
        /^liveins:/ && (name in entry) { print "calleeSavedRegisters: [ \047$x1\047 ]" }
        { print }'
}

compile() { # compile FILE.cl OUT.elf FLAG...
    local path=$1 elf=$2 source base hash loops kernels
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
    mapfile -t kernels < <(entries "$base.note.s" "$base.2.ll")
    llc-16 "${codegen[@]}" -stop-after=finalize-isel "$base.2.ll" -o - |
        forget_callers "${kernels[@]}" > "$base.3.mir"
    llc-16 "${codegen[@]}" -start-after=finalize-isel -x mir "$base.3.mir" -o "$base.4.s"
    # The built-ins' loops that have become part of it.
    sed -n 's/^\t\.file\t[0-9].*"\([^"]*\)"[^"]*$/ \1:/p' "$base.4.s" |
        { grep -F -f - "$work/builtins.loops" || true; } | as_text >> "$base.note.s"
    clang-16 "${machine[@]}" -x assembler -c "$base.4.s" -o "$base.o"
    clang-16 "${machine[@]}" -x assembler -c "$base.note.s" -o "$base.note.o"
    if grep -qE '^\s+(call|tail)\s' "$base.4.s"; then
        build_library
    fi
    ld.lld-16 --no-relax --discard-locals --entry=0 -T "$here/runtime/rv32/link.ld" "$base.o" \
        "$base.note.o" --start-lib "${library[@]}" --end-lib -o "$elf.part" ||
        stop 1 "$path: it cannot be linked; $here/runtime/README.md says what kernels may use"
    chmod 644 "$elf.part"
    mv "$elf.part" "$elf"
}

version=$(clang-16 --version | sed -n 's/.*clang version \([0-9.]*\).*/\1/p')
runtime=$(runtime_digest)
build_builtins
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
    compile "$here/$name/$name.cl" "$out/$name/rv32.elf" "${strict[@]}"
done
echo "compiled for RV32, in $out: ${names[*]}"
