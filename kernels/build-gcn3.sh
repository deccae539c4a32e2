#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build-gcn3.sh - compiles OpenCL C for AMD's GCN3: the kernel suite, or any file.
#
#     kernels/build-gcn3.sh [NAME...]           kernels/NAME/NAME.cl -> kernels/NAME/gcn3.hsaco;
#                                               all kernels of the suite when no NAME is given
#     kernels/build-gcn3.sh FILE.cl [-o OUT.hsaco] [-v VERSION] [-D NAME[=VALUE]] [-I FOLDER]
#                                               -> OUT.hsaco, or FILE.hsaco in the working folder
#     kernels/build-gcn3.sh --runtime-digest    print the digest of a binary's `runtime` line
#     kernels/build-gcn3.sh --ready             status 0 if compiling has all it needs
#
# clang 16 makes a code object for gfx803, of version 4 or of the VERSION given (2 to 5). Maths are
# those of runtime/builtins, as on every machine, but for a few of runtime/gcn3; what they do not
# have, work-item functions and barriers among it, comes from AMD's own library (Debian:
# rocm-device-libs). A file of your own may use double; the suite goes without, as on Vortex.
#
# The result depends on nothing but the sources and the tools: it holds no path and no date.
# KERNELS_OUT=DIR puts the suite's binaries into DIR/NAME/ instead; KERNELS_WORK=DIR keeps the
# intermediate files.
set -euo pipefail
export LC_ALL=C # the order of * must not depend on the user

here=$(cd "$(dirname "$0")" && pwd)
usage="usage: build-gcn3.sh [NAME...]
       build-gcn3.sh FILE.cl [-o OUT.hsaco] [-v VERSION] [-D NAME[=VALUE]] [-I FOLDER]"

stop() { # stop STATUS MESSAGE
    printf 'build-gcn3.sh: error: %s\n' "$2" >&2
    exit "$1"
}

