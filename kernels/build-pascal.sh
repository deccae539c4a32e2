#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build-pascal.sh - compiles OpenCL C for NVIDIA's Pascal: the kernel suite, or any file.
#
#     kernels/build-pascal.sh [NAME...]         kernels/NAME/NAME.cl -> kernels/NAME/pascal.cubin;
#                                               all kernels of the suite when no NAME is given
#     kernels/build-pascal.sh FILE.cl [-o OUT.cubin] [-D NAME[=VALUE]] [-I FOLDER]
#                                               -> OUT.cubin, or FILE.cubin in the working folder
#     kernels/build-pascal.sh --runtime-digest  print what stands in a binary's `runtime` line
#
# clang 16 makes PTX, NVIDIA's ptxas (fetch-ptxas.sh installs it) a cubin for sm_61. A file of your
# own may use double; the suite goes without, as on Vortex.
#
# The result depends on nothing but the sources and the tools: it holds no path and no date.
# KERNELS_OUT=DIR puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the
# intermediate files.
set -euo pipefail
export LC_ALL=C # the order of * must not depend on the user

here=$(cd "$(dirname "$0")" && pwd)
usage="usage: build-pascal.sh [NAME...]
       build-pascal.sh FILE.cl [-o OUT.cubin] [-D NAME[=VALUE]] [-I FOLDER]"

stop() { # stop STATUS MESSAGE
    echo "build-pascal.sh: error: $2" >&2
    exit "$1"
}

# Built-ins that are OpenCL C alone serve every machine; these are of RV32.
own_of_rv32='atomic barrier'
shared_builtins() {
    local source
    for source in "$here"/runtime/builtins/*.cl; do
        case " $own_of_rv32 " in
        *" $(basename "$source" .cl) "*) ;;
        *) echo "$source" ;;
        esac
    done
}

runtime_digest() {
    { cd "$here" && cat build-pascal.sh note-cubin.py prepare-ir.py loop-bounds.py \
        runtime/pascal/* $(shared_builtins); } | sha256sum | cut -d ' ' -f 1
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
for tool in clang-16 llc-16 llvm-link-16 python3; do
    command -v "$tool" > /dev/null ||
        stop 2 "'$tool' is not there; compiling needs clang-16, llvm-16 and python3"
done
ptxas=$("$here/fetch-ptxas.sh" --find) ||
    stop 2 "ptxas is not there; kernels/fetch-ptxas.sh installs it"

work=${KERNELS_WORK:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)

# ---- flags ----

# As for Vortex: a*b+c has to round as the host reference rounds, so neither compiler contracts it.
sm=sm_61
target=(--target=nvptx64--nvidiacl "-march=$sm" -fdebug-compilation-dir=. -ffp-contract=off
        -fno-math-errno -O2)
warnings=(-Wall -Wno-unknown-pragmas) # loop-bounds.py reads them
strict=("${warnings[@]}" -Wextra -Werror)
opencl=(-x cl -cl-std=CL1.2 -Xclang -finclude-default-header)
single=(-Xclang "-cl-ext=-cl_khr_fp64,-cl_khr_fp16")
assembler=("-arch=$sm" -lineinfo -fmad=false)

loop_bounds() { # loop_bounds SOURCE FLAG... > LINES
    local source=$1
    shift
    clang-16 "${target[@]}" -x cl -cl-std=CL1.2 "$@" -E "$source" |
        python3 "$here/loop-bounds.py" "$(dirname "$source")"
}

build_builtins() {
    local source name lines objects=()
    : > "$work/builtins.loops"
    for source in $(shared_builtins) "$here"/runtime/pascal/*.cl; do
        name=$(basename "$source" .cl)
        # Bounds name loops by their lines; what has no loop takes the line that calls it.
        loop_bounds "$source" "${single[@]}" > "$work/$name.loops"
        lines=-g0
        if [ -s "$work/$name.loops" ]; then
            lines=-gline-directives-only
            cat "$work/$name.loops" >> "$work/builtins.loops"
        fi
        clang-16 "${target[@]}" "${strict[@]}" "${opencl[@]}" "${single[@]}" \
            "-ffile-prefix-map=$(dirname "$source")/=" $lines -emit-llvm -c "$source" \
            -o "$work/$name.bc"
        objects+=("$work/$name.bc")
    done
    llvm-link-16 "${objects[@]}" -o "$work/builtins.bc"
}

compile() { # compile FILE.cl OUT.cubin FLAG...
    local path=$1 cubin=$2 source base hash loops
    shift 2
    source=$(basename "$path")
    base=$work/$(basename "$path" .cl)
    hash=$(sha256sum "$path" | cut -d ' ' -f 1)

    clang-16 "${target[@]}" "${opencl[@]}" -Xclang -mlink-builtin-bitcode \
        -Xclang "$work/builtins.bc" -mllvm -inline-threshold=1000000 -cl-kernel-arg-info \
        -gline-directives-only "-ffile-prefix-map=$(dirname "$path")/=" "$@" \
        -emit-llvm -S "$path" -o "$base.1.ll"
    # Bounds of the file's own loops, and of the built-ins' that have become part of it.
    { loop_bounds "$path" "$@"
      sed -n 's/.*!DIFile(filename: "\([^"]*\)".*/loop \1:/p' "$base.1.ll" |
        { grep -F -f - "$work/builtins.loops" || true; }; } > "$base.loops"
    mapfile -t loops < "$base.loops"
    python3 "$here/prepare-ir.py" "$path" "$base.1.ll" "$base.2.ll" "$base.note.s" \
        "source $source sha256=$hash" "runtime sha256=$runtime" \
        "toolchain clang $clang_version, ptxas $ptxas_version" "${loops[@]}"
    llc-16 -O2 "-mcpu=$sm" "$base.2.ll" -o "$base.3.ptx"
    # Two strings of a .file line, folder and name, are more than ptxas takes.
    sed 's/^\(\t\.file\t[0-9]* \)"[^"]*" \("[^"]*"\)/\1\2/' "$base.3.ptx" > "$base.4.ptx"
    # In a folder without the source: ptxas would write its date into the table of lines.
    (cd "$work" && "$ptxas" "${assembler[@]}" "$base.4.ptx" -o "$base.5.cubin")
    python3 "$here/note-cubin.py" "$base.note.s" "$base.5.cubin" "$cubin.part"
    chmod 644 "$cubin.part"
    mv "$cubin.part" "$cubin"
}

clang_version=$(clang-16 --version | sed -n 's/.*clang version \([0-9.]*\).*/\1/p')
ptxas_version=$("$ptxas" --version | sed -n 's/.*, V\([0-9.]*\)$/\1/p')
runtime=$(runtime_digest)
build_builtins
if [ ${#files[@]} -gt 0 ]; then
    for file in "${files[@]}"; do
        compile "$file" "${output:-$(basename "$file" .cl).cubin}" "${warnings[@]}" \
            "${user_flags[@]}"
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
    compile "$here/$name/$name.cl" "$out/$name/pascal.cubin" "${strict[@]}" "${single[@]}"
done