# Built-ins that are OpenCL C alone serve every machine; these are of RV32.
own_of_rv32='atomic barrier'
shared_builtins() {
    local source
    for source in "$here"/runtime/builtins/*.cl; do
        case " $own_of_rv32 " in
        *" $(basename "$source" .cl) "*) ;;
        *) printf '%s\n' "$source" ;;
        esac
    done
}

runtime_digest() {
    { cd "$here" && cat build-gcn3.sh prepare-ir.py loop-bounds.py runtime/gcn3/* \
        $(shared_builtins); } | sha256sum | cut -d ' ' -f 1
}

# ---- the command line ----

names=()
files=()
output=
version=4
only_ask=false
user_flags=()
while [ $# -gt 0 ]; do
    case $1 in
    -o | -v | -D | -I) [ $# -ge 2 ] || stop 2 "$1 needs a value" ;;&
    -o) output=$2; shift ;;
    -v) version=$2; shift ;;
    -D | -I) user_flags+=("$1$2"); shift ;;
    -D?* | -I?*) user_flags+=("$1") ;;
    --runtime-digest) runtime_digest; exit 0 ;;
    --ready) only_ask=true ;;
    -h | --help) printf '%s\n' "$usage"; exit 0 ;;
    -*) stop 2 "unknown option '$1'"$'\n'"$usage" ;;
    *.cl) [ -r "$1" ] || stop 2 "cannot read '$1'"; files+=("$1") ;;
    *) [ -f "$here/$1/$1.cl" ] ||
        stop 2 "no kernel '$1' in the suite; expected one of its names or a FILE.cl"
       names+=("$1") ;;
    esac
    shift
done
case $version in
[2-5]) ;;
*) stop 2 "code object version '$version'; expected 2, 3, 4 or 5" ;;
esac
if [ ${#files[@]} -gt 0 ]; then
    [ ${#names[@]} -eq 0 ] || stop 2 "expected kernels of the suite or FILE.cl, not both"
    [ -z "$output" ] || [ ${#files[@]} -eq 1 ] || stop 2 "-o needs exactly one FILE.cl"
elif [ -n "$output" ] || [ "$version" != 4 ] || [ ${#user_flags[@]} -gt 0 ]; then
    stop 2 "options need a FILE.cl"
fi
for tool in clang-16 opt-16 llc-16 llvm-link-16 ld.lld-16 python3; do
    command -v "$tool" > /dev/null ||
        stop 2 "'$tool' not found; compiling needs clang-16, llvm-16, lld-16 and python3"
done
bitcode=${ROCM_BITCODE:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
[ -f "$bitcode/opencl.bc" ] ||
    stop 2 "$bitcode/opencl.bc not found; install rocm-device-libs or set ROCM_BITCODE"
! $only_ask || exit 0

work=${KERNELS_WORK:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
work=$(cd "$work" && pwd)

# ---- flags ----

# As on the other machines each operation rounds as the host reference rounds: no contraction of
# a*b+c, divisions to the last bit, and floats below the normal range are kept, which costs nothing
# in a simulator and on GCN3 only the use of v_mad_f32.
chip=gfx803
target=(--target=amdgcn-amd-amdhsa "-mcpu=$chip" "-mcode-object-version=$version" -nogpulib
        -fdebug-compilation-dir=. -ffp-contract=off -fno-math-errno -O2
        -cl-fp32-correctly-rounded-divide-sqrt -Xclang -fdenormal-fp-math-f32=ieee)
warnings=(-Wall -Wno-unknown-pragmas) # loop-bounds.py reads them
strict=("${warnings[@]}" -Wextra -Werror)
opencl=(-x cl -cl-std=CL1.2 -Xclang -finclude-default-header)
single=(-Xclang "-cl-ext=-cl_khr_fp64,-cl_khr_fp16")

# The first that has a function gives it.
libraries=()
link_with() { # link_with FILE.bc...
    local file
    for file in "$@"; do
        libraries+=(-Xclang -mlink-builtin-bitcode -Xclang "$file")
    done
}
link_with "$work/builtins.bc" "$bitcode"/{opencl,ocml,ockl,oclc_daz_opt_off}.bc \
    "$bitcode"/oclc_{unsafe_math_off,finite_only_off,correctly_rounded_sqrt_on}.bc \
    "$bitcode"/oclc_{wavefrontsize64_on,isa_version_803}.bc \
    "$bitcode/oclc_abi_version_$((version == 5 ? 500 : 400)).bc"

loop_bounds() { # loop_bounds SOURCE FLAG... > LINES
    local source=$1
    shift
    clang-16 "${target[@]}" -x cl -cl-std=CL1.2 "$@" -E "$source" |
        python3 "$here/loop-bounds.py" "$(dirname "$source")"
}

build_builtins() {
    local source name lines objects=()
    : > "$work/builtins.loops"
    for source in $(shared_builtins) "$here"/runtime/gcn3/*.cl; do
        name=$(basename "$source" .cl)
        # Bounds name loops by their lines; what has no loop takes the line that calls it.
        loop_bounds "$source" "${single[@]}" > "$work/$name.loops"
        lines=-g0
        if [ -s "$work/$name.loops" ]; then
            lines=-gline-tables-only
            cat "$work/$name.loops" >> "$work/builtins.loops"
        fi
        clang-16 "${target[@]}" "${strict[@]}" "${opencl[@]}" "${single[@]}" \
            "-ffile-prefix-map=$(dirname "$source")/=" $lines -emit-llvm -c "$source" \
            -o "$work/$name.bc"
        case $source in
        */gcn3/*) objects+=("--override=$work/$name.bc") ;;
        *) objects+=("$work/$name.bc") ;;
        esac
    done
    llvm-link-16 "${objects[@]}" -o "$work/builtins.bc"
}

# Work-groups may have as many work-items as the machine takes, not the 256 that clang stops at;
# and no folder is told.
widen() { # widen SOURCE < IN.ll > OUT.ll
    sed -E -e 's/"amdgpu-flat-work-group-size"="1,256"/"amdgpu-flat-work-group-size"="1,1024"/' \
        -e "s/^source_filename = \".*\"/source_filename = \"$1\"/" \
        -e 's/(!DIFile\(filename: "[^"\/]*", directory: )""/\1"."/'
}

compile() { # compile FILE.cl OUT.hsaco FLAG...
    local path=$1 object=$2 source base hash loops
    shift 2
    source=$(basename "$path")
    base=$work/$(basename "$path" .cl)
    hash=$(sha256sum "$path" | cut -d ' ' -f 1)

    clang-16 "${target[@]}" "${opencl[@]}" "${libraries[@]}" -mllvm -inline-threshold=1000000 \
        -cl-kernel-arg-info -gline-tables-only "-ffile-prefix-map=$(dirname "$path")/=" "$@" \
        -emit-llvm -S "$path" -o "$base.0.ll"
    # Built-ins that nothing calls leave their files behind.
    opt-16 -passes=strip-dead-debug-info -S "$base.0.ll" -o "$base.1.ll"
    # Bounds of the file's own loops, and of the built-ins' that have become part of it.
    { loop_bounds "$path" "$@"
      sed -n 's/.*!DIFile(filename: "\([^"]*\)".*/loop \1:/p' "$base.1.ll" |
        { grep -F -f - "$work/builtins.loops" || true; }; } > "$base.loops"
    mapfile -t loops < "$base.loops"
    # What is asked of prepare-ir.py here is the note alone; it knows kernels by SPIR's name.
    sed 's/\bamdgpu_kernel /spir_kernel /' "$base.1.ll" > "$base.spir.ll"
    python3 "$here/prepare-ir.py" "$path" "$base.spir.ll" "$base.unused.ll" "$base.note.s" \
        "source $source sha256=$hash" "runtime sha256=$runtime" \
        "toolchain clang $clang_version, rocm-device-libs" "${loops[@]}"
    # What the descriptor tells about memory stays its own.
    sed -i -E 's/("kernel [^ "]+) local=[0-9]+/\1/' "$base.note.s"
    widen "$source" < "$base.1.ll" > "$base.2.ll"
    llc-16 -O2 "-mcpu=$chip" "--amdhsa-code-object-version=$version" -filetype=obj "$base.2.ll" \
        -o "$base.o"
    clang-16 "${target[@]:0:3}" -x assembler -c "$base.note.s" -o "$base.note.o"
    ld.lld-16 -shared --no-undefined "$base.o" "$base.note.o" -o "$object.part"
    chmod 644 "$object.part"
    mv "$object.part" "$object"
}

clang_version=$(clang-16 --version | sed -n 's/.*clang version \([0-9.]*\).*/\1/p')
runtime=$(runtime_digest)
build_builtins
if [ ${#files[@]} -gt 0 ]; then
    for file in "${files[@]}"; do
        compile "$file" "${output:-$(basename "$file" .cl).hsaco}" "${warnings[@]}" \
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
    compile "$here/$name/$name.cl" "$out/$name/gcn3.hsaco" "${strict[@]}" "${single[@]}"
done
